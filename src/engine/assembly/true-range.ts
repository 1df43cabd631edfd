import { addressOf, Column, read, readPair, WIDTH } from './columns'

/** True range of a row that has one before it: max(high, close before) - min(low, close before). */
export function rangeAt(high: Column, low: Column, close: Column, row: i32): f64 {
  const before = read(close, row - 1)
  const top = read(high, row)
  const bottom = read(low, row)
  return (top < before ? before : top) - (before < bottom ? before : bottom)
}

/** The same of two rows, to the sign of a zero. */
export function rangePair(high: Column, low: Column, close: Column, row: i32): v128 {
  const before = v128.load(addressOf(close, row) - WIDTH)
  const top = f64x2.pmax(readPair(high, row), before)
  const bottom = f64x2.pmin(readPair(low, row), before)
  return f64x2.sub(top, bottom)
}
