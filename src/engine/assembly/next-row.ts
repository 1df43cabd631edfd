import { Column, Flags, read, readFlag, readPair } from './columns'

/** Flags looked at together. */
const SIXTEEN: i32 = 16

/** First of the rows `from` to `to` whose flag is set, or `to`. */
export function flagFrom(flags: Flags, from: i32, to: i32): i32 {
  const none = i8x16.splat(0)
  let row = from
  for (; row + SIXTEEN <= to; row += SIXTEEN) {
    const set = i8x16.bitmask(i8x16.ne(v128.load(flags + <usize>row), none))
    if (set !== 0) {
      return row + ctz(set)
    }
  }
  while (row < to && readFlag(flags, row) === 0) {
    row++
  }
  return row
}

/** First of the rows `from` to `to` that opens or trades at `below` or less, or at `above` or more; or `to`. */
export function touchFrom(
  open: Column,
  high: Column,
  low: Column,
  from: i32,
  to: i32,
  below: f64,
  above: f64,
): i32 {
  let row = from
  for (; row + 4 <= to; row += 4) {
    const first = touches(open, high, low, row, below, above)
    const second = touches(open, high, low, row + 2, below, above)
    if (v128.any_true(v128.or(first, second))) {
      break
    }
  }
  for (; row < to; row++) {
    const opened = read(open, row)
    if (opened <= below || opened >= above || read(low, row) <= below || read(high, row) >= above) {
      return row
    }
  }
  return to
}

/** The same of two rows, as a mask. */
function touches(open: Column, high: Column, low: Column, row: i32, below: f64, above: f64): v128 {
  const opened = readPair(open, row)
  const bottom = f64x2.pmin(readPair(low, row), opened)
  const top = f64x2.pmax(readPair(high, row), opened)
  return v128.or(f64x2.le(bottom, f64x2.splat(below)), f64x2.ge(top, f64x2.splat(above)))
}

/** The least value of the rows `from` to `to`; infinite where there are none. */
export function leastOf(column: Column, from: i32, to: i32): f64 {
  let pair = f64x2.splat(Infinity)
  let row = from
  for (; row + 2 <= to; row += 2) {
    pair = f64x2.pmin(pair, readPair(column, row))
  }
  let least = min(f64x2.extract_lane(pair, 0), f64x2.extract_lane(pair, 1))
  if (row < to) {
    least = min(least, read(column, row))
  }
  return least
}

/** The greatest, likewise; then it is infinitely small. */
export function greatestOf(column: Column, from: i32, to: i32): f64 {
  let pair = f64x2.splat(-Infinity)
  let row = from
  for (; row + 2 <= to; row += 2) {
    pair = f64x2.pmax(pair, readPair(column, row))
  }
  let greatest = max(f64x2.extract_lane(pair, 0), f64x2.extract_lane(pair, 1))
  if (row < to) {
    greatest = max(greatest, read(column, row))
  }
  return greatest
}

/** First of the rows `from` to `to` at `at` or later, or `to`. Quick where that is near. */
export function timeFrom(time: Column, from: i32, to: i32, at: f64): i32 {
  let low = from
  let step = 1
  while (low + step < to && read(time, low + step) < at) {
    low += step
    step <<= 1
  }
  let high = min(to, low + step)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (read(time, middle) < at) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return low
}
