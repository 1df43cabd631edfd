import {
  type Calendar,
  nextTradingDay,
  openMinuteOf,
  previousTradingDay,
  type SessionGroup,
  sessionOn,
} from '../calendar/calendar.ts'
import { type IstDate, istDateToDayNumber, MINUTE_MS, startOfIstDate, toIstDate } from '../time.ts'
import { type Interval, intervalMinutes } from './interval.ts'

/** Intervals whose candles close within a trading day. */
export const dailyOrShorter = (interval: Interval): boolean => interval !== 'week' && interval !== 'month'

export interface CandleSpan {
  /** As stamped on the candle: a day's candle starts at IST midnight. */
  readonly start: number
  readonly end: number
}

/** Where candles close: the interval, the calendar, and the sessions of the instrument. */
export interface CandleGrid {
  readonly interval: Interval
  readonly calendar: Calendar
  readonly group: SessionGroup
}

/** In order; empty on a day without a session. The last one of a day may be shorter. */
const candlesOn = (date: IstDate, { interval, calendar, group }: CandleGrid): readonly CandleSpan[] => {
  const session = sessionOn(date, group, calendar)
  if (session === null) return []
  const midnight = startOfIstDate(date)
  const close = midnight + session.closeMinute * MINUTE_MS
  const minutes = intervalMinutes(interval)
  if (minutes === null) return [{ start: midnight, end: close }]
  const open = midnight + openMinuteOf(istDateToDayNumber(date), calendar) * MINUTE_MS
  const length = minutes * MINUTE_MS
  return Array.from({ length: Math.ceil((close - open) / length) }, (_, index) => {
    const start = open + index * length
    return { start, end: Math.min(start + length, close) }
  })
}

/** The newest candle that has closed at this instant, maybe of an earlier day. */
export const lastClosedCandle = (at: number, grid: CandleGrid): CandleSpan => {
  const today = toIstDate(at)
  const closed = candlesOn(today, grid).findLast(({ end }) => end <= at)
  if (closed !== undefined) return closed
  const before = candlesOn(previousTradingDay(today, grid.calendar), grid).at(-1)
  if (before === undefined) throw new RangeError(`no session before ${today}`)
  return before
}

/** The candle that closes next after this instant. */
export const nextCandleToClose = (at: number, grid: CandleGrid): CandleSpan => {
  const today = toIstDate(at)
  const open = candlesOn(today, grid).find(({ end }) => end > at)
  if (open !== undefined) return open
  const next = candlesOn(nextTradingDay(today, grid.calendar), grid)[0]
  if (next === undefined) throw new RangeError(`no session after ${today}`)
  return next
}
