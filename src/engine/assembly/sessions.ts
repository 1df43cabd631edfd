import { Column, read, WIDTH, write } from './columns'

const MINUTE_MS: f64 = 60000

/** Highest so far among the rows of one key. State: the key and its highest. */
export function highestSoFar(
  source: Column,
  key: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
): void {
  let current = from > 0 ? read(state, 0) : NaN
  let value = from > 0 ? read(state, 1) : 0
  for (let row = from; row < rows; row++) {
    const next = read(source, row)
    value = read(key, row) === current && value > next ? value : next
    current = read(key, row)
    write(out, row, value)
  }
  write(state, 0, current)
  write(state, 1, value)
}

/** Lowest so far among the rows of one key. State: the key and its lowest. */
export function lowestSoFar(
  source: Column,
  key: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
): void {
  let current = from > 0 ? read(state, 0) : NaN
  let value = from > 0 ? read(state, 1) : 0
  for (let row = from; row < rows; row++) {
    const next = read(source, row)
    value = read(key, row) === current && value < next ? value : next
    current = read(key, row)
    write(out, row, value)
  }
  write(state, 0, current)
  write(state, 1, value)
}

/** -3 to 3: s3, s2, s1, the pivot, r1, r2, r3. */
function pivotLevel(top: f64, bottom: f64, last: f64, level: i32, isFibonacci: bool): f64 {
  const pivot = (top + bottom + last) / 3.0
  const range = top - bottom
  const side: f64 = level > 0 ? 1 : -1
  if (level === 0) {
    return pivot
  }
  const step = abs(level)
  if (isFibonacci) {
    return pivot + side * range * (step === 1 ? 0.382 : step === 2 ? 0.618 : 1.0)
  }
  if (step === 2) {
    return pivot + side * range
  }
  if (step === 1) {
    return 2.0 * pivot - (level > 0 ? bottom : top)
  }
  return level > 0 ? top + 2.0 * (pivot - bottom) : bottom - 2.0 * (top - pivot)
}

/**
 * A pivot level from high, low and last close of the rows of the key before; none on the first key. State: the key, its
 * high, low and last close, and the level.
 */
export function pivot(
  high: Column,
  low: Column,
  close: Column,
  key: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  level: i32,
  isFibonacci: i32,
): void {
  let current = from > 0 ? read(state, 0) : NaN
  let top = from > 0 ? read(state, 1) : 0
  let bottom = from > 0 ? read(state, 2) : 0
  let last = from > 0 ? read(state, 3) : 0
  let value = from > 0 ? read(state, 4) : NaN
  for (let row = from; row < rows; row++) {
    if (read(key, row) !== current) {
      if (row > 0) {
        value = pivotLevel(top, bottom, last, level, isFibonacci !== 0)
      }
      current = read(key, row)
      top = read(high, row)
      bottom = read(low, row)
    } else {
      top = max(top, read(high, row))
      bottom = min(bottom, read(low, row))
    }
    last = read(close, row)
    write(out, row, value)
  }
  write(state, 0, current)
  write(state, 1, top)
  write(state, 2, bottom)
  write(state, 3, last)
  write(state, 4, value)
}

/** Codes of what is read of a candle, in the order of `sessionFields` in domain/charts/indicators/spec.ts. */
function fieldOf(field: i32, open: f64, high: f64, low: f64, close: f64, volume: f64): f64 {
  switch (field) {
    case 0:
      return open
    case 1:
      return high
    case 2:
      return low
    case 3:
      return close
    case 4:
      return volume
    case 5:
      return (high + low) / 2.0
    case 6:
      return (high + low + close) / 3.0
    default:
      return (open + high + low + close) / 4.0
  }
}

/** The number of the candle of `length` minutes that holds an instant, counted from the open of its session. */
function candleAt(at: f64, opens: f64, length: f64): f64 {
  return length > 0 ? max(0, floor((at - opens) / (length * MINUTE_MS))) : 0
}

/**
 * A field of the candle number `wanted` (from 0) of `length` minutes of each day, from the row that completes it to the
 * end of the day. Rows after the close of the session belong to no candle. `opens` and `closes` are the instants of each
 * row's session, `step` the minutes of a row. State: the day, the candle as far as it has come, and its field.
 */
