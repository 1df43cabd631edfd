import { Column, WIDTH } from './columns'

/** Rows looked at together. */
export const EIGHT: i32 = 8

/** The least value of a column times `sign` in the eight rows from `row` on. Finite values only. */
export function leastOfEight(column: Column, row: i32, sign: f64): f64 {
  const at = column + <usize>row * WIDTH
  const factor = f64x2.splat(sign)
  const one = f64x2.pmin(f64x2.mul(v128.load(at), factor), f64x2.mul(v128.load(at, 16), factor))
  const other = f64x2.pmin(f64x2.mul(v128.load(at, 32), factor), f64x2.mul(v128.load(at, 48), factor))
  const both = f64x2.pmin(one, other)
  const first = f64x2.extract_lane(both, 0)
  const second = f64x2.extract_lane(both, 1)
  return first < second ? first : second
}

/** The greatest, likewise. */
export function greatestOfEight(column: Column, row: i32, sign: f64): f64 {
  return -leastOfEight(column, row, -sign)
}
