import { blank, Column, read, write } from './columns'

/** (high + low) / 2 */
export function hl2(high: Column, low: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    write(out, row, (read(high, row) + read(low, row)) / 2.0)
  }
}

/** (high + low + close) / 3 */
export function hlc3(high: Column, low: Column, close: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    write(out, row, (read(high, row) + read(low, row) + read(close, row)) / 3.0)
  }
}

/** (open + high + low + close) / 4 */
export function ohlc4(
  open: Column,
  high: Column,
  low: Column,
  close: Column,
  out: Column,
  from: i32,
  rows: i32,
): void {
  for (let row = from; row < rows; row++) {
    write(out, row, (read(open, row) + read(high, row) + read(low, row) + read(close, row)) / 4.0)
  }
}

export function hlcc4(high: Column, low: Column, close: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    write(out, row, (read(high, row) + read(low, row) + 2.0 * read(close, row)) / 4.0)
  }
}

/** The value `distance` rows back. Needs `distance >= 0`. */
export function shift(source: Column, out: Column, from: i32, rows: i32, distance: i32): void {
  blank(out, from, min(rows, distance))
  const first = max(from, distance)
  if (first < rows) {
    memory.copy(
      out + ((<usize>first) << 3),
      source + ((<usize>(first - distance)) << 3),
      (<usize>(rows - first)) << 3,
    )
  }
}

/** One value on every row. */
export function constant(out: Column, from: i32, rows: i32, value: f64): void {
  for (let row = from; row < rows; row++) {
    write(out, row, value)
  }
}

/** Row `sourceRows[row]` of `source`; NaN where that is negative. */
export function project(source: Column, sourceRows: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    const sourceRow = <i32>read(sourceRows, row)
    write(out, row, sourceRow < 0 ? NaN : read(source, sourceRow))
  }
}

/** First row that is a number, or `rows`. */
export function firstValid(source: Column, rows: i32): i32 {
  let row = 0
  while (row < rows && !(abs(read(source, row)) >= 0)) {
    row++
  }
  return row
}