export function nthCandle(
  time: Column,
  opens: Column,
  closes: Column,
  open: Column,
  high: Column,
  low: Column,
  close: Column,
  volume: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  length: f64,
  wanted: f64,
  field: i32,
  step: f64,
): void {
  let day = from > 0 ? read(state, 0) : NaN
  let first = from > 0 ? read(state, 1) : 0
  let top = from > 0 ? read(state, 2) : 0
  let bottom = from > 0 ? read(state, 3) : 0
  let last = from > 0 ? read(state, 4) : 0
  let units = from > 0 ? read(state, 5) : 0
  let hasRows = from > 0 && read(state, 6) !== 0
  let value = from > 0 ? read(state, 7) : NaN
  for (let row = from; row < rows; row++) {
    const opening = read(opens, row)
    if (opening !== day) {
      day = opening
      hasRows = false
      value = NaN
    }
    const at = read(time, row)
    const candle = candleAt(at, opening, length)
    const closing = read(closes, row)
    if (candle === wanted && at < closing) {
      first = hasRows ? first : read(open, row)
      top = hasRows ? max(top, read(high, row)) : read(high, row)
      bottom = hasRows ? min(bottom, read(low, row)) : read(low, row)
      last = read(close, row)
      units = (hasRows ? units : 0) + read(volume, row)
      hasRows = true
    }
    const ends = min(opening + (wanted + 1) * length * MINUTE_MS, closing)
    const isOver = candle > wanted || (candle === wanted && min(at + step * MINUTE_MS, closing) >= ends)
    if (isOver && hasRows) {
      value = fieldOf(field, first, top, bottom, last, units)
    }
    write(out, row, value)
  }
  write(state, 0, day)
  write(state, 1, first)
  write(state, 2, top)
  write(state, 3, bottom)
  write(state, 4, last)
  write(state, 5, units)
  write(state, 6, hasRows ? 1 : 0)
  write(state, 7, value)
}

/**
 * A field of the candle of `length` minutes (0: a day) that lies `back` candles before the one each row is in; 0 is the
 * one it is in, as far as it has come. Candles are numbered over all days. State: the candle as far as it has come and
 * its place, then the fields of the last `back` candles in turn.
 */
export function previousCandle(
  time: Column,
  opens: Column,
  open: Column,
  high: Column,
  low: Column,
  close: Column,
  volume: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  length: f64,
  back: i32,
  field: i32,
): void {
  const done = state + 8 * WIDTH
  const kept = max(1, back)
  let day = from > 0 ? read(state, 0) : NaN
  let candle = from > 0 ? read(state, 1) : NaN
  let count = from > 0 ? <i32>read(state, 2) : 0
  let first = from > 0 ? read(state, 3) : 0
  let top = from > 0 ? read(state, 4) : 0
  let bottom = from > 0 ? read(state, 5) : 0
  let last = from > 0 ? read(state, 6) : 0
  let units = from > 0 ? read(state, 7) : 0
  for (let row = from; row < rows; row++) {
    const opening = read(opens, row)
    const number = candleAt(read(time, row), opening, length)
    if (opening !== day || number !== candle) {
      if (row > 0) {
        write(done, count % kept, fieldOf(field, first, top, bottom, last, units))
        count++
      }
      day = opening
      candle = number
      first = read(open, row)
      top = read(high, row)
      bottom = read(low, row)
      units = read(volume, row)
    } else {
      top = max(top, read(high, row))
      bottom = min(bottom, read(low, row))
      units += read(volume, row)
    }
    last = read(close, row)
    if (back === 0) {
      write(out, row, fieldOf(field, first, top, bottom, last, units))
    } else {
      write(out, row, count >= back ? read(done, count % kept) : NaN)
    }
  }
  write(state, 0, day)
  write(state, 1, candle)
  write(state, 2, f64(count))
  write(state, 3, first)
  write(state, 4, top)
  write(state, 5, bottom)
  write(state, 6, last)
  write(state, 7, units)
}
