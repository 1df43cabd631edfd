import { blank, Column, read, write } from './columns'

/*
 * Every window of `period` rows is the tail of one block of `period` rows and the head of the next: what is true of
 * both parts is true of the window. So each row is looked at three times whatever the period, and nothing is ever
 * subtracted.
 */

/** Sum over `period` rows. Needs `rows >= period`. */
export function windowSum(source: Column, out: Column, rows: i32, period: i32): void {
  blank(out, period - 1)
  for (let block = 0; block + period <= rows; block += period) {
    const end = min(block + period, rows - period + 1)
    let tail: f64 = 0
    for (let row = block + period - 1; row >= end; row--) {
      tail += read(source, row)
    }
    for (let row = end - 1; row >= block; row--) {
      tail += read(source, row)
      write(out, row + period - 1, tail)
    }
    let head: f64 = 0
    for (let row = block + 1; row < end; row++) {
      const last = row + period - 1
      head += read(source, last)
      write(out, last, read(out, last) + head)
    }
  }
}

/** Highest over `period` rows. Needs `rows >= period`. */
export function highest(source: Column, out: Column, rows: i32, period: i32): void {
  extreme(source, out, rows, period, 1)
}

/** Lowest over `period` rows. Needs `rows >= period`. */
export function lowest(source: Column, out: Column, rows: i32, period: i32): void {
  extreme(source, out, rows, period, -1)
}

function extreme(source: Column, out: Column, rows: i32, period: i32, sign: f64): void {
  blank(out, period - 1)
  for (let block = 0; block + period <= rows; block += period) {
    const end = min(block + period, rows - period + 1)
    let tail: f64 = -Infinity
    for (let row = block + period - 1; row >= end; row--) {
      const value = sign * read(source, row)
      tail = value > tail ? value : tail
    }
    for (let row = end - 1; row >= block; row--) {
      const value = sign * read(source, row)
      tail = value > tail ? value : tail
      write(out, row + period - 1, sign * tail)
    }
    let head: f64 = -Infinity
    for (let row = block + 1; row < end; row++) {
      const last = row + period - 1
      const value = sign * read(source, last)
      head = value > head ? value : head
      const before = sign * read(out, last)
      write(out, last, sign * (head > before ? head : before))
    }
  }
}

/** Rows since the highest of `period` rows; of equals the oldest counts. Needs `rows >= period`. */
export function sinceHighest(source: Column, out: Column, rows: i32, period: i32): void {
  since(source, out, rows, period, 1)
}

/** Rows since the lowest of `period` rows; of equals the oldest counts. Needs `rows >= period`. */
export function sinceLowest(source: Column, out: Column, rows: i32, period: i32): void {
  since(source, out, rows, period, -1)
}

function since(source: Column, out: Column, rows: i32, period: i32, sign: f64): void {
  blank(out, period - 1)
  for (let block = 0; block + period <= rows; block += period) {
    const end = min(block + period, rows - period + 1)
    let best: f64 = -Infinity
    let place = block
    for (let row = block + period - 1; row >= block; row--) {
      const value = sign * read(source, row)
      if (value >= best) {
        best = value
        place = row
      }
      if (row < end) {
        write(out, row + period - 1, f64(place))
      }
    }
    let head: f64 = -Infinity
    let newest = block
    write(out, block + period - 1, f64(block + period - 1) - read(out, block + period - 1))
    for (let row = block + 1; row < end; row++) {
      const last = row + period - 1
      const value = sign * read(source, last)
      if (value > head) {
        head = value
        newest = last
      }
      const older = <i32>read(out, last)
      const found = head > sign * read(source, older) ? newest : older
      write(out, last, f64(last - found))
    }
  }
}

/** A column other kernels write their work into; its values mean nothing. */
export function scratch(out: Column, rows: i32): void {
  blank(out, rows)
}

/** Two columns of i32 share the room of one column of f64. */
function readPlace(places: usize, at: i32): i32 {
  return load<i32>(places + ((<usize>at) << 2))
}

function writePlace(places: usize, at: i32, value: i32): void {
  store<i32>(places + ((<usize>at) << 2), value)
}

/**
 * Writes to `ranks` the place of each row when the values are sorted, and answers where the rows lie in that order:
 * in one half of `spare`, which is room for two places a row.
 */
