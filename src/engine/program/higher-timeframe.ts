import { openMinuteOf, type SessionGroup, sessionOn } from '../../domain/calendar/calendar.ts'
import { type Candles, candlesFrom } from '../../domain/charts/candle.ts'
import { type Interval, intervalMinutes } from '../../domain/charts/interval.ts'
import { type AnchorOf, candleStart, resample } from '../../domain/charts/resample.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import {
  DAY_MS,
  dayNumberToIstDate,
  IST_OFFSET_MS,
  istDayNumber,
  MINUTE_MS,
  toIstClock,
  toIstDate,
} from '../../domain/time.ts'
import { type EngineError, refusal } from '../failure.ts'

export interface HigherTimeframeCandles {
  readonly candles: Candles
  /** Per reading row: the row of the last larger candle that had closed with it, or -1. */
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
  const { larger, readFrom } = largerOf(candles, request)
  return { candles: larger, closed: lastReadable(candles.time, readFrom) }
}

/** As rows that begin at `readers` see it; refuses a finer candle that joins a larger one which a row has read. */
export const toOthersTimeframe = (
  candles: Candles,
  readers: Float64Array,
  { prefix, ...request }: HigherTimeframeRequest & { readonly prefix: string },
): HigherTimeframeCandles => {
  const { larger, readFrom, fine } = largerOf(candles, request)
  const closed = lastReadable(readers, readFrom)
  let next = 0
  for (let row = 0; row < closed.length; row++) {
    const time = readers[row] ?? 0
    while ((fine[next] ?? Number.POSITIVE_INFINITY) <= time) next += 1
    const joined = closed[row] ?? -1
    const at = fine[next]
    if (joined >= 0 && at !== undefined && at < (larger.time[joined + 1] ?? Number.POSITIVE_INFINITY))
      throw insideClosed({ at, start: larger.time[joined] ?? 0, interval: request.interval, prefix })
  }
  return { candles: larger, closed }
}

/** Per row that begins at `readers`: the last of the ascending times in `readFrom` up to it, or -1. */
export const lastReadable = (readers: Float64Array, readFrom: Float64Array): Float64Array => {
  const rows = new Float64Array(readers.length)
  let current = -1
  for (let row = 0; row < rows.length; row++) {
    const time = readers[row] ?? 0
    while ((readFrom[current + 1] ?? Number.POSITIVE_INFINITY) <= time) current += 1
    rows[row] = current
  }
  return rows
}

const largerOf = (candles: Candles, request: HigherTimeframeRequest) => {
  const closes = closesOf(candles.time, request.group)
  const inSession = beforeClose(candles, closes)
  const larger = resample(inSession, request.interval, createAnchor())
  return { larger, readFrom: readFromsOf(larger.time, inSession.time, request), fine: inSession.time }
}

const readFromsOf = (
  starts: Float64Array,
  fine: Float64Array,
  request: HigherTimeframeRequest,
): Float64Array => {
  const readFromOf = createReadFrom(request.interval, request.fine)
  const firsts = firstRowsOf(starts, fine)
  let day = noClose
  return starts.map((start, candle) => {
    const first = firsts[candle] ?? start
    day = closeAt(day, first, request.group)
    const next = firsts[candle + 1] ?? Number.POSITIVE_INFINITY
    return Math.max(first, Math.min(readFromOf(start, day.close), next))
  })
}

const firstRowsOf = (starts: Float64Array, fine: Float64Array): Float64Array => {
  let row = 0
  return starts.map((start) => {
    while ((fine[row] ?? Number.POSITIVE_INFINITY) < start) row += 1
    return fine[row] ?? start
  })
}

const WEEK_DAYS = 7
/** More than any month has, and fewer than any two. */
const NEXT_MONTH_DAYS = 32

/** Returns when the first row begins that reads a larger candle, from its start and the close of its session. */
export const createReadFrom = (interval: Interval, fine: Interval) => {
  const length = (intervalMinutes(interval) ?? Number.POSITIVE_INFINITY) * MINUTE_MS
  const fineLength = (intervalMinutes(fine) ?? 0) * MINUTE_MS
  return (start: number, sessionClose: number): number => {
    if (interval === 'week') return start + WEEK_DAYS * DAY_MS
    if (interval === 'month') return candleStart(start + NEXT_MONTH_DAYS * DAY_MS, 'month')
    const ends = Math.min(start + length, sessionClose)
    return Number.isFinite(ends) ? ends - fineLength : candleStart(start, 'day') + DAY_MS
  }
}

export const insideClosed = (inside: {
  readonly at: number
  readonly start: number
  readonly interval: Interval
  readonly prefix: string
}): EngineError =>
  refusal(
    `${inside.prefix}${nameOf(inside.at)} lies inside the ${inside.interval} candle of ${nameOf(inside.start)}, which has closed`,
  )

const nameOf = (at: number): string => `${toIstDate(at)} ${toIstClock(at)}`

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
