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
