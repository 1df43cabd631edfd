import { sessionOn } from '../calendar/calendar.ts'
import { type Interval, intervalMinutes } from '../charts/interval.ts'
import { addDays, type IstDate } from '../time.ts'
import type { BacktestParams } from './backtest.ts'

/** Per run: over two years of sessions, 11 MB. */
export const INTRABAR_MINUTES_MAX = 200_000

export const isMadeOfMinutes = (interval: Interval): boolean =>
  interval === 'day' || (intervalMinutes(interval) ?? 1) > 1

/** `needless`: minutes could not decide anything. `tooMany`: the span exceeds `INTRABAR_MINUTES_MAX`. */
export type Intrabar = 'needless' | 'tooMany' | 'wanted'

export const intrabarOf = (params: BacktestParams): Intrabar => {
  const { interval, from, to, stopLoss, trailing, targetProfit } = params
  const hasStop = stopLoss !== null || trailing !== undefined
  if (!hasStop || targetProfit === null || !isMadeOfMinutes(interval)) return 'needless'
  return hasMoreMinutes(from, to) ? 'tooMany' : 'wanted'
}

const hasMoreMinutes = (from: IstDate, to: IstDate): boolean => {
  let minutes = 0
  for (let day = from; day <= to && minutes <= INTRABAR_MINUTES_MAX; day = addDays(day, 1))
    for (const window of sessionOn(day)?.windows ?? []) minutes += window.to - window.from
  return minutes > INTRABAR_MINUTES_MAX
}
