import { istDayOf, startOfIstDay } from './candles'
import { Column, read } from './columns'
import { timeFrom } from './next-row'

const MINUTE_MS: f64 = 60000

export const UNKNOWN: i32 = 0
export const STOP_FIRST: i32 = 1
export const TARGET_FIRST: i32 = 2

/**
 * Which of two levels the minute candles inside a candle reached first. `at` is the candle's start and `length` its
 * minutes, 0 for a whole IST day. Prices are multiplied by `sign`, so that the stop is below and the target above; a
 * minute that opens beyond a level has reached it before anything else in it. Unknown when one minute reaches both, and
 * when the minutes do not reach both: then they are not the whole candle, and what is missing may have come first.
 */
export function firstTouch(
  time: Column,
  open: Column,
  high: Column,
  low: Column,
  rows: i32,
  at: f64,
  length: f64,
  sign: f64,
  stop: f64,
  target: f64,
): i32 {
  const until = length > 0 ? at + length * MINUTE_MS : startOfIstDay(istDayOf(at) + 1)
  const upper = sign > 0 ? high : low
  const lower = sign > 0 ? low : high
  let first = UNKNOWN
  for (let row = timeFrom(time, 0, rows, at); row < rows && read(time, row) < until; row++) {
    const opening = sign * read(open, row)
    const meetsStop = opening <= stop || sign * read(lower, row) <= stop
    const meetsTarget = opening >= target || sign * read(upper, row) >= target
    if (first !== UNKNOWN) {
      if (first === STOP_FIRST ? meetsTarget : meetsStop) {
        return first
      }
    } else if (meetsStop && meetsTarget) {
      return opening <= stop ? STOP_FIRST : opening >= target ? TARGET_FIRST : UNKNOWN
    } else if (meetsStop) {
      first = STOP_FIRST
    } else if (meetsTarget) {
      first = TARGET_FIRST
    }
  }
  return UNKNOWN
}
