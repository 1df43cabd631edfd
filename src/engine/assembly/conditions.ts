import { CLOSE, Column, Flags, read, readFlag, writeFlag } from './columns'

const LOWER: i32 = 1
const EQUAL: i32 = 2
const HIGHER: i32 = 4
const NONE: i32 = 8

function standingOf(left: f64, right: f64): i32 {
  const difference = left - right
  // Almost every pair is further apart than this, which is more than any tolerance and needs no maximum.
  const apart = CLOSE * (1.0 + abs(left) + abs(right))
  if (difference > apart) {
    return HIGHER
  }
  if (difference < -apart) {
    return LOWER
  }
  const tolerance = CLOSE * max(1.0, max(abs(left), abs(right)))
  if (difference > tolerance) {
    return HIGHER
  }
  if (difference < -tolerance) {
    return LOWER
  }
  return abs(difference) <= tolerance ? EQUAL : NONE
}

/** Where left stands to right, per row: one of the bits 1 lower, 2 equal, 4 higher, 8 when either is NaN. */
export function stand(left: Column, right: Column, out: Flags, from: i32, rows: i32): void {
  let row = from
  for (; row + 16 <= rows; row += 16) {
    const at = (<usize>row) << 3
    let standings = clearStandings(left + at, right + at)
    if (!v128.any_true(standings)) {
      standings = closeStandings(left + at, right + at)
    }
    v128.store(out + <usize>row, standings)
  }
  for (; row < rows; row++) {
    writeFlag(out, row, standingOf(read(left, row), read(right, row)))
  }
}

/**
 * Of sixteen rows, a byte each, where every pair is further apart than any tolerance, as almost all are: then the signs
 * of the differences are all there is to know. Zero where a pair may be equal or lacks a value.
 */
function clearStandings(left: usize, right: usize): v128 {
  const first = f64x2.sub(v128.load(left), v128.load(right))
  const second = f64x2.sub(v128.load(left, 16), v128.load(right, 16))
  const third = f64x2.sub(v128.load(left, 32), v128.load(right, 32))
  const fourth = f64x2.sub(v128.load(left, 48), v128.load(right, 48))
  const fifth = f64x2.sub(v128.load(left, 64), v128.load(right, 64))
  const sixth = f64x2.sub(v128.load(left, 80), v128.load(right, 80))
  const seventh = f64x2.sub(v128.load(left, 96), v128.load(right, 96))
  const eighth = f64x2.sub(v128.load(left, 112), v128.load(right, 112))
  const nearest = f64x2.pmin(
    leastSize(first, second, third, fourth),
    leastSize(fifth, sixth, seventh, eighth),
  )
  const furthest = f64x2.pmax(
    greatestSize(v128.load(left), v128.load(left, 16), v128.load(left, 32), v128.load(left, 48)),
    greatestSize(v128.load(left, 64), v128.load(left, 80), v128.load(left, 96), v128.load(left, 112)),
  )
  // A sum is NaN where any of its parts is.
  const sum = f64x2.add(sumOf(first, second, third, fourth), sumOf(fifth, sixth, seventh, eighth))
  // |right| is at most |left| and the difference, so that twice the tolerance of left is more than that of both.
  const tolerance = f64x2.mul(f64x2.splat(2 * CLOSE), f64x2.add(f64x2.splat(1), furthest))
  if (!i64x2.all_true(v128.and(f64x2.gt(nearest, tolerance), f64x2.eq(sum, sum)))) {
    return i8x16.splat(0)
  }
  // The upper half of a number holds its sign, which narrowing keeps.
  const low = i16x8.narrow_i32x4_s(upperHalves(first, second), upperHalves(third, fourth))
  const high = i16x8.narrow_i32x4_s(upperHalves(fifth, sixth), upperHalves(seventh, eighth))
  const isLower = i8x16.shr_s(i8x16.narrow_i16x8_s(low, high), 7)
  return v128.bitselect(i8x16.splat(<i8>LOWER), i8x16.splat(<i8>HIGHER), isLower)
}

function leastSize(one: v128, two: v128, three: v128, four: v128): v128 {
  const first = f64x2.pmin(f64x2.abs(one), f64x2.abs(two))
  return f64x2.pmin(first, f64x2.pmin(f64x2.abs(three), f64x2.abs(four)))
}

