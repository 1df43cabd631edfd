import { blank, Column, read, readPair, write, writePair } from './columns'
import { afterLane } from './look-ahead'
import { rangeAt, rangePair } from './true-range'

/** True range: high less low, widened to the previous close. On the first row high less low. */
export function trueRange(high: Column, low: Column, close: Column, out: Column, from: i32, rows: i32): void {
  if (from === 0) {
    write(out, 0, read(high, 0) - read(low, 0))
  }
  let row = max(from, 1)
  for (; row + 1 < rows; row += 2) {
    writePair(out, row, rangePair(high, low, close, row))
  }
  if (row < rows) {
    write(out, row, rangeAt(high, low, close, row))
  }
}

/**
 * Wilder's average of the true range, in fours as `wilder` takes it. State: the average that the row's four begin with,
 * before the seed the sum.
 */
export function averageRange(
  high: Column,
  low: Column,
  close: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  const alpha = 1.0 / f64(period)
  let average = from > 0 ? read(state, 0) : read(high, 0) - read(low, 0)
  blank(out, from, min(rows, period - 1))
  for (let row = max(from, 1); row < min(rows, period); row++) {
    average += rangeAt(high, low, close, row)
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
        const averages = f64x2.splat(average)
        const early = f64x2.sub(rangePair(high, low, close, row), averages)
        const late = f64x2.sub(rangePair(high, low, close, row + 2), averages)
        const one = f64x2.extract_lane(early, 0)
        const two = f64x2.extract_lane(early, 1)
        const three = f64x2.extract_lane(late, 0)
        const four = f64x2.extract_lane(late, 1)
        write(out, row, average + alpha * one)
        write(out, row + 1, average + (second * one + alpha * two))
        write(out, row + 2, average + (third * one + second * two + alpha * three))
        average += fourth * one + third * two + (second * three + alpha * four)
        write(out, row + 3, average)
        row += 4
      } while (row + 3 < rows)
    } else {
      const begin = row - lane
      const one = rangeAt(high, low, close, begin) - average
      const two = lane > 0 ? rangeAt(high, low, close, begin + 1) - average : 0
      const three = lane > 1 ? rangeAt(high, low, close, begin + 2) - average : 0
      const four = lane > 2 ? rangeAt(high, low, close, row) - average : 0
      const now = afterLane(average, alpha, lane, one, two, three, four)
      write(out, row, now)
      average = lane === 3 ? now : average
      row++
      lane = (lane + 1) & 3
    }
  }
  write(state, 0, average)
}

/**
 * Population standard deviation over `period` rows, 0 over a flat window. Needs `period >= 2`.
 * Squares are taken of the distance to a nearby row and summed anew every `period` rows: on prices far from zero the
 * textbook sums lose half their digits. Two rows are taken at once, as one by itself is. State: that row's value, both
 * sums, how many equal rows came last.
 */
export function deviation(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  const shares = f64x2.splat(1.0 / f64(period))
  blank(out, from, min(rows, period - 1))
  let anchor = from > 0 ? read(state, 0) : 0
  let sums = from > 0 ? readPair(state, 1) : f64x2.splat(0)
  // The last row that differs from the one before it: a window that begins there or later is flat.
  let changed = from > 0 ? from - <i32>read(state, 3) : 0
  for (let row = max(from, 1); row < min(rows, period - 1); row++) {
    changed = read(source, row) === read(source, row - 1) ? changed : row
  }
  let row = max(from, period - 1)
  let start = row - ((row + 1) % period)
  while (row < rows) {
    const end = min(rows, start + period)
    if (row === start) {
      anchor = read(source, row)
      sums = distancesFrom(anchor, source, row - period + 1, row)
      changed = anchor === read(source, row - 1) ? changed : row
      write(out, row, row - changed + 1 >= period ? 0 : f64x2.extract_lane(spreads(sums, sums, shares), 0))
      row++
    }
    const anchors = f64x2.splat(anchor)
    for (; row + 1 < end; row += 2) {
      const values = readPair(source, row)
      const leaving = f64x2.sub(readPair(source, row - period), anchors)
      const coming = f64x2.sub(values, anchors)
      const change = f64x2.sub(coming, leaving)
      const growth = f64x2.mul(change, f64x2.add(coming, leaving))
      const first = f64x2.add(sums, v128.shuffle<f64>(change, growth, 0, 2))
      sums = f64x2.add(first, v128.shuffle<f64>(change, growth, 1, 3))
      writePair(out, row, spreads(first, sums, shares))
      const same = i64x2.bitmask(f64x2.eq(values, readPair(source, row - 1)))
      const before = changed
      changed = select(select(changed, row, same & 1), row + 1, same & 2)
      if (row - before + 2 >= period) {
        if ((same & 1) !== 0 && row - before + 1 >= period) {
          write(out, row, 0)
        }
        if (row - changed + 2 >= period) {
          write(out, row + 1, 0)
        }
      }
    }
    if (row < end) {
      const leaving = read(source, row - period) - anchor
      const coming = read(source, row) - anchor
      const change = coming - leaving
      sums = f64x2.add(sums, f64x2(change, change * (coming + leaving)))
      changed = read(source, row) === read(source, row - 1) ? changed : row
      write(out, row, row - changed + 1 >= period ? 0 : f64x2.extract_lane(spreads(sums, sums, shares), 0))
      row++
    }
    start += period
  }
  write(state, 0, anchor)
  writePair(state, 1, sums)
  write(state, 3, f64(min(rows - changed, period)))
}

/** The sums of the distances of the rows `from` to `to` from a value, and of their squares, a lane for each. */
function distancesFrom(anchor: f64, source: Column, from: i32, to: i32): v128 {
  const anchors = f64x2.splat(anchor)
  let sums = f64x2.splat(0)
  let squares = f64x2.splat(0)
  let row = from
  for (; row + 1 < to; row += 2) {
    const distances = f64x2.sub(readPair(source, row), anchors)
    sums = f64x2.add(sums, distances)
    squares = f64x2.add(squares, f64x2.mul(distances, distances))
  }
  const distance = row < to ? read(source, row) - anchor : 0
  const both = f64x2.add(v128.shuffle<f64>(sums, squares, 0, 2), v128.shuffle<f64>(sums, squares, 1, 3))
  return f64x2.add(both, f64x2(distance, distance * distance))
}

/** The deviations of two rows from their sums of distances and of squares. */
function spreads(first: v128, second: v128, shares: v128): v128 {
  const means = f64x2.mul(v128.shuffle<f64>(first, second, 0, 2), shares)
  const squares = f64x2.mul(v128.shuffle<f64>(first, second, 1, 3), shares)
  const variances = f64x2.sub(squares, f64x2.mul(means, means))
  return f64x2.sqrt(f64x2.pmax(variances, f64x2.splat(0)))
}

/** The longer side of a right angle: sqrt(left² + right²). */
export function hypotenuse(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    const a = read(left, row)
    const b = read(right, row)
    write(out, row, sqrt(a * a + b * b))
  }
}

/** 100 log10(travel / range) / log10(period): how much of the way was to and fro. NaN over a flat range. */
export function choppiness(
  travel: Column,
  range: Column,
  out: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  const scale = 100.0 / Math.log10(f64(period))
  for (let row = from; row < rows; row++) {
    const reach = read(range, row)
    write(out, row, reach === 0 ? NaN : Math.log10(read(travel, row) / reach) * scale)
  }
}
