import { expect } from 'vitest'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { at } from './notation.ts'

/** An expected series of the reference data set. */
export interface Vector {
  readonly id: string
  readonly indicator: string
  readonly params: Readonly<Record<string, number | string>>
  readonly output: string
  readonly quotes: string | null
  readonly inputs?: Readonly<Record<string, readonly number[]>>
  readonly values?: readonly (number | null)[]
  /** Row and value, where a source tells a few. */
  readonly spots?: readonly (readonly [number, number])[]
  readonly compare_from: number
  readonly abs_tol: number
  readonly rel_tol: number
}

/** Input bars of a price file as minute candles; a new session begins a new IST day. */
export const readQuotes = (text: string): Candles => {
  const [header = '', ...lines] = text.trim().split('\n')
  const names = header.trim().split(',')
  const made = emptyCandles(lines.length)
  let session: string | undefined
  let day = 0
  let minute = 0
  lines.forEach((line, row) => {
    const cells = new Map(line.split(',').map((cell, index) => [names[index], cell.trim()]))
    if (row > 0 && cells.get('session') !== session) {
      day += 1
      minute = 0
    }
    session = cells.get('session')
    made.time[row] = at('2024-01-01', '00:00') + day * 86_400_000 + minute * 60_000
    const price = (name: string) => Number(cells.get(name) || cells.get('close'))
    made.open[row] = price('open')
    made.high[row] = price('high')
    made.low[row] = price('low')
    made.close[row] = price('close')
    made.volume[row] = Number(cells.get('volume') ?? 0)
    minute += 1
  })
  return made
}

/** Input bars written in the vector itself. */
export const fromInputs = (inputs: NonNullable<Vector['inputs']>): Candles => {
  const rows = Math.max(...Object.values(inputs).map((values) => values.length))
  const made = emptyCandles(rows)
  for (let row = 0; row < rows; row++) {
    const price = inputs.close?.[row] ?? inputs.high?.[row] ?? Number.NaN
    made.time[row] = at('2024-01-01', '09:15') + row * 60_000
    made.open[row] = inputs.open?.[row] ?? price
    made.high[row] = inputs.high?.[row] ?? price
    made.low[row] = inputs.low?.[row] ?? price
    made.close[row] = price
    made.volume[row] = inputs.volume?.[row] ?? 0
  }
  return made
}

/** Fails on the first value that is not the published one; gives how many were compared. */
export const countPublished = (vector: Vector, found: readonly (number | null)[]): number => {
  let compared = 0
  const expectations = vector.spots ?? (vector.values ?? []).map((value, row) => [row, value] as const)
  expectations.forEach(([row, expected]) => {
    if (expected === null || row < (vector.compare_from ?? 0)) return
    const value = found[row] ?? Number.NaN
    const tolerance = Math.max(vector.abs_tol, vector.rel_tol * Math.abs(expected))
    if (!(Math.abs(value - expected) <= tolerance))
      expect.fail(`row ${row} of ${vector.id}: ${value}, published ${expected}`)
    compared += 1
  })
  return compared
}
