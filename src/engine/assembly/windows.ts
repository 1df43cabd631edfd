import { blank, Column, read, readSplat, WIDTH, write } from './columns'

/*
 * Every window of `period` rows is the tail of one block of `period` rows and the head of the next: what is true of
 * both parts is true of the window. So each row is looked at three times whatever the period, and nothing is ever
 * subtracted. State: the head, then the tail at each row of the block.
 */

export function windowSum(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  const tails = state + WIDTH
  blank(out, from, min(rows, period - 1))
  let head = from > 0 ? read(state, 0) : 0
  let row = max(from, period - 1)
  let start = row - ((row + 1) % period)
  while (row < rows) {
    if (row === start) {
      const block = row - period + 1
      let tail: f64 = 0
      for (let back = period - 1; back >= 0; back--) {
        tail += read(source, block + back)
        write(tails, back, tail)
      }
      head = 0
      write(out, row, tail)
      row++
    }
    const end = min(rows, start + period)
    for (; row < end; row++) {
      head += read(source, row)
      write(out, row, read(tails, row - start) + head)
    }
    start += period
  }
  write(state, 0, head)
}

export function highest(source: Column, out: Column, state: Column, from: i32, rows: i32, period: i32): void {
  extreme(source, out, state, from, rows, period, 1)
}

/** Lowest over `period` rows. */
export function lowest(source: Column, out: Column, state: Column, from: i32, rows: i32, period: i32): void {
  extreme(source, out, state, from, rows, period, -1)
}

function extreme(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
  sign: f64,
): void {
  const tails = state + WIDTH
  blank(out, from, min(rows, period - 1))
  // One value in a lane: a maximum of doubles by themselves is a branch that is guessed wrong half the time.
  const signs = f64x2.splat(sign)
  let head = f64x2.splat(from > 0 ? read(state, 0) : -Infinity)
  let row = max(from, period - 1)
  let start = row - ((row + 1) % period)
  while (row < rows) {
    if (row === start) {
      const block = row - period + 1
      let tail = f64x2.splat(-Infinity)
      for (let back = period - 1; back >= 0; back--) {
        tail = f64x2.pmax(tail, f64x2.mul(signs, readSplat(source, block + back)))
        write(tails, back, f64x2.extract_lane(tail, 0))
      }
      head = f64x2.splat(-Infinity)
      write(out, row, sign * f64x2.extract_lane(tail, 0))
      row++
    }
    const end = min(rows, start + period)
    for (; row < end; row++) {
      head = f64x2.pmax(head, f64x2.mul(signs, readSplat(source, row)))
      const highest = f64x2.pmax(readSplat(tails, row - start), head)
      write(out, row, f64x2.extract_lane(f64x2.mul(signs, highest), 0))
    }
    start += period
  }
  write(state, 0, f64x2.extract_lane(head, 0))
}

/** Rows since the highest of `period` rows; of equals the oldest counts. */
export function sinceHighest(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  since(source, out, state, from, rows, period, 1)
}

/** Rows since the lowest of `period` rows; of equals the oldest counts. */
export function sinceLowest(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  since(source, out, state, from, rows, period, -1)
}

/** State: the head's extreme and its row, then the row of the tail's extreme at each row of the block. */
function since(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
  sign: f64,
): void {
  const tails = state + 2 * WIDTH
  blank(out, from, min(rows, period - 1))
  let head = from > 0 ? read(state, 0) : -Infinity
  let newest = from > 0 ? <i32>read(state, 1) : 0
  let row = max(from, period - 1)
  let start = row - ((row + 1) % period)
  while (row < rows) {
    if (row === start) {
      const block = row - period + 1
      let best: f64 = -Infinity
      let oldest = block
      for (let back = period - 1; back >= 0; back--) {
        const value = sign * read(source, block + back)
        if (value >= best) {
          best = value
          oldest = block + back
        }
        write(tails, back, f64(oldest))
      }
      head = -Infinity
      newest = block
      write(out, row, f64(row - oldest))
      row++
    }
    const end = min(rows, start + period)
    for (; row < end; row++) {
      const value = sign * read(source, row)
      if (value > head) {
        head = value
        newest = row
      }
      const older = <i32>read(tails, row - start)
      const found = head > sign * read(source, older) ? newest : older
      write(out, row, f64(row - found))
    }
    start += period
  }
  write(state, 0, head)
  write(state, 1, f64(newest))
}

