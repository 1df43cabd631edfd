import { blank, Column, read, WIDTH, write } from './columns'

/**
 * Simple moving average. Rows before the first full window are NaN.
 * Every window is the tail of one block of `period` rows and the head of the next, so the sum of both is the window's
 * sum and nothing is ever subtracted: no drift, however long the series. State: the head, then the tail at each row of
 * the block.
 */
export function sma(source: Column, out: Column, state: Column, from: i32, rows: i32, period: i32): void {
  const share = 1.0 / f64(period)
  const tails = state + WIDTH
  blank(out, from, min(rows, period - 1))
  let head = from > 0 ? read(state, 0) : 0
  let row = max(from, period - 1)
  let start = row - ((row + 1) % period)
  while (row < rows) {
    if (row === start) {
      const block = row - period + 1
      let tail: f64 = 0
      for (let back = period - 1; back >= 0; back--) {
        tail += read(source, block + back)
        write(tails, back, tail)
      }
      head = 0
      write(out, row, tail * share)
      row++
    }
    const end = min(rows, start + period)
    for (; row < end; row++) {
      head += read(source, row)
      write(out, row, (read(tails, row - start) + head) * share)
    }
    start += period
  }
  write(state, 0, head)
}

/**
 * Exponential moving average with the given smoothing, seeded by the mean of the first `period` rows. Four rows are
 * taken from one average, each with the distances of its rows from it, so that a row does not wait for the one before.
 * A row by itself takes them in the same way, from the average of the last four.
 */
function smooth(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
  alpha: f64,
): void {
  let average = from > 0 ? read(state, 0) : 0
  blank(out, from, min(rows, period - 1))
  for (let row = from; row < min(rows, period); row++) {
    average += read(source, row)
  }
  if (from < period && rows >= period) {
    average /= f64(period)
    write(out, period - 1, average)
  }
  const second = alpha * (1.0 - alpha)
  const third = second * (1.0 - alpha)
  const fourth = third * (1.0 - alpha)
  let row = max(from, period)
  let place = (row - period) & 3
  while (row < rows) {
    const one = read(source, row - place) - average
    if (place === 0 && row + 3 < rows) {
      const two = read(source, row + 1) - average
      const three = read(source, row + 2) - average
      const four = read(source, row + 3) - average
      write(out, row, average + alpha * one)
      write(out, row + 1, average + (second * one + alpha * two))
      write(out, row + 2, average + (third * one + second * two + alpha * three))
      average += fourth * one + third * two + (second * three + alpha * four)
      write(out, row + 3, average)
      row += 4
    } else {
      const two = place > 0 ? read(source, row - place + 1) - average : 0
      const three = place > 1 ? read(source, row - place + 2) - average : 0
      if (place === 0) {
        write(out, row, average + alpha * one)
      } else if (place === 1) {
        write(out, row, average + (second * one + alpha * two))
      } else if (place === 2) {
        write(out, row, average + (third * one + second * two + alpha * three))
      } else {
        const four = read(source, row) - average
        average += fourth * one + third * two + (second * three + alpha * four)
        write(out, row, average)
      }
      row++
      place = (place + 1) & 3
    }
  }
  write(state, 0, average)
}

/** Exponential moving average, alpha 2/(period+1). State: the average that the row's four begin with, before the seed the sum. */
export function ema(source: Column, out: Column, state: Column, from: i32, rows: i32, period: i32): void {
  smooth(source, out, state, from, rows, period, 2.0 / f64(period + 1))
}

/** Wilder's average, alpha 1/period. State: the average that the row's four begin with, before the seed the sum. */
export function wilder(source: Column, out: Column, state: Column, from: i32, rows: i32, period: i32): void {
  smooth(source, out, state, from, rows, period, 1.0 / f64(period))
}

/**
 * Linearly weighted moving average, the newest row heaviest. Sums are taken anew every `period` rows. State: the sum
 * and the weighted sum.
 */
export function wma(source: Column, out: Column, state: Column, from: i32, rows: i32, period: i32): void {
  const share = 2.0 / (f64(period) * f64(period + 1))
  const newest = f64(period)
  blank(out, from, min(rows, period - 1))
  let sum = from > 0 ? read(state, 0) : 0
  let weighted = from > 0 ? read(state, 1) : 0
  let row = max(from, period - 1)
  let start = row - ((row + 1) % period)
  while (row < rows) {
    if (row === start) {
      sum = 0
      weighted = 0
      for (let weight = 1; weight <= period; weight++) {
        const value = read(source, row - period + weight)
        sum += value
        weighted += f64(weight) * value
      }
      write(out, row, weighted * share)
      row++
    }
    const end = min(rows, start + period)
    for (; row < end; row++) {
      const value = read(source, row)
      weighted += newest * value - sum
      sum += value - read(source, row - period)
      write(out, row, weighted * share)
    }
    start += period
  }
  write(state, 0, sum)
  write(state, 1, weighted)
}
