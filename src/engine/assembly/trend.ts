import { blank, Column, read, readPair, readSplat, WIDTH, write, writePair } from './columns'
import { pairAfterFour, pairAfterLane, pairAfterOne, pairAfterThree, pairAfterTwo } from './look-ahead'
import { rangeAt, rangePair } from './true-range'

/**
 * Supertrend from an average true range that has a value on every row. `output` 0 is the band in force, 1 its
 * direction: 1 rising (below the price), -1 falling. Starts falling. State: both bands and the direction.
 */
export function supertrend(
  high: Column,
  low: Column,
  close: Column,
  range: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  multiplier: f64,
  output: i32,
): void {
  // The lower band in one lane, the upper one in the other with its sign turned: both then follow one rule.
  let bands = f64x2(from > 0 ? read(state, 1) : 0, from > 0 ? -read(state, 0) : 0)
  let isRising = f64x2.gt(f64x2.splat(from > 0 ? read(state, 2) : -1), f64x2.splat(0))
  const signs = f64x2(1, -1)
  for (let row = from; row < rows; row++) {
    const middle = f64x2.splat((read(high, row) + read(low, row)) / 2.0)
    const reach = f64x2.splat(multiplier * read(range, row))
    const fresh = f64x2.sub(f64x2.mul(signs, middle), reach)
    if (row === 0) {
      bands = fresh
    } else {
      const before = f64x2.mul(signs, readSplat(close, row - 1))
      const isFresh = v128.or(f64x2.gt(fresh, bands), f64x2.lt(before, bands))
      bands = v128.bitselect(fresh, bands, isFresh)
      // Lane 0 says whether the price is under the lower band, lane 1 whether it is over the upper one.
      const price = f64x2.mul(signs, readSplat(close, row))
      const isOut = f64x2.lt(price, bands)
      const isOver = v128.shuffle<f64>(isOut, isOut, 1, 1)
      const isUnder = v128.shuffle<f64>(isOut, isOut, 0, 0)
      isRising = v128.bitselect(v128.not(isUnder), isOver, isRising)
    }
    if (output === 0) {
      const turned = f64x2.mul(signs, bands)
      const other = v128.shuffle<f64>(turned, turned, 1, 0)
      write(out, row, f64x2.extract_lane(v128.bitselect(turned, other, isRising), 0))
    } else {
      write(out, row, f64x2.extract_lane(v128.bitselect(signs, f64x2.splat(-1), isRising), 0))
    }
  }
  write(state, 0, -f64x2.extract_lane(bands, 1))
  write(state, 1, f64x2.extract_lane(bands, 0))
  write(state, 2, i64x2.extract_lane(isRising, 0) !== 0 ? 1 : -1)
}

/** Directional movement, where it exceeds that of the other side, and true range, a lane each. */
function movedAt(high: Column, low: Column, close: Column, row: i32, side: i32): v128 {
  const up = read(high, row) - read(high, row - 1)
  const down = read(low, row - 1) - read(low, row)
  const move = side > 0 ? up : down
  const other = side > 0 ? down : up
  return f64x2(move > other && move > 0 ? move : 0, rangeAt(high, low, close, row))
}

/** The movement to one side of two rows: `ahead` less `behind` is the move to it, that of the others to the other. */
function movesOf(ahead: Column, behind: Column, otherAhead: Column, otherBehind: Column, row: i32): v128 {
  const move = f64x2.sub(readPair(ahead, row), readPair(behind, row))
  const other = f64x2.sub(readPair(otherAhead, row), readPair(otherBehind, row))
  return v128.and(move, v128.and(f64x2.gt(move, other), f64x2.gt(move, f64x2.splat(0))))
}

/** 100 movement / range of averages; where the range is 0 the value before. */
function shareOf(averages: v128, before: f64): f64 {
  const range = f64x2.extract_lane(averages, 1)
  return range === 0 ? before : (100.0 * f64x2.extract_lane(averages, 0)) / range
}

/** The shares of two rows, the latest value before them in lane 1 of `before`. */
function sharesOf(first: v128, second: v128, before: v128): v128 {
  const ranges = v128.shuffle<f64>(first, second, 1, 3)
  if (v128.any_true(f64x2.eq(ranges, f64x2.splat(0)))) {
    const one = shareOf(first, f64x2.extract_lane(before, 1))
    return f64x2(one, shareOf(second, one))
  }
  const movements = v128.shuffle<f64>(first, second, 0, 2)
  return f64x2.div(f64x2.mul(f64x2.splat(100), movements), ranges)
}

/**
 * Directional indicator: 100 times the movement to one side through the true range, both by Wilder's average in fours;
 * where the range is 0 the value before, 0 at first. `side` 1 is up, -1 down. Row 0 has no movement. State: both
 * averages that the row's four begin with, before the first value their sums, and the value.
 */
