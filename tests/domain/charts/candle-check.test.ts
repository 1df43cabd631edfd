import { describe, expect, test } from 'vitest'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import { findBadCandle, findPriceFault } from '../../../src/domain/charts/candle-check.ts'

const NINE_FIFTEEN = Date.parse('2024-04-01T09:15:00+05:30')

/** Rows of minutes after 09:15, open, high, low, close and volume. */
const candles = (...rows: readonly (readonly [number, number, number, number, number, number])[]) => {
  const made = emptyCandles(rows.length)
  rows.forEach(([minute, open, high, low, close, volume], row) => {
    made.time[row] = NINE_FIFTEEN + minute * 60_000
    made.open[row] = open
    made.high[row] = high
    made.low[row] = low
    made.close[row] = close
    made.volume[row] = volume
  })
  return made
}

describe('the check of candles', () => {
  test.each([
    [{ open: 2, high: 3, low: 1, close: 2 }, null],
    [{ open: 2, high: 2, low: 2, close: 2 }, null],
    [{ open: 2, high: 1, low: 3, close: 2 }, 'high 1 is below low 3'],
    [{ open: 4, high: 3, low: 1, close: 2 }, 'open 4 is outside low 1 to high 3'],
    [{ open: 2, high: 3, low: 1, close: 0.5 }, 'close 0.5 is outside low 1 to high 3'],
    [{ open: Number.NaN, high: 3, low: 1, close: 2 }, 'open is NaN, which is no price'],
    [{ open: 2, high: Number.POSITIVE_INFINITY, low: 1, close: 2 }, 'high is Infinity, which is no price'],
    [{ open: 2, high: 3, low: 0, close: 2 }, 'low is 0, which is no price'],
    [{ open: 2, high: 3, low: 1, close: -2 }, 'close is -2, which is no price'],
  ])('%o', (prices, fault) => {
    expect(findPriceFault(prices)).toBe(fault)
  })

  test('names the first bad row', () => {
    expect(findBadCandle(candles([0, 2, 3, 1, 2, 5], [1, 2, 3, 1, 2, 0]))).toBeNull()
    expect(findBadCandle(candles([0, 2, 3, 1, 2, 5], [0, 2, 3, 1, 2, 0]))).toEqual({
      row: 1,
      reason: '2024-04-01 09:15 appears twice',
    })
    expect(findBadCandle(candles([5, 2, 3, 1, 2, 5], [1, 2, 3, 1, 2, 0]))).toEqual({
      row: 1,
      reason: '2024-04-01 09:16 comes after 2024-04-01 09:20: rows are not ascending',
    })
    expect(findBadCandle(candles([0, 2, 3, 1, 2, -5]))).toEqual({ row: 0, reason: 'volume is -5' })
    expect(findBadCandle(candles([Number.NaN, 2, 3, 1, 2, 5]))).toEqual({ row: 0, reason: 'time is NaN' })
  })
})
