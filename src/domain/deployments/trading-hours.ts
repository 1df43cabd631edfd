import type { CandleSpan } from '../charts/candle-closes.ts'
import { isIntraday } from '../charts/interval.ts'
import type { EquityStrategy } from '../strategies/strategy.ts'
import { istMinuteOfDay, parseClock, toIstDate } from '../time.ts'

type Hours = Pick<
  EquityStrategy,
  'interval' | 'product' | 'tradingStartTime' | 'tradingStopTime' | 'exitType' | 'exitTime'
>

/** Minute of the day from which nothing enters: the trading stop time, or an earlier exit time. */
export const stopMinuteOf = ({ tradingStopTime, exitType, exitTime }: Hours): number => {
  const stop = parseClock(tradingStopTime) ?? 0
  const exit = exitType === 'time' && exitTime !== null ? parseClock(exitTime) : null
  return exit === null ? stop : Math.min(stop, exit)
}

/** Candles of a day have no time of day: they enter at any. `at` is when the entry would fill. */
export const isWithinHours = (hours: Hours, at: number): boolean => {
  if (!isIntraday(hours.interval)) return true
  const minute = istMinuteOfDay(at)
  return minute >= (parseClock(hours.tradingStartTime) ?? 0) && minute < stopMinuteOf(hours)
}

/** MIS is exited at the trading stop time. */
export const isSquareOffTime = (hours: Hours, at: number): boolean =>
  hours.product === 'MIS' && istMinuteOfDay(at) >= stopMinuteOf(hours)

/** Whether this candle is the first of its day to end at `clock` or later. */
export const endsFirstAt = (clock: string | null, candle: CandleSpan, before: CandleSpan | null): boolean => {
  const minute = clock === null ? null : parseClock(clock)
  if (minute === null || istMinuteOfDay(candle.end) < minute) return false
  return (
    before === null || toIstDate(before.end) !== toIstDate(candle.end) || istMinuteOfDay(before.end) < minute
  )
}
