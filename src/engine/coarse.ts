import { openMinuteOf, type SessionGroup, sessionOn } from '../domain/calendar.ts'
import { type Candles, candlesFrom } from '../domain/candle.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import { type Interval, intervalMinutes } from '../domain/interval.ts'
import { type AnchorOf, resample } from '../domain/resample.ts'
import { DAY_MS, dayNumberToIstDate, IST_OFFSET_MS, istDayNumber, MINUTE_MS } from '../domain/time.ts'

export interface CoarseCandles {
  readonly candles: Candles
  /** For each row of the finer candles the row of the last coarse candle that had closed with it, or -1. */
  readonly closed: Float64Array
}

export interface CoarseRequest {
  readonly interval: Interval
  /** Of the candles there are. */
  readonly fine: Interval
  /** Whose hours decide when a day is over. */
  readonly group?: SessionGroup | undefined
}

/** The hours that an instrument of this id keeps; whatever is not a derivative closes with the cash market. */
export const sessionGroupOf = (instrument: InstrumentId | undefined): SessionGroup =>
  /^[NB]FO-/.test(instrument ?? '') ? 'derivatives' : 'continuous'

/**
 * Candles of a larger interval, as `resample` makes them, and which of them is closed when each finer candle closes. A
 * candle within the day and that of a day close with the finer candle that reaches their end, at the latest with the
 * session; otherwise, and always for week and month, with the first candle that belongs to the next. Rows that begin
 * after the session belong to none: by then the last one has closed and must not change.
 */
export const coarsen = (candles: Candles, request: CoarseRequest): CoarseCandles => {
  const { interval, fine } = request
  const closes = closesOf(candles.time, request.group)
  const larger = resample(beforeClose(candles, closes), interval, createAnchor())
  const isLong = interval === 'week' || interval === 'month'
  const length = (intervalMinutes(interval) ?? Number.POSITIVE_INFINITY) * MINUTE_MS
  const fineLength = (intervalMinutes(fine) ?? 0) * MINUTE_MS
  const closed = new Float64Array(candles.time.length)
  let current = -1
  for (let row = 0; row < closed.length; row++) {
    const time = candles.time[row] ?? 0
    const close = closes[row] ?? Number.POSITIVE_INFINITY
    if (time >= close) {
      closed[row] = isLong ? current - 1 : current
      continue
    }
    if (time >= (larger.time[current + 1] ?? Number.POSITIVE_INFINITY)) current += 1
    const ends = isLong ? Number.POSITIVE_INFINITY : Math.min((larger.time[current] ?? 0) + length, close)
    const isOver = fineLength > 0 && Math.min(time + fineLength, close) >= ends
    closed[row] = isOver ? current : current - 1
  }
  return { candles: larger, closed }
}

/** Of the day that a row lies on: the instant at which its session closes. */
export interface DayClose {
  readonly day: number
  readonly close: number
}

/** Before the first row. */
export const noClose: DayClose = { day: Number.NaN, close: Number.POSITIVE_INFINITY }

/**
 * The close of a row after the one before. Infinite where the calendar does not know the session: on a day without
 * one, and on a day that only begins after its close, as a muhurat of a year that is not listed.
 */
export const closeAt = (before: DayClose, at: number, group: SessionGroup | undefined): DayClose => {
  const day = istDayNumber(at)
  if (day === before.day) return before
  const minute = sessionOn(dayNumberToIstDate(day), group)?.closeMinute ?? Number.POSITIVE_INFINITY
  const close = day * DAY_MS - IST_OFFSET_MS + minute * MINUTE_MS
  return { day, close: at >= close ? Number.POSITIVE_INFINITY : close }
}

const closesOf = (time: Float64Array, group: SessionGroup | undefined): Float64Array => {
  const closes = new Float64Array(time.length)
  let day = noClose
  for (let row = 0; row < time.length; row++) {
    day = closeAt(day, time[row] ?? 0, group)
    closes[row] = day.close
  }
  return closes
}

/** Shares memory with the candles where nothing lies after a close, as on most charts. */
const beforeClose = (candles: Candles, closes: Float64Array): Candles => {
  const rows = rowsBefore(candles.time, closes)
  if (rows.length === candles.time.length) return candles
  return candlesFrom((name) => {
    const column = candles[name]
    const kept = new Float64Array(rows.length)
    for (let place = 0; place < rows.length; place++) kept[place] = column[rows[place] ?? 0] ?? Number.NaN
    return kept
  })
}

const rowsBefore = (time: Float64Array, closes: Float64Array): Uint32Array => {
  const rows = new Uint32Array(time.length)
  let count = 0
  for (let row = 0; row < time.length; row++) {
    rows[count] = row
    if ((time[row] ?? 0) < (closes[row] ?? 0)) count += 1
  }
  return rows.subarray(0, count)
}

/** Asking the calendar takes longer than folding the candles of a day, so each day asks once. */
export const createAnchor = (): AnchorOf => {
  let day = Number.NaN
  let minute = 0
  return (asked) => {
    if (asked !== day) {
      day = asked
      minute = openMinuteOf(asked)
    }
    return minute
  }
}
