import { addressOf, blank, Column, finite, finitePair, read, readSplat, write } from './columns'
import { pairAfterFour, pairAfterLane, pairAfterOne, pairAfterThree, pairAfterTwo } from './look-ahead'

/** An average before it is taken in fours: up to its seed the sum of its rows, then the average. */
function begun(average: f64, value: f64, row: i32, period: i32): f64 {
  if (row >= period) {
    return average + (2.0 / f64(period + 1)) * (value - average)
  }
  const sum = average + value
  return row === period - 1 ? sum / f64(period) : sum
}

/** Lane 0 less lane 1. */
function apart(averages: v128): f64 {
  return finite(f64x2.extract_lane(averages, 0) - f64x2.extract_lane(averages, 1))
}

function bothApart(first: v128, second: v128): v128 {
  const fast = v128.shuffle<f64>(first, second, 0, 2)
  const slow = v128.shuffle<f64>(first, second, 1, 3)
  return finitePair(f64x2.sub(fast, slow))
}

/**
 * The exponential moving average of `fast` rows less that of `slow`, a lane for each. Once both have a value they are
 * taken in fours, as `ema` takes one. State: both averages that the row's four begin with.
 */
export function emaDifference(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  fast: i32,
  slow: i32,
): void {
  const lead = max(fast, slow)
  let fastAverage = from > 0 ? read(state, 0) : 0
  let slowAverage = from > 0 ? read(state, 1) : 0
  blank(out, from, min(rows, lead - 1))
  for (let row = from; row < min(rows, lead); row++) {
    fastAverage = begun(fastAverage, read(source, row), row, fast)
    slowAverage = begun(slowAverage, read(source, row), row, slow)
    if (row === lead - 1) {
      write(out, row, finite(fastAverage - slowAverage))
    }
  }
  let averages = f64x2(fastAverage, slowAverage)
  const alpha = f64x2(2.0 / f64(fast + 1), 2.0 / f64(slow + 1))
  const rest = f64x2.sub(f64x2.splat(1), alpha)
  const second = f64x2.mul(alpha, rest)
  const third = f64x2.mul(second, rest)
  const fourth = f64x2.mul(third, rest)
  let row = max(from, lead)
  let lane = (row - lead) & 3
  while (row < rows) {
    if (lane === 0 && row + 3 < rows) {
      do {
        const at = addressOf(source, row)
        const to = addressOf(out, row)
        const one = f64x2.sub(v128.load64_splat(at), averages)
        const two = f64x2.sub(v128.load64_splat(at, 8), averages)
        const three = f64x2.sub(v128.load64_splat(at, 16), averages)
        const four = f64x2.sub(v128.load64_splat(at, 24), averages)
        const afterOne = pairAfterOne(averages, alpha, one)
        const afterTwo = pairAfterTwo(averages, alpha, second, one, two)
        const afterThree = pairAfterThree(averages, alpha, second, third, one, two, three)
        averages = pairAfterFour(averages, alpha, second, third, fourth, one, two, three, four)
        v128.store(to, bothApart(afterOne, afterTwo))
        v128.store(to, bothApart(afterThree, averages), 16)
        row += 4
      } while (row + 3 < rows)
    } else {
      const begin = row - lane
      const one = f64x2.sub(readSplat(source, begin), averages)
      const two = lane > 0 ? f64x2.sub(readSplat(source, begin + 1), averages) : one
      const three = lane > 1 ? f64x2.sub(readSplat(source, begin + 2), averages) : one
      const four = lane > 2 ? f64x2.sub(readSplat(source, begin + 3), averages) : one
      const now = pairAfterLane(averages, alpha, lane, one, two, three, four)
      write(out, row, apart(now))
      averages = lane === 3 ? now : averages
      row++
      lane = (lane + 1) & 3
    }
  }
  write(state, 0, f64x2.extract_lane(averages, 0))
  write(state, 1, f64x2.extract_lane(averages, 1))
}
