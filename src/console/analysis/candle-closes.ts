import { exchangeCalendar } from '../../domain/calendar/calendar.ts'
import { sessionGroupOf } from '../../domain/calendar/session-group.ts'
import { nextCandleToClose } from '../../domain/charts/candle-close.ts'
import { type Interval, intervalMinutes, intervals } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'

/** A week and a month change with each day. */
const closesWith = (interval: Interval): Interval => (intervalMinutes(interval) === null ? 'day' : interval)

/** Returns a function of market time that says whose candles have closed since it was last asked. */
export const createCandleCloses = (instrument: InstrumentId, now: number) => {
  const group = sessionGroupOf(instrument)
  const endAfter = (interval: Interval, at: number): number =>
    nextCandleToClose(at, { interval: closesWith(interval), calendar: exchangeCalendar, group }).end
  const ends = new Map<Interval, number>(intervals.map((interval) => [interval, endAfter(interval, now)]))
  return (at: number): readonly Interval[] => {
    const closed = intervals.filter((interval) => (ends.get(interval) ?? 0) <= at)
    for (const interval of closed) ends.set(interval, endAfter(interval, at))
    return closed
  }
}
