import { blank, Column, read, write } from './columns'

/** Smoothing of Kaufman's average over 2 and over 30 rows. */
const FASTEST: f64 = 2.0 / 3.0
const SLOWEST: f64 = 2.0 / 31.0

/**
 * Kaufman's adaptive average. `before` is the source one row back, `past` as far back as the period, `travel` the sum
 * of its changes over the period; all have a value on every row.
 */
export function kaufman(
  source: Column,
  before: Column,
  past: Column,
  travel: Column,
  out: Column,
  rows: i32,
): void {
  let average = read(before, 0)
  for (let row = 0; row < rows; row++) {
    const value = read(source, row)
    const way = read(travel, row)
    const efficiency = way === 0 ? 0 : abs(value - read(past, row)) / way
    const share = efficiency * (FASTEST - SLOWEST) + SLOWEST
    average += share * share * (value - average)
    write(out, row, average)
  }
}

/** Changes that drive Chande's variable average. */
const VARIABLE_WINDOW: i32 = 9

/** Variable average: exponential, its smoothing scaled by how one-sided the last nine changes were. First on row 9. */
export function variable(source: Column, out: Column, rows: i32, period: i32): void {
  const alpha = 2.0 / f64(period + 1)
  let average = read(source, 0)
  blank(out, min(VARIABLE_WINDOW, rows))
  for (let row = 1; row < rows; row++) {
    let up: f64 = 0
    let down: f64 = 0
    for (let place = max(1, row - VARIABLE_WINDOW + 1); place <= row; place++) {
      const change = read(source, place) - read(source, place - 1)
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
}

/**
 * Chande's average driven by deviations: `short` and `long` are those of nine and of thirty rows, `before` the source
 * one row back; all have a value on every row.
 */
export function vidya(
  source: Column,
  before: Column,
  short: Column,
  long: Column,
  out: Column,
  rows: i32,
  period: i32,
): void {
  const alpha = 2.0 / f64(period + 1)
  let average = read(before, 0)
  for (let row = 0; row < rows; row++) {
    const whole = read(long, row)
    const share = whole === 0 ? 0 : min(1.0, alpha * (read(short, row) / whole))
    average += share * (read(source, row) - average)
    write(out, row, average)
  }
}

const FAST_LIMIT: f64 = 0.5
const SLOW_LIMIT: f64 = 0.05
/** Rows before the first published value of the MESA average. */
const MESA_LEAD: i32 = 32

/** Ehlers' Hilbert transformer of a filter that holds 0 on the rows before its first. */
function turned(filter: Column, row: i32, gain: f64): f64 {
  return (
    (0.0962 * read(filter, row) +
      0.5769 * read(filter, row - 2) -
      0.5769 * read(filter, row - 4) -
      0.0962 * read(filter, row - 6)) *
    gain
  )
}

/** Rows that only warm the filters, which hold 0 on them. */
const MESA_WARMING: i32 = 6

/**
 * MESA adaptive average (Ehlers 2001), limits 0.5 and 0.05. First on row 32. The four filters are columns of scratch.
 */
export function mesa(
  source: Column,
  smoothed: Column,
  detrended: Column,
  quadrature: Column,
  inPhase: Column,
  out: Column,
  rows: i32,
): void {
  blank(out, min(MESA_LEAD, rows))
  let i2: f64 = 0
  let q2: f64 = 0
  let re: f64 = 0
  let im: f64 = 0
  let cycle: f64 = 0
  let phase: f64 = 0
  let average: f64 = 0
  let sum: f64 = 0
  for (let row = 0; row < min(MESA_WARMING, rows); row++) {
    sum += read(source, row)
    average = sum / f64(row + 1)
    write(smoothed, row, 0)
    write(detrended, row, 0)
    write(quadrature, row, 0)
    write(inPhase, row, 0)
  }
  for (let row = MESA_WARMING; row < rows; row++) {
    const value = read(source, row)
    const gain = 0.075 * cycle + 0.54
    const weighted =
      4.0 * value + 3.0 * read(source, row - 1) + 2.0 * read(source, row - 2) + read(source, row - 3)
    write(smoothed, row, weighted / 10.0)
    write(detrended, row, turned(smoothed, row, gain))
    write(quadrature, row, turned(detrended, row, gain))
    write(inPhase, row, read(detrended, row - 3))
    const q1 = read(quadrature, row)
    const i1 = read(inPhase, row)
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
}
