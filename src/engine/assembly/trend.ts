import { Column, read, write } from './columns'

/**
 * Supertrend from an average true range that has a value on every row. `output` 0 is the band in force, 1 its
 * direction: 1 rising (below the price), -1 falling. Starts falling.
 */
export function supertrend(
  high: Column,
  low: Column,
  close: Column,
  range: Column,
  out: Column,
  rows: i32,
  multiplier: f64,
  output: i32,
): void {
  let upper: f64 = 0
  let lower: f64 = 0
  let direction: f64 = -1
  for (let row = 0; row < rows; row++) {
    const middle = (read(high, row) + read(low, row)) / 2.0
    const reach = multiplier * read(range, row)
    const price = read(close, row)
    const before = row > 0 ? read(close, row - 1) : NaN
    const top = middle + reach
    const bottom = middle - reach
    lower = row === 0 || bottom > lower || before < lower ? bottom : lower
    upper = row === 0 || top < upper || before > upper ? top : upper
    if (row > 0) {
      if (direction < 0) {
        direction = price > upper ? 1 : -1
      } else {
        direction = price < lower ? -1 : 1
      }
    }
    const band = direction > 0 ? lower : upper
    write(out, row, output === 0 ? band : direction)
  }
}

/** Directional movement up: what the high rose by where that is more than what the low fell by. Row 0 has none. */
export function moveUp(high: Column, low: Column, out: Column, rows: i32): void {
  write(out, 0, NaN)
  for (let row = 1; row < rows; row++) {
    const up = read(high, row) - read(high, row - 1)
    const down = read(low, row - 1) - read(low, row)
    write(out, row, up > down && up > 0 ? up : 0)
  }
}

/** Directional movement down: what the low fell by where that is more than what the high rose by. Row 0 has none. */
export function moveDown(high: Column, low: Column, out: Column, rows: i32): void {
  write(out, 0, NaN)
  for (let row = 1; row < rows; row++) {
    const up = read(high, row) - read(high, row - 1)
    const down = read(low, row - 1) - read(low, row)
    write(out, row, down > up && down > 0 ? down : 0)
  }
}

/** 100 movement / range; where the range is 0 the value before, 0 at first. */
export function directional(movement: Column, range: Column, out: Column, rows: i32): void {
  let value: f64 = 0
  for (let row = 0; row < rows; row++) {
    const whole = read(range, row)
    value = whole === 0 ? value : (100.0 * read(movement, row)) / whole
    write(out, row, value)
  }
}

/** 100 |plus - minus| / (plus + minus), 0 where both are 0. */
export function directionalSpread(plus: Column, minus: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    const sum = read(plus, row) + read(minus, row)
    write(out, row, sum === 0 ? 0 : (100.0 * abs(read(plus, row) - read(minus, row))) / sum)
  }
}

/**
 * Parabolic stop and reverse. `output` 0 is the stop, 1 its direction: 1 long, -1 short. Row 0 has none. A candle that
 * only touches the stop does not reverse. Needs `rows >= 2`.
 */
export function parabolicSar(
  high: Column,
  low: Column,
  close: Column,
  out: Column,
  rows: i32,
  start: f64,
  increment: f64,
  maximum: f64,
  output: i32,
): void {
  write(out, 0, NaN)
  let isLong = read(close, 1) > read(close, 0)
  let extreme = isLong ? read(high, 1) : read(low, 1)
  let stop = isLong ? read(low, 0) : read(high, 0)
  let pace = start
  for (let row = 1; row < rows; row++) {
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
}
