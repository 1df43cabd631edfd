/**
 * Address of a column of f64 values. A kernel runs the rows `from` to `rows` of its columns, so that a
 * series can be run as it grows: it reads only so many rows behind `from` as kernels.ts names, and what it must
 * remember besides lies in its `state`, which a run from row 0 finds empty and every run leaves for the next. A whole
 * series is one run from row 0.
 */
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

/** Writes NaN to the rows `from` to `to`, which have no value. */
export function blank(out: Column, from: i32, to: i32): void {
  for (let row = from; row < to; row++) {
    write(out, row, NaN)
  }
}

/** Two rows at once. The lanes are computed as one row is by itself, to the bit. */
export function readPair(column: Column, row: i32): v128 {
  return v128.load(column + ((<usize>row) << 3))
}

export function writePair(column: Column, row: i32, values: v128): void {
  v128.store(column + ((<usize>row) << 3), values)
}

/** NaN in the lanes that `isNone` marks. */
export function noneWhere(values: v128, isNone: v128): v128 {
  return v128.bitselect(f64x2.splat(NaN), values, isNone)
}

/** One row in both lanes. */
export function readSplat(column: Column, row: i32): v128 {
  return v128.load64_splat(column + ((<usize>row) << 3))
}

/** Address of one row of a column. */
export function addressOf(column: Column, row: i32): usize {
  return column + ((<usize>row) << 3)
}

/** NaN for what is not finite: no operand is ever infinite. A number less itself is 0, to the sign of a zero. */
export function finite(value: f64): f64 {
  return value - (value - value)
}

export function finitePair(values: v128): v128 {
  return f64x2.sub(values, f64x2.sub(values, values))
}