/** How many of `count` ascending values, at least one, lie under `value`. Its steps depend on `count` alone. */
function countUnder(sorted: Column, count: i32, value: f64): i32 {
  let under = 0
  let left = count
  while (left > 1) {
    const half = left >>> 1
    under = select(under + half, under, read(sorted, under + half - 1) < value)
    left -= half
  }
  return under + i32(read(sorted, under) < value)
}

/** How many do not exceed it. */
function countUpTo(sorted: Column, count: i32, value: f64): i32 {
  let upTo = 0
  let left = count
  while (left > 1) {
    const half = left >>> 1
    upTo = select(upTo + half, upTo, read(sorted, upTo + half - 1) <= value)
    left -= half
  }
  return upTo + i32(read(sorted, upTo) <= value)
}

/** From here on a call that moves memory is quicker than a loop. */
const FEW: i32 = 24

/** Moves `count` values one place up (1) or down (-1). */
function slide(sorted: Column, first: i32, count: i32, by: i32): void {
  if (count >= FEW) {
    const address = sorted + ((<usize>first) << 3)
    memory.copy(address + ((<usize>by) << 3), address, (<usize>count) << 3)
  } else if (by < 0) {
    for (let at = first; at < first + count; at++) {
      write(sorted, at - 1, read(sorted, at))
    }
  } else {
    for (let at = first + count - 1; at >= first; at--) {
      write(sorted, at + 1, read(sorted, at))
    }
  }
}

/**
 * Mean distance of the last `period` rows from their own mean. Needs `period >= 2`. The window is kept in order of its
 * values, so what changes from row to row is what lies between two values and between two means. Sums are of distances
 * to a nearby value and taken anew every `period` rows, so that nothing drifts. State: that value, the sum of all, the
 * sum and the count of those up to the mean, how many equal rows came last, and the window in order.
 */
export function meanDistance(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  const sorted = state + 5 * WIDTH
  const share = 1.0 / f64(period)
  let anchor = from > 0 ? read(state, 0) : 0
  let whole = from > 0 ? read(state, 1) : 0
  let low = from > 0 ? read(state, 2) : 0
  let count = from > 0 ? <i32>read(state, 3) : 0
  let equals = from > 0 ? <i32>read(state, 4) : 0
  blank(out, from, min(rows, period - 1))
  for (let row = from; row < rows; row++) {
    const value = read(source, row)
    const isSame = row > 0 && value === read(source, row - 1)
    equals = isSame ? min(equals + 1, period) : 1
    if (row < period) {
      const index = row === 0 ? 0 : countUpTo(sorted, row, value)
      slide(sorted, index, row - index, 1)
      write(sorted, index, value)
    } else {
      const past = read(source, row - period)
      const gone = min(countUnder(sorted, period, past), period - 1)
      const under = countUpTo(sorted, period, value)
      const index = under > gone ? under - 1 : under
      if (index > gone) {
        slide(sorted, gone + 1, index - gone, -1)
      } else {
        slide(sorted, index, gone - index, 1)
      }
      write(sorted, index, value)
      const leaving = past - anchor
      const coming = value - anchor
      whole += coming - leaving
      if (gone < count) {
        low -= leaving
        count--
      }
      if (index < count) {
        low += coming
        count++
      }
    }
    if (row < period - 1) {
      continue
    }
    if ((row + 1) % period === 0) {
      anchor = value
      whole = 0
      low = 0
      for (let at = 0; at < period; at++) {
        const distance = read(sorted, at) - anchor
        whole += distance
        low += at < count ? distance : 0
      }
    }
    if (equals >= period) {
      write(out, row, 0)
      continue
    }
    const middle = whole * share
    const limit = anchor + middle
    while (count < period && read(sorted, count) <= limit) {
      low += read(sorted, count) - anchor
      count++
    }
    while (count > 0 && read(sorted, count - 1) > limit) {
      count--
      low -= read(sorted, count) - anchor
    }
    const above = f64(period - count)
    write(out, row, (f64(count) * middle - low + (whole - low - above * middle)) * share)
  }
  write(state, 0, anchor)
  write(state, 1, whole)
  write(state, 2, low)
  write(state, 3, f64(count))
  write(state, 4, f64(equals))
}
