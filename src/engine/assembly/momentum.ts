import { blank, Column, noneWhere, read, readPair, write, writePair } from './columns'

/**
 * Relative strength index with Wilder smoothing, 0 to 100; 100 where nothing fell.
 * (c+|c|)/2 is c where it rose and 0 where it fell, to the bit, and has no branch. State: average rise and fall, before
 * the first value their sums.
 */
export function rsi(source: Column, out: Column, state: Column, from: i32, rows: i32, period: i32): void {
  const alpha = 1.0 / f64(period)
  let gain = from > 0 ? read(state, 0) : 0
  let loss = from > 0 ? read(state, 1) : 0
  let previous = read(source, max(from - 1, 0))
  for (let row = max(from, 1); row < min(rows, period + 1); row++) {
    const value = read(source, row)
    const change = value - previous
    const rise = 0.5 * (change + abs(change))
    gain += rise
    loss += rise - change
    previous = value
  }
  blank(out, from, min(rows, period))
  if (from <= period && rows > period) {
    gain *= alpha
    loss *= alpha
    write(out, period, strength(gain, loss))
  }
  for (let row = max(from, period + 1); row < rows; row++) {
    const value = read(source, row)
    const change = value - previous
    const rise = 0.5 * (change + abs(change))
    gain += alpha * (rise - gain)
    loss += alpha * (rise - change - loss)
    write(out, row, strength(gain, loss))
    previous = value
  }
  write(state, 0, gain)
  write(state, 1, loss)
}

function strength(gain: f64, loss: f64): f64 {
  return loss === 0 ? 100.0 : 100.0 - 100.0 / (1.0 + gain / loss)
}

/** What the source rose by since the row before, 0 where it fell. Row 0 has none. */
export function rise(source: Column, out: Column, from: i32, rows: i32): void {
  blank(out, from, 1)
  for (let row = max(from, 1); row < rows; row++) {
    const change = read(source, row) - read(source, row - 1)
    write(out, row, 0.5 * (change + abs(change)))
  }
}

/** What the source fell by since the row before, 0 where it rose. Row 0 has none. */
export function fall(source: Column, out: Column, from: i32, rows: i32): void {
  blank(out, from, 1)
  for (let row = max(from, 1); row < rows; row++) {
    const change = read(source, row) - read(source, row - 1)
    write(out, row, 0.5 * (abs(change) - change))
  }
}

/** 100 (left - right) / (left + right), 0 where both are 0. */
export function balance(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    const sum = read(left, row) + read(right, row)
    write(out, row, sum === 0 ? 0 : (100.0 * (read(left, row) - read(right, row))) / sum)
  }
}

/** 100 (value - base) / (top - bottom): where the value stands in a range. NaN over a flat range. */
export function standing(
  value: Column,
  base: Column,
  bottom: Column,
  top: Column,
  out: Column,
  from: i32,
  rows: i32,
): void {
  const none = f64x2.splat(0)
  const hundred = f64x2.splat(100)
  let row = from
  for (; row + 1 < rows; row += 2) {
    const range = f64x2.sub(readPair(top, row), readPair(bottom, row))
    const above = f64x2.mul(hundred, f64x2.sub(readPair(value, row), readPair(base, row)))
    writePair(out, row, noneWhere(f64x2.div(above, range), f64x2.eq(range, none)))
  }
  if (row < rows) {
    const range = read(top, row) - read(bottom, row)
    write(out, row, range === 0 ? NaN : (100.0 * (read(value, row) - read(base, row))) / range)
  }
}

/** 100 left / right, 0 where right is 0. */
export function share(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    const whole = read(right, row)
    write(out, row, whole === 0 ? 0 : (100.0 * read(left, row)) / whole)
  }
}

/** (source - mean) / (0.015 distance), 0 where the distance is 0. */
export function commodityChannel(
  source: Column,
  mean: Column,
  distance: Column,
  out: Column,
  from: i32,
  rows: i32,
): void {
  for (let row = from; row < rows; row++) {
    const spread = read(distance, row)
    write(out, row, spread === 0 ? 0 : (read(source, row) - read(mean, row)) / (0.015 * spread))
  }
}
