import { DAY_MS, IST_OFFSET_MS, MINUTE_MS, SESSION_OPEN_MINUTE } from '../time.ts'
import { type Candles, emptyCandles } from './candle.ts'
import { type Interval, intervalMinutes } from './interval.ts'

export const canFold = (base: Interval, to: Interval): boolean => {
  if (base === to) return true
  const [baseMinutes, minutes] = [intervalMinutes(base), intervalMinutes(to)]
  if (baseMinutes !== null) return minutes === null || minutes % baseMinutes === 0
  return base === 'day' && (to === 'week' || to === 'month')
}

/** Minute of the day; `dayNumber` is IST days since 1970-01-01. */
export type AnchorOf = (dayNumber: number) => number

const anchorAtOpen: AnchorOf = () => SESSION_OPEN_MINUTE

/** Ms since the epoch. Intraday candles start at the session open, days at IST midnight, weeks on Monday. */
export const candleStart = (at: number, interval: Interval, anchorOf: AnchorOf = anchorAtOpen): number => {
  const local = at + IST_OFFSET_MS
  const day = Math.floor(local / DAY_MS)
  const midnight = day * DAY_MS - IST_OFFSET_MS
  const minutes = intervalMinutes(interval)
  if (minutes !== null) {
    const anchor = midnight + anchorOf(day) * MINUTE_MS
    const length = minutes * MINUTE_MS
    return anchor + Math.floor((at - anchor) / length) * length
  }
  if (interval === 'day') return midnight
  // 1970-01-01 was a Thursday, three days after its Monday.
  if (interval === 'week') return midnight - ((((day + 3) % 7) + 7) % 7) * DAY_MS
  return midnight - (new Date(day * DAY_MS).getUTCDate() - 1) * DAY_MS
}

export const resample = (candles: Candles, to: Interval, anchorOf: AnchorOf = anchorAtOpen): Candles => {
  const { time, open, high, low, close, volume, openInterest } = candles
  const rows = time.length
  const starts = new Float64Array(rows)
  const firstRows = new Uint32Array(rows)
  let count = 0
  // Rows of one intraday candle are contiguous, so its end is computed once.
  let start = Number.NaN
  let end = Number.NEGATIVE_INFINITY
  const length = (intervalMinutes(to) ?? 24 * 60) * MINUTE_MS
  for (let row = 0; row < rows; row++) {
    const at = time[row] ?? Number.NaN
    if (at < end && at >= start) continue
    const next = candleStart(at, to, anchorOf)
    end = Math.min(next + length, candleStart(at, 'day') + DAY_MS)
    if (next === start) continue
    start = next
    starts[count] = next
    firstRows[count] = row
    count++
  }
  const folded = emptyCandles(count)
  for (let candle = 0; candle < count; candle++) {
    const first = firstRows[candle] ?? 0
    const last = candle + 1 < count ? (firstRows[candle + 1] ?? rows) : rows
    let top = Number.NEGATIVE_INFINITY
    let bottom = Number.POSITIVE_INFINITY
    let sum = 0
    for (let row = first; row < last; row++) {
      const rowHigh = high[row] ?? Number.NaN
      const rowLow = low[row] ?? Number.NaN
      if (rowHigh > top) top = rowHigh
      if (rowLow < bottom) bottom = rowLow
      sum += volume[row] ?? 0
    }
    folded.time[candle] = starts[candle] ?? Number.NaN
    folded.open[candle] = open[first] ?? Number.NaN
    folded.high[candle] = top
    folded.low[candle] = bottom
    folded.close[candle] = close[last - 1] ?? Number.NaN
    folded.volume[candle] = sum
    folded.openInterest[candle] = openInterest[last - 1] ?? 0
  }
  return folded
}