function greatestSize(one: v128, two: v128, three: v128, four: v128): v128 {
  const first = f64x2.pmax(f64x2.abs(one), f64x2.abs(two))
  return f64x2.pmax(first, f64x2.pmax(f64x2.abs(three), f64x2.abs(four)))
}

function sumOf(one: v128, two: v128, three: v128, four: v128): v128 {
  return f64x2.add(f64x2.add(one, two), f64x2.add(three, four))
}

function upperHalves(one: v128, two: v128): v128 {
  return v128.shuffle<i32>(one, two, 1, 3, 5, 7)
}

function closeStandings(left: usize, right: usize): v128 {
  // Rows 0, 2, 4 … in one half and 1, 3, 5 … in the other, a byte each; put in their order at the end.
  let halves = i64x2.splat(0)
  for (let pair = 0; pair < 8; pair++) {
    const at = (<usize>pair) << 4
    halves = v128.or(halves, i64x2.shl(standingsOf(v128.load(left + at), v128.load(right + at)), pair << 3))
  }
  return i8x16.shuffle(halves, halves, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)
}

function standingsOf(left: v128, right: v128): v128 {
  const difference = f64x2.sub(left, right)
  const larger = f64x2.pmax(f64x2.splat(1), f64x2.pmax(f64x2.abs(left), f64x2.abs(right)))
  const tolerance = f64x2.mul(f64x2.splat(CLOSE), larger)
  const higher = f64x2.gt(difference, tolerance)
  const lower = f64x2.lt(difference, f64x2.neg(tolerance))
  const equal = f64x2.le(f64x2.abs(difference), tolerance)
  const any = v128.or(v128.or(higher, lower), equal)
  return v128.or(
    v128.or(v128.and(higher, i64x2.splat(HIGHER)), v128.and(lower, i64x2.splat(LOWER))),
    v128.or(v128.and(equal, i64x2.splat(EQUAL)), v128.andnot(i64x2.splat(NONE), any)),
  )
}

/**
 * True where the standing is among the bits of `now` and the one of the row before is among those of `before`, whose
 * bit 16 stands for no row before. Every comparator is such a pair: crosses above is higher now, lower or equal before.
 */
export function judge(standings: Flags, out: Flags, from: i32, rows: i32, now: i32, before: i32): void {
  if (from === 0 && rows > 0) {
    writeFlag(out, 0, i32((readFlag(standings, 0) & now) !== 0) & i32((16 & before) !== 0))
  }
  const none = i8x16.splat(0)
  const nows = i8x16.splat(<i8>now)
  const befores = i8x16.splat(<i8>before)
  let row = max(from, 1)
  for (; row + 16 <= rows; row += 16) {
    const at = standings + <usize>row
    const isNow = i8x16.ne(v128.and(v128.load(at), nows), none)
    const wasBefore = i8x16.ne(v128.and(v128.load(at - 1), befores), none)
    v128.store(out + <usize>row, v128.and(v128.and(isNow, wasBefore), i8x16.splat(1)))
  }
  for (; row < rows; row++) {
    const isNow = i32((readFlag(standings, row) & now) !== 0)
    writeFlag(out, row, isNow & i32((readFlag(standings, row - 1) & before) !== 0))
  }
}

/** True where both are. */
export function both(left: Flags, right: Flags, out: Flags, from: i32, rows: i32): void {
  let row = from
  for (; row + 16 <= rows; row += 16) {
    const at = <usize>row
    v128.store(out + at, v128.and(v128.load(left + at), v128.load(right + at)))
  }
  for (; row < rows; row++) {
    writeFlag(out, row, readFlag(left, row) & readFlag(right, row))
  }
}

/** True where either is. */
export function either(left: Flags, right: Flags, out: Flags, from: i32, rows: i32): void {
  let row = from
  for (; row + 16 <= rows; row += 16) {
    const at = <usize>row
    v128.store(out + at, v128.or(v128.load(left + at), v128.load(right + at)))
  }
  for (; row < rows; row++) {
    writeFlag(out, row, readFlag(left, row) | readFlag(right, row))
  }
}
