import { existsSync, readFileSync } from 'node:fs'
import { startProduct } from '../../tests/support/browser/product.ts'
import { span } from '../brief.ts'
import type { Report } from '../report.ts'

/** By then lists and chains are built and their garbage is collected. */
const AT_REST_MS = 60_000

/** PSS: memory that two processes share, such as Node's code, counts by half in each. */
const megabytesOf = (pid: number): number => {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

export const bench = async (report: Report): Promise<void> => {
  if (!existsSync('/proc/self/smaps_rollup'))
    return report.note('left out: this system does not tell resident memory')
  const product = await startProduct({
    WARM_UP: 'on',
    MARKET_CLOCK: 'always',
    MARKET_START: '2026-11-25 10:00',
  })
  try {
    await new Promise((resolve) => setTimeout(resolve, span(AT_REST_MS)))
    const { server, quotes } = product.processes()
    const [main, feed] = [megabytesOf(server), megabytesOf(quotes)]
    report.note(`at rest: server ${main.toFixed(0)} MB, quotes ${feed.toFixed(0)} MB`)
    report.value({ name: 'server and quotes at rest', unit: 'MB', value: main + feed, goal: 250 })
  } finally {
    await product.dispose()
  }
}
