import { Column, finite, finitePair, read, readPair, write, writePair } from './columns'

export function add(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  let row = from
  for (; row + 1 < rows; row += 2) {
    writePair(out, row, finitePair(f64x2.add(readPair(left, row), readPair(right, row))))
  }
  if (row < rows) {
    write(out, row, finite(read(left, row) + read(right, row)))
  }
}

export function subtract(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  let row = from
  for (; row + 1 < rows; row += 2) {
    writePair(out, row, finitePair(f64x2.sub(readPair(left, row), readPair(right, row))))
  }
  if (row < rows) {
    write(out, row, finite(read(left, row) - read(right, row)))
  }
}

export function multiply(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  let row = from
  for (; row + 1 < rows; row += 2) {
    writePair(out, row, finitePair(f64x2.mul(readPair(left, row), readPair(right, row))))
  }
  if (row < rows) {
    write(out, row, finite(read(left, row) * read(right, row)))
  }
}

export function divide(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  let row = from
  for (; row + 1 < rows; row += 2) {
    writePair(out, row, finitePair(f64x2.div(readPair(left, row), readPair(right, row))))
  }
  if (row < rows) {
    write(out, row, finite(read(left, row) / read(right, row)))
  }
}

/** `source` times one factor. */
export function scale(source: Column, out: Column, from: i32, rows: i32, factor: f64): void {
  const factors = f64x2.splat(factor)
  let row = from
  for (; row + 1 < rows; row += 2) {
    writePair(out, row, finitePair(f64x2.mul(readPair(source, row), factors)))
  }
  if (row < rows) {
    write(out, row, finite(read(source, row) * factor))
  }
}

/** `middle` and so many times `spread`. */
export function band(middle: Column, spread: Column, out: Column, from: i32, rows: i32, factor: f64): void {
  const factors = f64x2.splat(factor)
  let row = from
  for (; row + 1 < rows; row += 2) {
    const reach = f64x2.mul(readPair(spread, row), factors)
    writePair(out, row, finitePair(f64x2.add(readPair(middle, row), reach)))
  }
  if (row < rows) {
    write(out, row, finite(read(middle, row) + read(spread, row) * factor))
  }
}

export function smaller(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    write(out, row, min(read(left, row), read(right, row)))
  }
}

export function larger(left: Column, right: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    write(out, row, max(read(left, row), read(right, row)))
  }
}

export function absolute(source: Column, out: Column, from: i32, rows: i32): void {
  for (let row = from; row < rows; row++) {
    write(out, row, abs(read(source, row)))
  }
}