function rankRows(source: Column, ranks: usize, spare: usize, rows: i32): usize {
  let from = spare
  let to = spare + ((<usize>rows) << 2)
  for (let row = 0; row < rows; row++) {
    writePlace(from, row, row)
  }
  for (let width = 1; width < rows; width *= 2) {
    for (let start = 0; start < rows; start += 2 * width) {
      const middle = min(start + width, rows)
      const end = min(start + 2 * width, rows)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const takesLeft =
          left < middle &&
          (right >= end || read(source, readPlace(from, left)) <= read(source, readPlace(from, right)))
        writePlace(to, at, readPlace(from, takesLeft ? left++ : right++))
      }
    }
    const other = from
    from = to
    to = other
  }
  for (let at = 0; at < rows; at++) {
    writePlace(ranks, readPlace(from, at), at)
  }
  return from
}

/** How many rows, in sorted order, hold no more than `value`. */
function countUpTo(source: Column, sorted: usize, rows: i32, value: f64): i32 {
  let from = 0
  let to = rows
  while (from < to) {
    const middle = (from + to) >>> 1
    if (read(source, readPlace(sorted, middle)) <= value) {
      from = middle + 1
    } else {
      to = middle
    }
  }
  return from
}

/** Adds to a Fenwick tree of counts and one of sums, both counted from 1 and stored from 0. */
function enter(counts: usize, sums: Column, rows: i32, rank: i32, count: i32, amount: f64): void {
  for (let node = rank + 1; node <= rows; node += node & -node) {
    writePlace(counts, node - 1, readPlace(counts, node - 1) + count)
    write(sums, node - 1, read(sums, node - 1) + amount)
  }
}

function clear(counts: usize, sums: Column, rows: i32, rank: i32): void {
  for (let node = rank + 1; node <= rows; node += node & -node) {
    writePlace(counts, node - 1, 0)
    write(sums, node - 1, 0)
  }
}

/**
 * Mean distance of the last `period` rows from their own mean: values in a tree ordered by rank, so that a row costs
 * log(rows) whatever the period. Needs `rows >= period >= 2`, and three columns of scratch.
 * The tree is filled anew every `period` rows, with distances from a nearby value, so that nothing drifts.
 */
export function meanDistance(
  source: Column,
  places: Column,
  tree: Column,
  sums: Column,
  out: Column,
  rows: i32,
  period: i32,
): void {
  const ranks = tree
  const counts = tree + ((<usize>rows) << 2)
  const sorted = rankRows(source, ranks, places, rows)
  let widest = 1
  while (widest * 2 <= rows) {
    widest *= 2
  }
  for (let row = 0; row < rows; row++) {
    writePlace(counts, row, 0)
    write(sums, row, 0)
  }
  blank(out, period - 1)
  const share = 1.0 / f64(period)
  let anchor: f64 = 0
  let whole: f64 = 0
  let equals = 1
  for (let row = 1; row < period - 1; row++) {
    equals = read(source, row) === read(source, row - 1) ? equals + 1 : 1
  }
  for (let row = period - 1; row < rows; row++) {
    if ((row + 1) % period === 0) {
      const oldest = max(0, row - period)
      for (let other = oldest; other < row; other++) {
        clear(counts, sums, rows, readPlace(ranks, other))
      }
      anchor = read(source, row)
      whole = 0
      for (let other = row - period + 1; other <= row; other++) {
        const distance = read(source, other) - anchor
        enter(counts, sums, rows, readPlace(ranks, other), 1, distance)
        whole += distance
      }
    } else {
      const leaving = read(source, row - period) - anchor
      const coming = read(source, row) - anchor
      enter(counts, sums, rows, readPlace(ranks, row - period), -1, -leaving)
      enter(counts, sums, rows, readPlace(ranks, row), 1, coming)
      whole += coming - leaving
    }
    equals = row > 0 && read(source, row) === read(source, row - 1) ? equals + 1 : 1
    if (equals >= period) {
      write(out, row, 0)
      continue
    }
    const middle = whole * share
    const limit = countUpTo(source, sorted, rows, anchor + middle)
    let node = 0
    let below = 0
    let sum: f64 = 0
    for (let reach = widest; reach > 0; reach >>= 1) {
      if (node + reach <= limit) {
        node += reach
        below += readPlace(counts, node - 1)
        sum += read(sums, node - 1)
      }
    }
    const above = f64(period - below)
    write(out, row, (f64(below) * middle - sum + (whole - sum - above * middle)) * share)
  }
}
