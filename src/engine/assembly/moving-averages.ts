import { blank, Column, read, write } from './columns'

/**
 * Simple moving average. Rows before the first full window are NaN. Needs `rows >= period`.
 * Every window is the tail of one block of `period` rows and the head of the next, so the sum of both is the window's
 * sum and nothing is ever subtracted: no drift, however long the series.
 */
export function sma(source: Column, out: Column, rows: i32, period: i32): void {
  const share = 1.0 / f64(period)
  blank(out, period - 1)
  let block = 0
  for (; block + period <= rows; block += period) {
    let tail: f64 = 0
    const last = min(block + period, rows - period + 1)
    for (let row = block + period - 1; row >= last; row--) {
      tail += read(source, row)
    }
    for (let row = last - 1; row >= block; row--) {
      tail += read(source, row)
      write(out, row + period - 1, tail)
    }
    let head: f64 = 0
    const end = min(block + period, rows - period + 1)
    write(out, block + period - 1, read(out, block + period - 1) * share)
    for (let row = block + 1; row < end; row++) {
      head += read(source, row + period - 1)
      write(out, row + period - 1, (read(out, row + period - 1) + head) * share)
    }
  }
}

/** Exponential moving average with the given smoothing, seeded by the mean of the first `period` rows. */
function smooth(source: Column, out: Column, rows: i32, period: i32, alpha: f64): void {
  let sum: f64 = 0
  for (let row = 0; row < period; row++) {
    sum += read(source, row)
  }
  blank(out, period - 1)
  let average = sum / f64(period)
  write(out, period - 1, average)
  for (let row = period; row < rows; row++) {
    average += alpha * (read(source, row) - average)
    write(out, row, average)
  }
}

/** Exponential moving average, alpha 2/(period+1). Needs `rows >= period`. */
export function ema(source: Column, out: Column, rows: i32, period: i32): void {
  smooth(source, out, rows, period, 2.0 / f64(period + 1))
}

/** Wilder's average, alpha 1/period. Needs `rows >= period`. */
export function wilder(source: Column, out: Column, rows: i32, period: i32): void {
  smooth(source, out, rows, period, 1.0 / f64(period))
}

/** Linearly weighted moving average, the newest row heaviest. Sums are taken anew every `period` rows. */
export function wma(source: Column, out: Column, rows: i32, period: i32): void {
  const share = 2.0 / (f64(period) * f64(period + 1))
  const newest = f64(period)
  blank(out, period - 1)
  for (let start = period - 1; start < rows; start += period) {
    let sum: f64 = 0
    let weighted: f64 = 0
    for (let place = 0; place < period; place++) {
      const value = read(source, start - period + 1 + place)
      sum += value
      weighted += f64(place + 1) * value
    }
    write(out, start, weighted * share)
    const end = min(start + period, rows)
    for (let row = start + 1; row < end; row++) {
      const value = read(source, row)
      weighted += newest * value - sum
      sum += value - read(source, row - period)
      write(out, row, weighted * share)
    }
  }
}