export function directional(
  high: Column,
  low: Column,
  close: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
  side: i32,
): void {
  const none = f64x2.splat(0)
  let averages = from > 0 ? readPair(state, 0) : none
  let values = from > 0 ? readSplat(state, 2) : none
  blank(out, from, min(rows, period))
  for (let row = max(from, 1); row < min(rows, period + 1); row++) {
    averages = f64x2.add(averages, movedAt(high, low, close, row, side))
  }
  if (from <= period && rows > period) {
    averages = f64x2.div(averages, f64x2.splat(f64(period)))
    values = f64x2.splat(shareOf(averages, 0))
    write(out, period, f64x2.extract_lane(values, 1))
  }
  const alpha = f64x2.splat(1.0 / f64(period))
  const rest = f64x2.sub(f64x2.splat(1), alpha)
  const second = f64x2.mul(alpha, rest)
  const third = f64x2.mul(second, rest)
  const fourth = f64x2.mul(third, rest)
  const lowBefore = low - WIDTH
  const highBefore = high - WIDTH
  const ahead = side > 0 ? high : lowBefore
  const behind = side > 0 ? highBefore : low
  const otherAhead = side > 0 ? lowBefore : high
  const otherBehind = side > 0 ? low : highBefore
  let row = max(from, period + 1)
  let lane = (row - period - 1) & 3
  while (row < rows) {
    if (lane === 0 && row + 3 < rows) {
      do {
        const earlyMove = movesOf(ahead, behind, otherAhead, otherBehind, row)
        const lateMove = movesOf(ahead, behind, otherAhead, otherBehind, row + 2)
        const earlyRange = rangePair(high, low, close, row)
        const lateRange = rangePair(high, low, close, row + 2)
        const one = f64x2.sub(v128.shuffle<f64>(earlyMove, earlyRange, 0, 2), averages)
        const two = f64x2.sub(v128.shuffle<f64>(earlyMove, earlyRange, 1, 3), averages)
        const three = f64x2.sub(v128.shuffle<f64>(lateMove, lateRange, 0, 2), averages)
        const four = f64x2.sub(v128.shuffle<f64>(lateMove, lateRange, 1, 3), averages)
        const afterOne = pairAfterOne(averages, alpha, one)
        const afterTwo = pairAfterTwo(averages, alpha, second, one, two)
        const afterThree = pairAfterThree(averages, alpha, second, third, one, two, three)
        averages = pairAfterFour(averages, alpha, second, third, fourth, one, two, three, four)
        values = sharesOf(afterOne, afterTwo, values)
        writePair(out, row, values)
        values = sharesOf(afterThree, averages, values)
        writePair(out, row + 2, values)
        row += 4
      } while (row + 3 < rows)
    } else {
      const begin = row - lane
      const one = f64x2.sub(movedAt(high, low, close, begin, side), averages)
      const two = lane > 0 ? f64x2.sub(movedAt(high, low, close, begin + 1, side), averages) : one
      const three = lane > 1 ? f64x2.sub(movedAt(high, low, close, begin + 2, side), averages) : one
      const four = lane > 2 ? f64x2.sub(movedAt(high, low, close, row, side), averages) : one
      const now = pairAfterLane(averages, alpha, lane, one, two, three, four)
      values = f64x2.splat(shareOf(now, f64x2.extract_lane(values, 1)))
      write(out, row, f64x2.extract_lane(values, 1))
      averages = lane === 3 ? now : averages
      row++
      lane = (lane + 1) & 3
    }
  }
  writePair(state, 0, averages)
  write(state, 2, f64x2.extract_lane(values, 1))
}

/** 100 |plus - minus| / (plus + minus), 0 where both are 0. */
export function directionalSpread(plus: Column, minus: Column, out: Column, from: i32, rows: i32): void {
  const none = f64x2.splat(0)
  const hundred = f64x2.splat(100)
  let row = from
  for (; row + 1 < rows; row += 2) {
    const above = readPair(plus, row)
    const below = readPair(minus, row)
    const sum = f64x2.add(above, below)
    const spread = f64x2.div(f64x2.mul(hundred, f64x2.abs(f64x2.sub(above, below))), sum)
    writePair(out, row, v128.and(spread, f64x2.ne(sum, none)))
  }
  if (row < rows) {
    const sum = read(plus, row) + read(minus, row)
    write(out, row, sum === 0 ? 0 : (100.0 * abs(read(plus, row) - read(minus, row))) / sum)
  }
}

/**
 * Parabolic stop and reverse. `output` 0 is the stop, 1 its direction: 1 long, -1 short. Row 0 has none. A candle that
 * only touches the stop does not reverse. State: whether it is long, the extreme price, the stop and its pace.
 */
export function parabolicSar(
  high: Column,
  low: Column,
  close: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  start: f64,
  increment: f64,
  maximum: f64,
  output: i32,
): void {
  blank(out, from, 1)
  let isLong = read(state, 0) !== 0
  let extreme = read(state, 1)
  let stop = read(state, 2)
  let pace = read(state, 3)
  if (from < 2 && rows > 1) {
    isLong = read(close, 1) > read(close, 0)
    extreme = isLong ? read(high, 1) : read(low, 1)
    stop = isLong ? read(low, 0) : read(high, 0)
    pace = start
  }
  for (let row = max(from, 1); row < rows; row++) {
    const top = read(high, row)
    const bottom = read(low, row)
    let isFresh = row === 1
    stop += pace * (extreme - stop)
    if (isLong && stop > bottom) {
      isLong = false
      stop = max(top, extreme)
      extreme = bottom
      pace = start
      isFresh = true
    } else if (!isLong && stop < top) {
      isLong = true
      stop = min(bottom, extreme)
      extreme = top
      pace = start
      isFresh = true
    }
    if (!isFresh && (isLong ? top > extreme : bottom < extreme)) {
      extreme = isLong ? top : bottom
      pace = min(pace + increment, maximum)
    }
    const earlier = row > 1 ? row - 2 : row - 1
    if (isLong) {
      stop = min(stop, min(read(low, row - 1), read(low, earlier)))
    } else {
      stop = max(stop, max(read(high, row - 1), read(high, earlier)))
    }
    write(out, row, output === 0 ? stop : isLong ? 1 : -1)
  }
  write(state, 0, isLong ? 1 : 0)
  write(state, 1, extreme)
  write(state, 2, stop)
  write(state, 3, pace)
}
