import { openMinuteOf, type SessionGroup, sessionOn } from '../../domain/calendar/calendar.ts'
import { type Candles, candlesFrom } from '../../domain/charts/candle.ts'
import { type Interval, intervalMinutes } from '../../domain/charts/interval.ts'
import { type AnchorOf, resample } from '../../domain/charts/resample.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { DAY_MS, dayNumberToIstDate, IST_OFFSET_MS, istDayNumber, MINUTE_MS } from '../../domain/time.ts'

export interface HigherTimeframeCandles {
  readonly candles: Candles
  /** Per finer row: the row of the last larger candle that had closed with it, or -1. */
  readonly closed: Float64Array
}

export interface HigherTimeframeRequest {
  readonly interval: Interval
  readonly fine: Interval
  readonly group?: SessionGroup | undefined
}

/** Everything but a derivative closes with the cash market. */
export const sessionGroupOf = (instrument: InstrumentId | undefined): SessionGroup =>
  /^[NB]FO-/.test(instrument ?? '') ? 'derivatives' : 'continuous'

/**
 * A larger candle closes with the finer one that reaches its end, at the latest with the session; otherwise,
 * and always for week and month, with the first of the next. Rows that begin after the session belong to
 * none: its last candle has closed and must not change.
 */
export const toHigherTimeframe = (
  candles: Candles,
  request: HigherTimeframeRequest,
): HigherTimeframeCandles => {
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

/** IST day number, and the instant its session closes in epoch ms. */
export interface DayClose {
  readonly day: number
  readonly close: number
}

export const noClose: DayClose = { day: Number.NaN, close: Number.POSITIVE_INFINITY }

/** `close` is infinite without a known session, such as on an unlisted muhurat begun after the close. */
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

const beforeClose = (candles: Candles, closes: Float64Array): Candles => {
  const rows = rowsBefore(candles.time, closes)
  if (rows.length === candles.time.length) return candles
  return candlesFrom((name) => {
    const column = candles[name]
    const kept = new Float64Array(rows.length)
    for (let index = 0; index < rows.length; index++) kept[index] = column[rows[index] ?? 0] ?? Number.NaN
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

/** Caches the last day: a calendar look-up takes longer than folding a day's candles. */
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
