import { Column, read, write } from './columns'

/** NaN for what is not finite: no operand is ever infinite. */
function finite(value: f64): f64 {
  return value - value === 0 ? value : NaN
}

export function add(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, finite(read(left, row) + read(right, row)))
  }
}

export function subtract(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, finite(read(left, row) - read(right, row)))
  }
}

export function multiply(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, finite(read(left, row) * read(right, row)))
  }
}

export function divide(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, finite(read(left, row) / read(right, row)))
  }
}

/** `source` times one factor. */
export function scale(source: Column, out: Column, rows: i32, factor: f64): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, finite(read(source, row) * factor))
  }
}

export function smaller(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, min(read(left, row), read(right, row)))
  }
}

export function larger(left: Column, right: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, max(read(left, row), read(right, row)))
  }
}

export function absolute(source: Column, out: Column, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    write(out, row, abs(read(source, row)))
  }
}
