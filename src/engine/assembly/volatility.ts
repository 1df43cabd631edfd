import { blank, Column, read, WIDTH, write } from './columns'

/**
 * True range: high less low, widened to the previous close. On the first row high less low.
 * The largest of its three differences is max(high, close before) - min(low, close before), taken two rows at a time.
 */
export function trueRange(high: Column, low: Column, close: Column, out: Column, rows: i32): void {
  write(out, 0, read(high, 0) - read(low, 0))
  let row = 1
  for (; row + 1 < rows; row += 2) {
    const place = <usize>row * WIDTH
    const before = v128.load(close + place - WIDTH)
    const top = f64x2.pmax(v128.load(high + place), before)
    const bottom = f64x2.pmin(v128.load(low + place), before)
    v128.store(out + place, f64x2.sub(top, bottom))
  }
  if (row < rows) {
    const before = read(close, row - 1)
    write(out, row, max(read(high, row), before) - min(read(low, row), before))
  }
}

/**
 * Population standard deviation over `period` rows, 0 over a flat window. Needs `rows >= period >= 2`.
 * Squares are taken of the distance to a nearby row and summed anew every `period` rows: on prices far from zero the
 * textbook sums lose half their digits.
 */
export function deviation(source: Column, out: Column, rows: i32, period: i32): void {
  const share = 1.0 / f64(period)
  blank(out, period - 1)
  let equals = 1
  for (let row = 1; row < period - 1; row++) {
    equals = read(source, row) === read(source, row - 1) ? equals + 1 : 1
  }
  for (let start = period - 1; start < rows; start += period) {
    const anchor = read(source, start)
    let sum: f64 = 0
    let squares: f64 = 0
    for (let row = start - period + 1; row < start; row++) {
      const distance = read(source, row) - anchor
      sum += distance
      squares += distance * distance
    }
    const end = min(start + period, rows)
    for (let row = start; row < end; row++) {
      if (row > start) {
        const leaving = read(source, row - period) - anchor
        const distance = read(source, row) - anchor
        sum += distance - leaving
        squares += distance * distance - leaving * leaving
      }
      equals = read(source, row) === read(source, row - 1) ? equals + 1 : 1
      const mean = sum * share
      const variance = squares * share - mean * mean
      write(out, row, equals >= period || variance < 0 ? 0 : sqrt(variance))
    }
  }
}

/** The longer side of a right angle: sqrt(left² + right²). */
export function hypotenuse(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    const a = read(left, row)
    const b = read(right, row)
    write(out, row, sqrt(a * a + b * b))
  }
}

/** 100 log10(travel / range) / log10(period): how much of the way was to and fro. NaN over a flat range. */
export function choppiness(travel: Column, range: Column, out: Column, rows: i32, period: i32): void {
  const scale = 100.0 / Math.log10(f64(period))
  for (let row = 0; row < rows; row++) {
    const reach = read(range, row)
    write(out, row, reach === 0 ? NaN : Math.log10(read(travel, row) / reach) * scale)
  }
}
