import { Column, read, write } from './columns'

const DAY_MS: f64 = 86400000
const MINUTE_MS: f64 = 60000
const IST_OFFSET_MS: f64 = 19800000

/** Whole days since 1970 of the IST day of an instant. */
export function istDayOf(at: f64): f64 {
  return floor((at + IST_OFFSET_MS) / DAY_MS)
}

/** The IST midnight at which a day counted from 1970 begins. */
export function startOfIstDay(day: f64): f64 {
  return day * DAY_MS - IST_OFFSET_MS
}

/** Minutes after IST midnight. */
export function istMinuteOf(at: f64): f64 {
  return floor((at + IST_OFFSET_MS - istDayOf(at) * DAY_MS) / MINUTE_MS)
}

/** The IST day, per row. */
export function istDay(time: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    write(out, row, istDayOf(read(time, row)))
  }
}

function isFiniteNumber(value: f64): bool {
  return value - value === 0
}

/** First row whose time does not follow the one before, whose price is not finite, or whose high is under its low; else -1. */
export function firstFault(
  time: Column,
  open: Column,
  high: Column,
  low: Column,
  close: Column,
  rows: i32,
): i32 {
  let before: f64 = -Infinity
  for (let row = 0; row < rows; row++) {
    const at = read(time, row)
    const top = read(high, row)
    const bottom = read(low, row)
    const isSound =
      at > before &&
      top >= bottom &&
      isFiniteNumber(at) &&
      isFiniteNumber(top + bottom + read(open, row) + read(close, row))
    if (!isSound) {
      return row
    }
    before = at
  }
  return -1
}
