import { blank, Column, read, write } from './columns'

/**
 * Relative strength index with Wilder smoothing, 0 to 100; 100 where nothing fell. Needs `rows > period`.
 * (c+|c|)/2 is c where it rose and 0 where it fell, to the bit, and has no branch.
 */
export function rsi(source: Column, out: Column, rows: i32, period: i32): void {
  const alpha = 1.0 / f64(period)
  let gain: f64 = 0
  let loss: f64 = 0
  let previous = read(source, 0)
  for (let row = 1; row <= period; row++) {
    const value = read(source, row)
    const change = value - previous
    const rise = 0.5 * (change + abs(change))
    gain += rise
    loss += rise - change
    previous = value
  }
  gain *= alpha
  loss *= alpha
  blank(out, period)
  write(out, period, strength(gain, loss))
  for (let row = period + 1; row < rows; row++) {
    const value = read(source, row)
    const change = value - previous
    const rise = 0.5 * (change + abs(change))
    gain += alpha * (rise - gain)
    loss += alpha * (rise - change - loss)
    write(out, row, strength(gain, loss))
    previous = value
  }
}

function strength(gain: f64, loss: f64): f64 {
  return loss === 0 ? 100.0 : 100.0 - 100.0 / (1.0 + gain / loss)
}

/** What the source rose by since the row before, 0 where it fell. Row 0 has none. */
export function rise(source: Column, out: Column, rows: i32): void {
  write(out, 0, NaN)
  for (let row = 1; row < rows; row++) {
    const change = read(source, row) - read(source, row - 1)
    write(out, row, 0.5 * (change + abs(change)))
  }
}

/** What the source fell by since the row before, 0 where it rose. Row 0 has none. */
export function fall(source: Column, out: Column, rows: i32): void {
  write(out, 0, NaN)
  for (let row = 1; row < rows; row++) {
    const change = read(source, row) - read(source, row - 1)
    write(out, row, 0.5 * (abs(change) - change))
  }
}

/** 100 (left - right) / (left + right), 0 where both are 0. */
export function balance(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
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
  rows: i32,
): void {
  for (let row = 0; row < rows; row++) {
    const range = read(top, row) - read(bottom, row)
    write(out, row, range === 0 ? NaN : (100.0 * (read(value, row) - read(base, row))) / range)
  }
}

/** 100 left / right, 0 where right is 0. */
export function share(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
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
  rows: i32,
): void {
  for (let row = 0; row < rows; row++) {
    const spread = read(distance, row)
    write(out, row, spread === 0 ? 0 : (read(source, row) - read(mean, row)) / (0.015 * spread))
  }
}
