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
