import { Column, read, readPair, write } from './columns'

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
  if (rows > 0 && !isSound(time, open, high, low, close, 0, -Infinity)) {
    return 0
  }
  for (let row = soundUntil(time, open, high, low, close, rows); row < rows; row++) {
    if (!isSound(time, open, high, low, close, row, read(time, row - 1))) {
      return row
    }
  }
  return -1
}

function isSound(
  time: Column,
  open: Column,
  high: Column,
  low: Column,
  close: Column,
  row: i32,
  before: f64,
): bool {
  const at = read(time, row)
  const top = read(high, row)
  const bottom = read(low, row)
  return (
    at > before &&
    top >= bottom &&
    isFiniteNumber(at) &&
    isFiniteNumber(top + bottom + read(open, row) + read(close, row))
  )
}

/** First row from 1 on that has to be looked at by itself; those before are sound, looked at two at once. */
function soundUntil(time: Column, open: Column, high: Column, low: Column, close: Column, rows: i32): i32 {
  const zero = f64x2.splat(0)
  let row = 1
  for (; row + 2 <= rows; row += 2) {
    const at = readPair(time, row)
    const top = readPair(high, row)
    const bottom = readPair(low, row)
    const prices = f64x2.add(f64x2.add(f64x2.add(top, bottom), readPair(open, row)), readPair(close, row))
    const isOrdered = v128.and(f64x2.gt(at, readPair(time, row - 1)), f64x2.ge(top, bottom))
    const hasNumbers = v128.and(f64x2.eq(f64x2.sub(at, at), zero), f64x2.eq(f64x2.sub(prices, prices), zero))
    if (!i64x2.all_true(v128.and(isOrdered, hasNumbers))) {
      break
    }
  }
  return row
}
