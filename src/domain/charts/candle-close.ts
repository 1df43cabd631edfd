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

export const dailyOrShorter = (interval: Interval): boolean => interval !== 'week' && interval !== 'month'

export interface CandleSpan {
  /** As stamped on the candle: a day's candle starts at IST midnight. */
  readonly start: number
  readonly end: number
}

export interface CandleGrid {
  readonly interval: Interval
  readonly calendar: Calendar
  readonly group: SessionGroup
}

/**
 * Candles of a day in which the instrument trades, in order. The last of a session, and one that a pause cuts, is
 * closed with its last traded minute.
 */
export const candlesOn = (
  date: IstDate,
  { interval, calendar, group }: CandleGrid,
): readonly CandleSpan[] => {
  const session = sessionOn(date, group, calendar)
  if (session === null) return []
  const midnight = startOfIstDate(date)
  const minutes = intervalMinutes(interval)
  if (minutes === null) return [{ start: midnight, end: midnight + session.closeMinute * MINUTE_MS }]
  const anchor = openMinuteOf(istDateToDayNumber(date), calendar)
  const endOf = new Map<number, number>()
  for (const { from, to } of session.windows)
    for (let at = anchor + Math.floor((from - anchor) / minutes) * minutes; at < to; at += minutes)
      endOf.set(at, Math.min(at + minutes, to))
  return Array.from(endOf, ([from, to]) => ({
    start: midnight + from * MINUTE_MS,
    end: midnight + to * MINUTE_MS,
  }))
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

export const nextCandleToClose = (at: number, grid: CandleGrid): CandleSpan => {
  const today = toIstDate(at)
  const open = candlesOn(today, grid).find(({ end }) => end > at)
  if (open !== undefined) return open
  const next = candlesOn(nextTradingDay(today, grid.calendar), grid)[0]
  if (next === undefined) throw new RangeError(`no session after ${today}`)
  return next
}
