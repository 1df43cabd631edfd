/** Where a column of f64 values begins in memory. */
export type Column = usize

/** Where a column of one byte per row begins in memory: 1 is true and 0 false, or a few bits. */
export type Flags = usize

/** Bytes of one f64. */
export const WIDTH: usize = 8

/** Two values this close, relative to the larger and to 1, are equal: absorbs rounding, 2.5e-6 on 25,000. */
export const CLOSE: f64 = 1e-10

export function read(column: Column, row: i32): f64 {
  return load<f64>(column + ((<usize>row) << 3))
}

export function write(column: Column, row: i32, value: f64): void {
  store<f64>(column + ((<usize>row) << 3), value)
}

export function readFlag(flags: Flags, row: i32): i32 {
  return load<u8>(flags + <usize>row)
}

export function writeFlag(flags: Flags, row: i32, value: i32): void {
  store<u8>(flags + <usize>row, <u8>value)
}

/** Writes NaN to the rows before the first value. */
export function blank(out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, NaN)
  }
}
