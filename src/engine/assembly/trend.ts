import { Column, read, write } from './columns'

/**
 * Supertrend from an average true range that has a value on every row. `output` 0 is the band in force, 1 its
 * direction: 1 rising (below the price), -1 falling. Starts falling.
 */
export function supertrend(
  high: Column,
  low: Column,
  close: Column,
  range: Column,
  out: Column,
  rows: i32,
  multiplier: f64,
  output: i32,
): void {
  let upper: f64 = 0
  let lower: f64 = 0
  let direction: f64 = -1
  for (let row = 0; row < rows; row++) {
    const middle = (read(high, row) + read(low, row)) / 2.0
    const reach = multiplier * read(range, row)
    const price = read(close, row)
    const before = row > 0 ? read(close, row - 1) : NaN
    const top = middle + reach
    const bottom = middle - reach
    lower = row === 0 || bottom > lower || before < lower ? bottom : lower
    upper = row === 0 || top < upper || before > upper ? top : upper
    if (row > 0) {
      if (direction < 0) {
        direction = price > upper ? 1 : -1
      } else {
        direction = price < lower ? -1 : 1
      }
    }
    const band = direction > 0 ? lower : upper
    write(out, row, output === 0 ? band : direction)
  }
}
