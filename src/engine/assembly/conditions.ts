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
export function stand(left: Column, right: Column, out: Flags, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    writeFlag(out, row, standingOf(read(left, row), read(right, row)))
  }
}

/**
 * True where the standing is among the bits of `now` and the one of the row before is among those of `before`, whose
 * bit 16 stands for no row before. Every comparator is such a pair: crosses above is higher now, lower or equal before.
 */
export function judge(standings: Flags, out: Flags, rows: i32, now: i32, before: i32): void {
  let previous = 16
  for (let row = 0; row < rows; row++) {
    const current = readFlag(standings, row)
    writeFlag(out, row, i32((current & now) !== 0) & i32((previous & before) !== 0))
    previous = current
  }
}

/** True where both are. */
export function both(left: Flags, right: Flags, out: Flags, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    writeFlag(out, row, readFlag(left, row) & readFlag(right, row))
  }
}

/** True where either is. */
export function either(left: Flags, right: Flags, out: Flags, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    writeFlag(out, row, readFlag(left, row) | readFlag(right, row))
  }
}
