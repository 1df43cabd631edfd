import { blank, Column, read, readPair, readSplat, write, writePair } from './columns'

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

/** Directional movement up: what the high rose by where that is more than what the low fell by. Row 0 has none. */
export function moveUp(high: Column, low: Column, out: Column, from: i32, rows: i32): void {
  blank(out, from, 1)
  const none = f64x2.splat(0)
  let row = max(from, 1)
  for (; row + 1 < rows; row += 2) {
    const up = f64x2.sub(readPair(high, row), readPair(high, row - 1))
    const down = f64x2.sub(readPair(low, row - 1), readPair(low, row))
    const isMeant = v128.and(f64x2.gt(up, down), f64x2.gt(up, none))
    writePair(out, row, v128.and(up, isMeant))
  }
  if (row < rows) {
    const up = read(high, row) - read(high, row - 1)
    const down = read(low, row - 1) - read(low, row)
    write(out, row, up > down && up > 0 ? up : 0)
  }
}

/** Directional movement down: what the low fell by where that is more than what the high rose by. Row 0 has none. */
export function moveDown(high: Column, low: Column, out: Column, from: i32, rows: i32): void {
  blank(out, from, 1)
  const none = f64x2.splat(0)
  let row = max(from, 1)
  for (; row + 1 < rows; row += 2) {
    const up = f64x2.sub(readPair(high, row), readPair(high, row - 1))
    const down = f64x2.sub(readPair(low, row - 1), readPair(low, row))
    const isMeant = v128.and(f64x2.gt(down, up), f64x2.gt(down, none))
    writePair(out, row, v128.and(down, isMeant))
  }
  if (row < rows) {
    const up = read(high, row) - read(high, row - 1)
    const down = read(low, row - 1) - read(low, row)
    write(out, row, down > up && down > 0 ? down : 0)
  }
}

/** 100 movement / range; where the range is 0 the value before, 0 at first. State: that value. */
export function directional(
  movement: Column,
  range: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
): void {
  let value = from > 0 ? read(state, 0) : 0
  const none = f64x2.splat(0)
  const hundred = f64x2.splat(100)
  let row = from
  while (row < rows) {
    const isPair = row + 1 < rows
    if (isPair && !v128.any_true(f64x2.eq(readPair(range, row), none))) {
      const both = f64x2.div(f64x2.mul(hundred, readPair(movement, row)), readPair(range, row))
      writePair(out, row, both)
      value = f64x2.extract_lane(both, 1)
      row += 2
    } else {
      const whole = read(range, row)
      value = whole === 0 ? value : (100.0 * read(movement, row)) / whole
      write(out, row, value)
      row++
    }
  }
  write(state, 0, value)
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
