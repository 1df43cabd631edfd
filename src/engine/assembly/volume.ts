import { blank, Column, read, write } from './columns'

/**
 * Volume as an operand: NaN until the first trade of the series, so an index never has any; then a gap counts 0.
 * State: whether there was a trade.
 */
export function tradedVolume(volume: Column, out: Column, state: Column, from: i32, rows: i32): void {
  const isTraded = from > 0 && read(state, 0) !== 0
  let row = from
  for (; !isTraded && row < rows && !(read(volume, row) > 0); row++) {
    write(out, row, NaN)
  }
  write(state, 0, isTraded || row < rows ? 1 : 0)
  for (; row < rows; row++) {
    const units = read(volume, row)
    write(out, row, units > 0 ? units : 0)
  }
}

/** The last value there was on rows without one; NaN before the first. State: the value. */
export function held(source: Column, out: Column, state: Column, from: i32, rows: i32): void {
  let last = from > 0 ? read(state, 0) : NaN
  for (let row = from; row < rows; row++) {
    const value = read(source, row)
    last = Number.isNaN(value) ? last : value
    write(out, row, last)
  }
  write(state, 0, last)
}

/**
 * Volume-weighted average of `price` since the day began; NaN while the day has no volume. State: the day, the value and
 * the units traded.
 */
export function vwap(
  price: Column,
  volume: Column,
  day: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
): void {
  let today = from > 0 ? read(state, 0) : NaN
  let value = from > 0 ? read(state, 1) : 0
  let units = from > 0 ? read(state, 2) : 0
  for (let row = from; row < rows; row++) {
    if (read(day, row) !== today) {
      today = read(day, row)
      value = 0
      units = 0
    }
    const traded = read(volume, row)
    if (traded > 0) {
      value += read(price, row) * traded
      units += traded
    }
    write(out, row, units > 0 ? value / units : NaN)
  }
  write(state, 0, today)
  write(state, 1, value)
  write(state, 2, units)
}

/** The amount on rows where the source rose, 0 on others. Row 0 has none. */
export function whereRising(source: Column, amount: Column, out: Column, from: i32, rows: i32): void {
  blank(out, from, 1)
  for (let row = max(from, 1); row < rows; row++) {
    write(out, row, read(source, row) > read(source, row - 1) ? read(amount, row) : 0)
  }
}

/** The amount on rows where the source fell, 0 on others. Row 0 has none. */
export function whereFalling(source: Column, amount: Column, out: Column, from: i32, rows: i32): void {
  blank(out, from, 1)
  for (let row = max(from, 1); row < rows; row++) {
    write(out, row, read(source, row) < read(source, row - 1) ? read(amount, row) : 0)
  }
}

/** 100 - 100 / (1 + up / down): 100 where nothing fell, NaN where nothing was traded. */
export function moneyFlow(up: Column, down: Column, traded: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    const fallen = read(down, row)
    const value = fallen === 0 ? 100.0 : 100.0 - 100.0 / (1.0 + read(up, row) / fallen)
    write(out, row, read(traded, row) === 0 ? NaN : value)
  }
}

/** Where the close lies between low (-1) and high (1); 0 where they are one. */
export function closeLocation(
  high: Column,
  low: Column,
  close: Column,
  out: Column,
  from: i32,
  rows: i32,
): void {
  for (let row = from; row < rows; row++) {
    const range = read(high, row) - read(low, row)
    const location = read(close, row) - read(low, row) - (read(high, row) - read(close, row))
    write(out, row, range === 0 ? 0 : location / range)
  }
}
