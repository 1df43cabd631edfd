import { addressOf, blank, Column, read, WIDTH, write } from './columns'
import { afterLane } from './look-ahead'

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
      for (; start + 4 * period < rows; start += 4 * period) {
        fourBlocks(source, out, start, period, share)
      }
      row = start
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
 * The windows that end from `start` on, where a block ends, over four blocks: side by side, for a sum waits for its
 * last addition. The tails lie in `out` until their heads are added.
 */
function fourBlocks(source: Column, out: Column, start: i32, period: i32, share: f64): void {
  const length = (<usize>period) << 3
  let one: f64 = 0
  let two: f64 = 0
  let three: f64 = 0
  let four: f64 = 0
  for (let back = period - 1; back >= 0; back--) {
    const at = addressOf(source, start - period + 1 + back)
    const to = addressOf(out, start + back)
    one += load<f64>(at)
    two += load<f64>(at + length)
    three += load<f64>(at + 2 * length)
    four += load<f64>(at + 3 * length)
    store<f64>(to, one)
    store<f64>(to + length, two)
    store<f64>(to + 2 * length, three)
    store<f64>(to + 3 * length, four)
  }
  one = 0
  two = 0
  three = 0
  four = 0
  for (let ahead = 0; ahead < period; ahead++) {
    const at = addressOf(source, start + ahead)
    const to = addressOf(out, start + ahead)
    // The window that ends with its block has no head.
    if (ahead > 0) {
      one += load<f64>(at)
      two += load<f64>(at + length)
      three += load<f64>(at + 2 * length)
      four += load<f64>(at + 3 * length)
    }
    store<f64>(to, (load<f64>(to) + one) * share)
    store<f64>(to + length, (load<f64>(to + length) + two) * share)
    store<f64>(to + 2 * length, (load<f64>(to + 2 * length) + three) * share)
    store<f64>(to + 3 * length, (load<f64>(to + 3 * length) + four) * share)
  }
}

/** Exponential moving average with the given smoothing, seeded by the mean of the first `period` rows. */
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
  const rest = 1.0 - alpha
  const second = alpha * rest
  const third = second * rest
  const fourth = third * rest
  let row = max(from, period)
  let lane = (row - period) & 3
  while (row < rows) {
    if (lane === 0 && row + 3 < rows) {
      do {
        const at = addressOf(source, row)
        const to = addressOf(out, row)
        const one = load<f64>(at) - average
        const two = load<f64>(at, 8) - average
        const three = load<f64>(at, 16) - average
        const four = load<f64>(at, 24) - average
        store<f64>(to, average + alpha * one)
        store<f64>(to, average + (second * one + alpha * two), 8)
        store<f64>(to, average + (third * one + second * two + alpha * three), 16)
        average += fourth * one + third * two + (second * three + alpha * four)
        store<f64>(to, average, 24)
        row += 4
      } while (row + 3 < rows)
    } else {
      const begin = row - lane
      const one = read(source, begin) - average
      const two = lane > 0 ? read(source, begin + 1) - average : 0
      const three = lane > 1 ? read(source, begin + 2) - average : 0
      const four = lane > 2 ? read(source, row) - average : 0
      const now = afterLane(average, alpha, lane, one, two, three, four)
      write(out, row, now)
      average = lane === 3 ? now : average
      row++
      lane = (lane + 1) & 3
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
