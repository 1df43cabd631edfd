import {
  type Calendar,
  exchangeCalendar,
  openMinuteOf,
  type SessionGroup,
  sessionOn,
} from '../calendar/calendar.ts'
import { addDays, type IstDate, istDateToDayNumber, MINUTE_MS, startOfIstDate, toIstDate } from '../time.ts'
import { type Interval, intervalMinutes } from './interval.ts'

/** Ms since the epoch; the candle is closed from `end` on. */
export interface CandleSpan {
  readonly start: number
  readonly end: number
}

export interface CandleSeries {
  /** A candle of at most a day. */
  readonly interval: Interval
  readonly group: SessionGroup
  readonly calendar?: Calendar
}

/** More than any run of closed days. */
const DAYS_SEARCHED = 40

/**
 * Candles of a day in which the instrument trades, in order. The last of a session, and one that a pause cuts, is
 * closed with its last traded minute.
 */
export const candlesOn = (
  date: IstDate,
  { interval, group, calendar = exchangeCalendar }: CandleSeries,
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

/** The first candle that closes after `at`; null where the calendar has no session for weeks. */
export const nextCandle = (at: number, series: CandleSeries): CandleSpan | null => {
  let date = toIstDate(at)
  for (let day = 0; day < DAYS_SEARCHED; day++, date = addDays(date, 1)) {
    const found = candlesOn(date, series).find(({ end }) => end > at)
    if (found !== undefined) return found
  }
  return null
}

/** The newest candle that is closed at `at`; null where the calendar had no session for weeks. */
export const lastCandle = (at: number, series: CandleSeries): CandleSpan | null => {
  let date = toIstDate(at)
  for (let day = 0; day < DAYS_SEARCHED; day++, date = addDays(date, -1)) {
    const found = candlesOn(date, series).findLast(({ end }) => end <= at)
    if (found !== undefined) return found
  }
  return null
}
