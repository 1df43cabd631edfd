import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candles, candlesFrom } from '../../src/domain/charts/candle.ts'
import { createCandleSeries } from '../../src/market/candle-series.ts'
import { createExtremesPyramid } from '../../src/market/instruments/extremes.ts'
import type { LiveCandle } from '../../src/market/live-candle.ts'

const rowOf = fc.record({
  low: fc.integer({ min: 1, max: 500 }),
  rise: fc.integer({ min: 0, max: 60 }),
  volume: fc.integer({ min: 0, max: 1_000 }),
})
const rowsOf = fc.array(rowOf, { minLength: 1, maxLength: 300 })
type Row = Readonly<{ low: number; rise: number; volume: number }>

const candlesOf = (rows: readonly Row[]): Candles => {
  const columns: Record<keyof Candles, (row: Row, index: number) => number> = {
    time: (_, index) => index * 60_000,
    open: ({ low }) => low,
    high: ({ low, rise }) => low + rise,
    low: ({ low }) => low,
    close: ({ low, rise }) => low + rise / 2,
    volume: ({ volume }) => volume,
    openInterest: () => 0,
  }
  return candlesFrom((name) => Float64Array.from(rows, columns[name]))
}

const candleOf = ({ low, rise, volume }: Row, time: number): LiveCandle => ({
  time,
  open: low,
  high: low + rise,
  low,
  close: low + rise,
  volume,
})

describe('the extremes of a run of rows', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Number.NaN)), {
    maxLength: 200,
  })

  test('are the least and the most of the rows that have a value, for every run', () => {
    fc.assert(
      fc.property(values, fc.nat(210), fc.nat(210), (all, one, other) => {
        const column = Float64Array.from(all)
        const pyramid = createExtremesPyramid({
          low: () => column,
          high: () => column,
          rows: () => column.length,
          capacity: column.length,
        })
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const known = all.slice(from, to).filter((value) => !Number.isNaN(value))
        expect(pyramid.between(from, to)).toEqual(
          known.length === 0
            ? { low: Number.NaN, high: Number.NaN }
            : { low: Math.min(...known), high: Math.max(...known) },
        )
      }),
    )
  })
})

describe('a series of candles', () => {
  test('knows extremes and volume of every run, also after candles were added and changed', () => {
    fc.assert(
      fc.property(
        rowsOf,
        fc.array(fc.tuple(rowOf, fc.boolean()), { maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (given, added, one, other) => {
          const rows: Row[] = [...given]
          const series = createCandleSeries(candlesOf(given))
          for (const [row, isNew] of added) {
            if (isNew) rows.push(row)
            else rows[rows.length - 1] = row
            expect(series.put(candleOf(row, (rows.length - 1) * 60_000))).toEqual(true)
          }
          const [from, to] = [one % rows.length, (other % rows.length) + 1].sort(
            (left, right) => left - right,
          ) as [number, number]
          const run = rows.slice(from, to)
          expect(series.rows()).toEqual(rows.length)
          expect(series.volume(from, to)).toEqual(run.reduce((sum, { volume }) => sum + volume, 0))
          expect(series.extremes(from, to)).toEqual(
            run.length === 0
              ? { low: Number.NaN, high: Number.NaN }
              : {
                  low: Math.min(...run.map(({ low }) => low)),
                  high: Math.max(...run.map(({ low, rise }) => low + rise)),
                },
          )
        },
      ),
    )
  })

  test('refuses a candle before its last', () => {
    const series = createCandleSeries(
      candlesOf([
        { low: 1, rise: 1, volume: 1 },
        { low: 2, rise: 1, volume: 1 },
      ]),
    )
    expect(series.put(candleOf({ low: 9, rise: 0, volume: 0 }, 0))).toEqual(false)
    expect(series.last()).toEqual({ time: 60_000, open: 2, high: 3, low: 2, close: 2.5, volume: 1 })
  })

  test('has room for more candles than it was made for', () => {
    const series = createCandleSeries(candlesOf([{ low: 5, rise: 0, volume: 1 }]))
    for (let row = 1; row < 3_000; row++) series.put(candleOf({ low: row, rise: 1, volume: 2 }, row * 60_000))
    expect(series.rows()).toEqual(3_000)
    expect(series.extremes(0, 3_000)).toEqual({ low: 1, high: 3_000 })
    expect(series.volume(0, 3_000)).toEqual(1 + 2_999 * 2)
  })
})
