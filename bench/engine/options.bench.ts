import { nextTradingDay } from '../../src/domain/calendar/calendar.ts'
import { type IstDate, startOfIstDate, toIstDate } from '../../src/domain/time.ts'
import { createHost } from '../../src/engine/kernel-host.ts'
import { runOptions } from '../../src/engine/options/option-run.ts'
import { backtestKernels } from '../../src/engine/program/kernels.ts'
import { optionRequest, rules } from '../../tests/support/market/option-run.ts'
import type { Report } from '../report.ts'
import { shippedModule } from './made-candles.ts'
import { yearOfMinutes } from './year-of-minutes.ts'

const FIRST_DAY = '2025-01-01' as IstDate
const YEAR_MS_MAX = 100

/** Options are only traded, and only expire, on days of the exchange. */
const tradingDays = (): ((index: number) => number) => {
  const days = [FIRST_DAY]
  return (index) => {
    while (days.length <= index) days.push(nextTradingDay(days.at(-1) ?? FIRST_DAY))
    return startOfIstDate(days[index] ?? FIRST_DAY)
  }
}

const strategies = [
  ['short straddle, stop on each leg', ['sell ce 0 30%', 'sell pe 0 30%']],
  ['iron condor', ['sell ce 4', 'buy ce 8', 'sell pe -4', 'buy pe -8']],
] as const

export const bench = async (report: Report): Promise<void> => {
  const host = createHost(await shippedModule('backtest'), 'Backtest', backtestKernels)
  const candles = yearOfMinutes(tradingDays())
  const [from, to] = [toIstDate(candles.time[0] ?? 0), toIstDate(candles.time.at(-1) ?? 0)]
  for (const [name, legs] of strategies) {
    const request = optionRequest(rules(legs), { from, to })
    const run = () => runOptions(host, request, candles)
    report.note(`${candles.time.length} one-minute candles, ${run().tradeLog.length} trades`)
    await report.compare({
      name: `a year of minutes by the model, ${name}`,
      ...{ runs: 10, goal: YEAR_MS_MAX, ours: () => void run(), peers: {} },
    })
  }
}
