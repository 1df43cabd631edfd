import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGrowingCandles } from '../../../server/scanning/growing-candles.ts'
import { type Candles, candlesFrom, copyCandles, joinCandles } from '../../../src/domain/charts/candle.ts'

const MINUTE_MS = 60_000

const made = (from: number, rows: number, price: number): Candles =>
  candlesFrom((name) =>
    Float64Array.from({ length: rows }, (_, row) =>
      name === 'time' ? (from + row) * MINUTE_MS : price + row,
    ),
  )

test('series that grow are those that are joined, and what was given out before stays', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ series: fc.nat({ max: 2 }), rows: fc.nat({ max: 90 }) }), { maxLength: 40 }),
      (steps) => {
        const join = createGrowingCandles()
        const grown = [0, 1, 2].map((series) => made(0, 5, 100 * series))
        const joined = grown.map(copyCandles)
        const given: [Candles, Candles][] = []
        for (const { series, rows } of steps) {
          const [before, expected] = [grown[series], joined[series]] as [Candles, Candles]
          const added = made(before.time.length, rows, 7 * rows)
          // Twice, as two scans that began together do.
          join(before, added)
          grown[series] = join(before, added)
          joined[series] = joinCandles(expected, added)
          given.push([grown[series], copyCandles(joined[series])])
        }
        for (const [one, expected] of given) expect(one).toEqual(expected)
      },
    ),
  )
})

test('series with the same times have one column of them', () => {
  const join = createGrowingCandles()
  const first = made(0, 5, 1)
  const second = { ...made(0, 5, 2), time: first.time }
  const [one, other] = [join(first, made(5, 2, 1)), join(second, made(5, 2, 2))]
  expect(other.time).toBe(one.time)
  expect(join(one, made(7, 1, 1)).time.length).toBe(8)
  expect([...join(other, made(8, 1, 1)).time].at(-1)).toBe(8 * MINUTE_MS)
})
