import { addressOf, blank, Column, noneWhere, read, readPair, WIDTH, write, writePair } from './columns'
import { pairAfterFour, pairAfterLane, pairAfterOne, pairAfterThree, pairAfterTwo } from './look-ahead'

/** Rise and fall of a row, a lane each: (c+|c|)/2 is c where it rose and 0 where it fell, to the bit. */
function movedAt(source: Column, row: i32): v128 {
  const change = read(source, row) - read(source, row - 1)
  const rise = 0.5 * (change + abs(change))
  return f64x2(rise, rise - change)
}

/**
 * Relative strength index with Wilder smoothing, 0 to 100; 100 where nothing fell. 100 - 100 / (1 + rise / fall) is
 * 100 rise / (rise + fall), which divides once. State: the average rise and fall that the row's four begin with, before
 * the first value their sums.
 */
export function rsi(source: Column, out: Column, state: Column, from: i32, rows: i32, period: i32): void {
  let averages = from > 0 ? readPair(state, 0) : f64x2.splat(0)
  for (let row = max(from, 1); row < min(rows, period + 1); row++) {
    averages = f64x2.add(averages, movedAt(source, row))
  }
  blank(out, from, min(rows, period))
  if (from <= period && rows > period) {
    averages = f64x2.div(averages, f64x2.splat(f64(period)))
    write(out, period, f64x2.extract_lane(strengths(averages, averages), 0))
  }
  const half = f64x2.splat(0.5)
  const alpha = f64x2.splat(1.0 / f64(period))
  const rest = f64x2.sub(f64x2.splat(1), alpha)
  const second = f64x2.mul(alpha, rest)
  const third = f64x2.mul(second, rest)
  const fourth = f64x2.mul(third, rest)
  let row = max(from, period + 1)
  let lane = (row - period - 1) & 3
  while (row < rows) {
    if (lane === 0 && row + 3 < rows) {
      do {
        const at = addressOf(source, row)
        const early = f64x2.sub(v128.load(at), v128.load(at - WIDTH))
        const late = f64x2.sub(v128.load(at, 16), v128.load(at, 8))
        const earlyRise = f64x2.mul(half, f64x2.add(early, f64x2.abs(early)))
        const lateRise = f64x2.mul(half, f64x2.add(late, f64x2.abs(late)))
        const earlyFall = f64x2.sub(earlyRise, early)
        const lateFall = f64x2.sub(lateRise, late)
        const one = f64x2.sub(v128.shuffle<f64>(earlyRise, earlyFall, 0, 2), averages)
        const two = f64x2.sub(v128.shuffle<f64>(earlyRise, earlyFall, 1, 3), averages)
        const three = f64x2.sub(v128.shuffle<f64>(lateRise, lateFall, 0, 2), averages)
        const four = f64x2.sub(v128.shuffle<f64>(lateRise, lateFall, 1, 3), averages)
        const afterOne = pairAfterOne(averages, alpha, one)
        const afterTwo = pairAfterTwo(averages, alpha, second, one, two)
        const afterThree = pairAfterThree(averages, alpha, second, third, one, two, three)
        averages = pairAfterFour(averages, alpha, second, third, fourth, one, two, three, four)
        writePair(out, row, strengths(afterOne, afterTwo))
        writePair(out, row + 2, strengths(afterThree, averages))
        row += 4
      } while (row + 3 < rows)
    } else {
      const begin = row - lane
      const one = f64x2.sub(movedAt(source, begin), averages)
      const two = lane > 0 ? f64x2.sub(movedAt(source, begin + 1), averages) : one
      const three = lane > 1 ? f64x2.sub(movedAt(source, begin + 2), averages) : one
      const four = lane > 2 ? f64x2.sub(movedAt(source, row), averages) : one
      const now = pairAfterLane(averages, alpha, lane, one, two, three, four)
      write(out, row, f64x2.extract_lane(strengths(now, now), 0))
      averages = lane === 3 ? now : averages
      row++
      lane = (lane + 1) & 3
    }
  }
  writePair(state, 0, averages)
}

/** The strength of two rows from their average rise and fall. */
function strengths(first: v128, second: v128): v128 {
  const rises = v128.shuffle<f64>(first, second, 0, 2)
  const falls = v128.shuffle<f64>(first, second, 1, 3)
  const hundred = f64x2.splat(100)
  const parts = f64x2.mul(hundred, f64x2.div(rises, f64x2.add(rises, falls)))
  return v128.bitselect(hundred, parts, f64x2.eq(falls, f64x2.splat(0)))
}

/** Rise of the source since the row before, 0 where it fell. Row 0 has none. */
export function rise(source: Column, out: Column, from: i32, rows: i32): void {
  blank(out, from, 1)
  for (let row = max(from, 1); row < rows; row++) {
    const change = read(source, row) - read(source, row - 1)
    write(out, row, 0.5 * (change + abs(change)))
  }
}

/** Fall of the source since the row before, 0 where it rose. Row 0 has none. */
export function fall(source: Column, out: Column, from: i32, rows: i32): void {
  blank(out, from, 1)
  for (let row = max(from, 1); row < rows; row++) {
    const change = read(source, row) - read(source, row - 1)
    write(out, row, 0.5 * (abs(change) - change))
  }
}

/** 100 (left - right) / (left + right), 0 where both are 0. */
export function balance(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    const sum = read(left, row) + read(right, row)
    write(out, row, sum === 0 ? 0 : (100.0 * (read(left, row) - read(right, row))) / sum)
  }
}

/** 100 (value - base) / (top - bottom): where the value stands in a range. NaN over a flat range. */
export function standing(
  value: Column,
  base: Column,
  bottom: Column,
  top: Column,
  out: Column,
  from: i32,
  rows: i32,
): void {
  const none = f64x2.splat(0)
  const hundred = f64x2.splat(100)
  let row = from
  for (; row + 1 < rows; row += 2) {
    const range = f64x2.sub(readPair(top, row), readPair(bottom, row))
    const above = f64x2.mul(hundred, f64x2.sub(readPair(value, row), readPair(base, row)))
    writePair(out, row, noneWhere(f64x2.div(above, range), f64x2.eq(range, none)))
  }
  if (row < rows) {
    const range = read(top, row) - read(bottom, row)
    write(out, row, range === 0 ? NaN : (100.0 * (read(value, row) - read(base, row))) / range)
  }
}

/** 100 left / right, 0 where right is 0. */
export function share(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    const whole = read(right, row)
    write(out, row, whole === 0 ? 0 : (100.0 * read(left, row)) / whole)
  }
}

/** (source - mean) / (0.015 distance), 0 where the distance is 0. */
export function commodityChannel(
  source: Column,
  mean: Column,
  distance: Column,
  out: Column,
  from: i32,
  rows: i32,
): void {
  for (let row = from; row < rows; row++) {
    const spread = read(distance, row)
    write(out, row, spread === 0 ? 0 : (read(source, row) - read(mean, row)) / (0.015 * spread))
  }
}
