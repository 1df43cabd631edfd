import type { BacktestParams } from './backtest.ts'
import { sessionOn } from './calendar.ts'
import { type Interval, intervalMinutes } from './interval.ts'
import { addDays, type IstDate } from './time.ts'

/** Minute candles loaded at most to settle one run: over two years of sessions, 11 MB. */
export const SETTLING_MINUTES_MAX = 200_000

/** Whether minute candles can tell the course of a candle: those longer than a minute, up to a day. */
export const isMadeOfMinutes = (interval: Interval): boolean =>
  interval === 'day' || (intervalMinutes(interval) ?? 1) > 1

/** `needless` where minutes could not settle anything, `tooMany` where the span holds more than are loaded. */
export type Settling = 'needless' | 'tooMany' | 'wanted'

/** Whether a run needs minute candles to know which of stop and target came first. */
export const settlingOf = ({ interval, from, to, stopLoss, targetProfit }: BacktestParams): Settling => {
  if (stopLoss === null || targetProfit === null || !isMadeOfMinutes(interval)) return 'needless'
  return hasMoreMinutes(from, to) ? 'tooMany' : 'wanted'
}

const hasMoreMinutes = (from: IstDate, to: IstDate): boolean => {
  let minutes = 0
  for (let day = from; day <= to && minutes <= SETTLING_MINUTES_MAX; day = addDays(day, 1))
    for (const window of sessionOn(day)?.windows ?? []) minutes += window.to - window.from
  return minutes > SETTLING_MINUTES_MAX
}
