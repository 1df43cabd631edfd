import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startProduct } from '../../tests/support/browser/product.ts'
import { sharedData } from '../../tests/support/shared-data.ts'
import { rounds } from '../brief.ts'
import type { Report } from '../report.ts'
import { signIn } from './sign-in.ts'

const RUNS = rounds(5)

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export const bench = async (report: Report): Promise<void> => {
  const folder = sharedData('candles_intraday/index_1min')
  const product = await startProduct({ WARM_UP: 'on' })
  try {
    const starts: number[] = []
    for (let run = 0; run < RUNS; run++) {
      await product.stop()
      starts.push(await timed(() => product.start()))
    }
    report.value({
      name: 'server from built state to listening',
      unit: 'ms',
      value: median(starts),
      goal: 3_000,
    })

    if (folder === null) {
      report.note('left out: no reference candles here, so import and reading were not timed')
      return
    }
    const year = readdirSync(folder)
      .filter((name) => name.startsWith('NIFTY_1min_2022'))
      .map((name) => join(folder, name))
    const imports: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const args = [
        'candles',
        ...year,
        '--symbol',
        'INDICES_NIFTY 50',
        '--interval',
        'min',
        '--time-marks',
        'close',
      ]
      imports.push(
        await timed(async () => {
          const { code, output } = await product.importFiles([
            ...args,
            '--outside-session',
            'skip',
            '--replace',
            '--yes',
          ])
          if (code !== 0) throw new Error(output)
        }),
      )
    }
    report.value({
      name: 'import of a year of NIFTY 50 minutes, whole process',
      unit: 'ms',
      value: median(imports),
      goal: 3_000,
    })

    const headers = await signIn(product)
    const query = new URLSearchParams({
      key: 'INDICES_NIFTY 50',
      interval: 'min',
      from: '2022-01-01',
      to: '2022-12-31',
    })
    const reads: number[] = []
    let bytes = 0
    for (let run = 0; run < RUNS * 3; run++) {
      reads.push(
        await timed(async () => {
          const answer = await fetch(`${product.address}/api/instruments/candles?${query}`, { headers })
          if (!answer.ok) throw new Error(await answer.text())
          bytes = (await answer.arrayBuffer()).byteLength
        }),
      )
    }
    report.value({
      name: 'a year of minutes read as columns over loopback',
      unit: 'ms',
      value: median(reads),
      goal: 150,
    })
    report.value({ name: 'a year of minutes as columns', unit: 'MB', value: bytes / 1e6, goal: null })
  } finally {
    await product.dispose()
  }
}
