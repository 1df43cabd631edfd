import { describe, expect, test } from 'vitest'
import { outcomeOf, scanHistory } from '../../../src/domain/scanners/scan-history.ts'
import { DAY_MS } from '../../../src/domain/time.ts'

const series = (closes: readonly number[], found: readonly number[]) => ({
  time: Float64Array.from(closes, (_, row) => row * DAY_MS),
  close: Float64Array.from(closes),
  truth: Uint8Array.from(closes, (_, row) => (found.includes(row) ? 1 : 0)),
})

describe('what a scan found in the past', () => {
  test('is counted per candle, and followed by 1, 5 and 20 candles', () => {
    const { days, found, universe } = scanHistory([
      series([100, 110, 99, 99], [0, 1]),
      series([50, 50, 50, 55], [1]),
    ])
    expect(days.map(({ found: count }) => count)).toEqual([1, 2, 0, 0])
    expect(found).toEqual([
      {
        days: 1,
        cases: 3,
        lowerQuartile: expect.closeTo(-10),
        median: expect.closeTo(0),
        upperQuartile: expect.closeTo(10),
        higher: expect.closeTo(100 / 3),
      },
    ])
    expect(universe[0]).toMatchObject({ days: 1, cases: 6, median: expect.closeTo(0) })
  })

  test('counts a symbol that has no newer candle only where it has candles', () => {
    const short = series([10, 11], [1])
    const { days } = scanHistory([series([100, 100, 100], [2]), short])
    expect(days.map(({ found: count }) => count)).toEqual([0, 1, 1])
  })

  test('is of the last 250 candles at most, and of none without any', () => {
    const long = series(
      Array.from({ length: 400 }, () => 1),
      [0, 399],
    )
    expect(scanHistory([long]).days).toHaveLength(250)
    expect(scanHistory([long]).days.at(-1)?.found).toBe(1)
    expect(scanHistory([])).toEqual({ days: [], found: [], universe: [] })
  })

  test('has median and quartiles by the nearest rank', () => {
    expect(outcomeOf(5, Float64Array.from([4, 1, 3, 2]))).toEqual({
      days: 5,
      cases: 4,
      lowerQuartile: 1,
      median: 2,
      upperQuartile: 3,
      higher: 100,
    })
    expect(outcomeOf(5, new Float64Array(0))).toBe(null)
  })
})
