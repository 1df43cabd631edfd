import { Column, read, write } from './columns'

/** Volume as an operand: NaN until the first trade of the series, so an index never has any; then a gap counts 0. */
export function tradedVolume(volume: Column, out: Column, rows: i32): void {
  let row = 0
  for (; row < rows && !(read(volume, row) > 0); row++) {
    write(out, row, NaN)
  }
  for (; row < rows; row++) {
    const units = read(volume, row)
    write(out, row, units > 0 ? units : 0)
  }
}

/** Volume-weighted average of `price` since the day began; NaN while the day has no volume. */
export function vwap(price: Column, volume: Column, day: Column, out: Column, rows: i32): void {
  let today: f64 = NaN
  let value: f64 = 0
  let units: f64 = 0
  for (let row = 0; row < rows; row++) {
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
}

/** The amount on rows where the source rose, 0 on others. Row 0 has none. */
export function whereRising(source: Column, amount: Column, out: Column, rows: i32): void {
  write(out, 0, NaN)
  for (let row = 1; row < rows; row++) {
    write(out, row, read(source, row) > read(source, row - 1) ? read(amount, row) : 0)
  }
}

/** The amount on rows where the source fell, 0 on others. Row 0 has none. */
export function whereFalling(source: Column, amount: Column, out: Column, rows: i32): void {
  write(out, 0, NaN)
  for (let row = 1; row < rows; row++) {
    write(out, row, read(source, row) < read(source, row - 1) ? read(amount, row) : 0)
  }
}

/** 100 - 100 / (1 + up / down): 100 where nothing fell, NaN where nothing was traded. */
export function moneyFlow(up: Column, down: Column, traded: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    const fallen = read(down, row)
    const value = fallen === 0 ? 100.0 : 100.0 - 100.0 / (1.0 + read(up, row) / fallen)
    write(out, row, read(traded, row) === 0 ? NaN : value)
  }
}

/** Where the close lies between low (-1) and high (1); 0 where they are one. */
export function closeLocation(high: Column, low: Column, close: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    const range = read(high, row) - read(low, row)
    const place = read(close, row) - read(low, row) - (read(high, row) - read(close, row))
    write(out, row, range === 0 ? 0 : place / range)
  }
}
