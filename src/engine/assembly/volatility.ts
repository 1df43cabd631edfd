import { blank, Column, read, readPair, WIDTH, write, writePair } from './columns'

/**
 * True range: high less low, widened to the previous close. On the first row high less low.
 * The largest of its three differences is max(high, close before) - min(low, close before), taken two rows at a time.
 * A row by itself takes them in the same way, to the sign of a zero.
 */
export function trueRange(high: Column, low: Column, close: Column, out: Column, from: i32, rows: i32): void {
  if (from === 0) {
    write(out, 0, read(high, 0) - read(low, 0))
  }
  let row = max(from, 1)
  for (; row + 1 < rows; row += 2) {
    const place = <usize>row * WIDTH
    const before = v128.load(close + place - WIDTH)
    const top = f64x2.pmax(v128.load(high + place), before)
    const bottom = f64x2.pmin(v128.load(low + place), before)
    v128.store(out + place, f64x2.sub(top, bottom))
  }
  if (row < rows) {
    const before = read(close, row - 1)
    const top = read(high, row)
    const bottom = read(low, row)
    write(out, row, (top < before ? before : top) - (before < bottom ? before : bottom))
  }
}

/**
 * Population standard deviation over `period` rows, 0 over a flat window. Needs `period >= 2`.
 * Squares are taken of the distance to a nearby row and summed anew every `period` rows: on prices far from zero the
 * textbook sums lose half their digits. Two rows are taken at once, as one by itself is. State: that row's value, both sums, how many equal rows came last.
 */
export function deviation(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  const share = 1.0 / f64(period)
  const shares = f64x2.splat(share)
  const none = f64x2.splat(0)
  blank(out, from, min(rows, period - 1))
  let anchor = from > 0 ? read(state, 0) : 0
  let sum = from > 0 ? read(state, 1) : 0
  let squares = from > 0 ? read(state, 2) : 0
  let equals = from > 0 ? <i32>read(state, 3) : 1
  for (let row = max(from, 1); row < min(rows, period - 1); row++) {
    equals = read(source, row) === read(source, row - 1) ? equals + 1 : 1
  }
  let row = max(from, period - 1)
  let start = row - ((row + 1) % period)
  while (row < rows) {
    const end = min(rows, start + period)
    if (row === start) {
      anchor = read(source, row)
      sum = 0
      squares = 0
      for (let back = row - period + 1; back < row; back++) {
        const distance = read(source, back) - anchor
        sum += distance
        squares += distance * distance
      }
      equals = read(source, row) === read(source, row - 1) ? equals + 1 : 1
      write(out, row, equals >= period ? 0 : spread(sum, squares, share))
      row++
    }
    const anchors = f64x2.splat(anchor)
    for (; row + 1 < end; row += 2) {
      const values = readPair(source, row)
      const leaving = f64x2.sub(readPair(source, row - period), anchors)
      const coming = f64x2.sub(values, anchors)
      const change = f64x2.sub(coming, leaving)
      const growth = f64x2.sub(f64x2.mul(coming, coming), f64x2.mul(leaving, leaving))
      const firstSum = sum + f64x2.extract_lane(change, 0)
      const firstSquares = squares + f64x2.extract_lane(growth, 0)
      sum = firstSum + f64x2.extract_lane(change, 1)
      squares = firstSquares + f64x2.extract_lane(growth, 1)
      const means = f64x2.mul(f64x2(firstSum, sum), shares)
      const meanSquares = f64x2.mul(f64x2(firstSquares, squares), shares)
      const variances = f64x2.sub(meanSquares, f64x2.mul(means, means))
      writePair(out, row, f64x2.sqrt(f64x2.pmax(variances, none)))
      const isSame = f64x2.eq(values, readPair(source, row - 1))
      const firstEquals = i64x2.extract_lane(isSame, 0) !== 0 ? equals + 1 : 1
      equals = i64x2.extract_lane(isSame, 1) !== 0 ? firstEquals + 1 : 1
      if (firstEquals >= period) {
        write(out, row, 0)
      }
      if (equals >= period) {
        write(out, row + 1, 0)
      }
    }
    if (row < end) {
      const leaving = read(source, row - period) - anchor
      const distance = read(source, row) - anchor
      sum += distance - leaving
      squares += distance * distance - leaving * leaving
      equals = read(source, row) === read(source, row - 1) ? equals + 1 : 1
      write(out, row, equals >= period ? 0 : spread(sum, squares, share))
      row++
    }
    start += period
  }
  write(state, 0, anchor)
  write(state, 1, sum)
  write(state, 2, squares)
  write(state, 3, f64(min(equals, period)))
}

/** The deviation that sums of distances and of their squares make. */
function spread(sum: f64, squares: f64, share: f64): f64 {
  const mean = sum * share
  const variance = squares * share - mean * mean
  return variance < 0 ? 0 : sqrt(variance)
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
