import { blank, Column, read, WIDTH, write } from './columns'

/** Smoothing of Kaufman's average over 2 and over 30 rows. */
const FASTEST: f64 = 2.0 / 3.0
const SLOWEST: f64 = 2.0 / 31.0

/**
 * Kaufman's adaptive average. `before` is the source one row back, `past` as far back as the period, `travel` the sum
 * of its changes over the period; all have a value on every row. State: the average.
 */
export function kaufman(
  source: Column,
  before: Column,
  past: Column,
  travel: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
): void {
  let average = from > 0 ? read(state, 0) : read(before, 0)
  for (let row = from; row < rows; row++) {
    const value = read(source, row)
    const way = read(travel, row)
    const efficiency = way === 0 ? 0 : abs(value - read(past, row)) / way
    const share = efficiency * (FASTEST - SLOWEST) + SLOWEST
    average += share * share * (value - average)
    write(out, row, average)
  }
  write(state, 0, average)
}

/** Changes that drive Chande's variable average. */
const VARIABLE_WINDOW: i32 = 9

/**
 * Variable average: exponential, its smoothing scaled by how one-sided the last nine changes were. First on row 9.
 * State: the average.
 */
export function variable(
  source: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  const alpha = 2.0 / f64(period + 1)
  let average = from > 0 ? read(state, 0) : read(source, 0)
  blank(out, from, min(VARIABLE_WINDOW, rows))
  for (let row = max(1, from); row < rows; row++) {
    let up: f64 = 0
    let down: f64 = 0
    for (let earlier = max(1, row - VARIABLE_WINDOW + 1); earlier <= row; earlier++) {
      const change = read(source, earlier) - read(source, earlier - 1)
      const rise = 0.5 * (change + abs(change))
      up += rise
      down += rise - change
    }
    const moved = up + down
    const drive = moved === 0 ? 0 : abs(up - down) / moved
    average += alpha * drive * (read(source, row) - average)
    if (row >= VARIABLE_WINDOW) {
      write(out, row, average)
    }
  }
  write(state, 0, average)
}

/**
 * Chande's average driven by deviations: `short` and `long` are those of nine and of thirty rows, `before` the source
 * one row back; all have a value on every row. State: the average.
 */
export function vidya(
  source: Column,
  before: Column,
  short: Column,
  long: Column,
  out: Column,
  state: Column,
  from: i32,
  rows: i32,
  period: i32,
): void {
  const alpha = 2.0 / f64(period + 1)
  let average = from > 0 ? read(state, 0) : read(before, 0)
  for (let row = from; row < rows; row++) {
    const whole = read(long, row)
    const share = whole === 0 ? 0 : min(1.0, alpha * (read(short, row) / whole))
    average += share * (read(source, row) - average)
    write(out, row, average)
  }
  write(state, 0, average)
}

const FAST_LIMIT: f64 = 0.5
const SLOW_LIMIT: f64 = 0.05
/** Rows before the first published value of the MESA average. */
const MESA_LEAD: i32 = 32

/** Rows of a filter that are kept; a power of two, and more than a transformer looks back. */
const FILTER_ROWS: i32 = 8

function filtered(filter: Column, row: i32): f64 {
  return read(filter, row & (FILTER_ROWS - 1))
}

function keep(filter: Column, row: i32, value: f64): void {
  write(filter, row & (FILTER_ROWS - 1), value)
}

/** Ehlers' Hilbert transformer of a filter that holds 0 on the rows before its first. */
function turned(filter: Column, row: i32, gain: f64): f64 {
  return (
    (0.0962 * filtered(filter, row) +
      0.5769 * filtered(filter, row - 2) -
      0.5769 * filtered(filter, row - 4) -
      0.0962 * filtered(filter, row - 6)) *
    gain
  )
}

/** Rows that only warm the filters, which hold 0 on them. */
const MESA_WARMING: i32 = 6

/**
 * MESA adaptive average (Ehlers 2001), limits 0.5 and 0.05. First on row 32. State: the last rows of the four filters,
 * then the eight values that go on from row to row.
 */
export function mesa(source: Column, out: Column, state: Column, from: i32, rows: i32): void {
  const smoothed = state
  const detrended = smoothed + FILTER_ROWS * WIDTH
  const quadrature = detrended + FILTER_ROWS * WIDTH
  const inPhase = quadrature + FILTER_ROWS * WIDTH
  const values = inPhase + FILTER_ROWS * WIDTH
  blank(out, from, min(MESA_LEAD, rows))
  if (from === 0) {
    memory.fill(state, 0, (4 * FILTER_ROWS + 8) * WIDTH)
  }
  let i2 = read(values, 0)
  let q2 = read(values, 1)
  let re = read(values, 2)
  let im = read(values, 3)
  let cycle = read(values, 4)
  let phase = read(values, 5)
  let average = read(values, 6)
  let sum = read(values, 7)
  for (let row = from; row < min(MESA_WARMING, rows); row++) {
    sum += read(source, row)
    average = sum / f64(row + 1)
  }
  for (let row = max(from, MESA_WARMING); row < rows; row++) {
    const value = read(source, row)
    const gain = 0.075 * cycle + 0.54
    const weighted =
      4.0 * value + 3.0 * read(source, row - 1) + 2.0 * read(source, row - 2) + read(source, row - 3)
    keep(smoothed, row, weighted / 10.0)
    keep(detrended, row, turned(smoothed, row, gain))
    keep(quadrature, row, turned(detrended, row, gain))
    keep(inPhase, row, filtered(detrended, row - 3))
    const q1 = filtered(quadrature, row)
    const i1 = filtered(inPhase, row)
    const i2Before = i2
    const q2Before = q2
    i2 = 0.2 * (i1 - turned(quadrature, row, gain)) + 0.8 * i2
    q2 = 0.2 * (q1 + turned(inPhase, row, gain)) + 0.8 * q2
    re = 0.2 * (i2 * i2Before + q2 * q2Before) + 0.8 * re
    im = 0.2 * (i2 * q2Before - q2 * i2Before) + 0.8 * im
    let found: f64 = im !== 0 && re !== 0 ? (2.0 * Math.PI) / Math.atan(im / re) : 0
    found = min(found, 1.5 * cycle)
    found = max(found, 0.67 * cycle)
    found = min(max(found, 6.0), 50.0)
    cycle = 0.2 * found + 0.8 * cycle
    const phaseBefore = phase
    phase = i1 !== 0 ? (Math.atan(q1 / i1) * 180.0) / Math.PI : 0
    const turn = max(phaseBefore - phase, 1.0)
    average += min(max(FAST_LIMIT / turn, SLOW_LIMIT), FAST_LIMIT) * (value - average)
    if (row >= MESA_LEAD) {
      write(out, row, average)
    }
  }
  write(values, 0, i2)
  write(values, 1, q2)
  write(values, 2, re)
  write(values, 3, im)
  write(values, 4, cycle)
  write(values, 5, phase)
  write(values, 6, average)
  write(values, 7, sum)
}
