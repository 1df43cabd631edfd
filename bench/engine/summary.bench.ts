import { intervals } from '../../src/domain/charts/interval.ts'
import { toIstDate } from '../../src/domain/time.ts'
import { runSummary } from '../../src/engine/backtest/summary.ts'
import { createHost } from '../../src/engine/kernel-host.ts'
import { technicalsKernels } from '../../src/engine/program/kernels.ts'
import type { Report } from '../report.ts'
import { madeCandles, shippedModule } from './made-candles.ts'

/** As many as a summary asks for of each interval. */
const ROWS = 500
const RUNS = 20
const ALL_MS_MAX = 30

export const bench = async (report: Report): Promise<void> => {
  const host = createHost(await shippedModule('technicals'), 'GetTechnicals', technicalsKernels)
  const series = intervals.map((interval, index) => {
    const candles = madeCandles(ROWS, { seed: index + 1, daily: interval === 'day' })
    const to = toIstDate(candles.time.at(-1) ?? 0)
    return { candles, request: { give: 'summary', interval, to, today: to } as const }
  })
  const rateAll = (): void => {
    for (const { candles, request } of series)
      if (runSummary(host, request, candles) === null)
        throw new Error(`${request.interval} has too few candles`)
  }
  await report.compare({
    name: `technical summary over ${series.length} intervals of ${ROWS} candles`,
    ...{ runs: RUNS, goal: ALL_MS_MAX, ours: rateAll, peers: {} },
  })
}
