import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { heikinAshi, heikinAshiOn } from '../../../src/domain/charts/heikin-ashi.ts'

const prices = fc.tuple(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 0, max: 50 }),
  fc.integer({ min: 0, max: 50 }),
)

const candlesOf = (rows: readonly (readonly [number, number, number, number])[]): Candles => {
  const candles = emptyCandles(rows.length)
  rows.forEach(([open, close, above, below], row) => {
    candles.time[row] = row * 60_000
    candles.open[row] = open
    candles.close[row] = close
    candles.high[row] = Math.max(open, close) + above
    candles.low[row] = Math.max(0.05, Math.min(open, close) - below)
    candles.volume[row] = row
  })
  return candles
}

describe('Heikin-Ashi candles', () => {
  test('by hand', () => {
    const candles = candlesOf([
      [100, 104, 2, 1],
      [104, 102, 1, 2],
    ])
    const made = heikinAshi(candles)
    // (100 + 106 + 99 + 104) / 4, then the middle of 102 and 102.25.
    expect([made.open[0], made.close[0]]).toEqual([102, 102.25])
    expect([made.open[1], made.close[1]]).toEqual([102.125, 102.75])
    expect(made.volume).toEqual(candles.volume)
  })

  test('lie inside their high and low, and the one in progress equals the one of the whole', () => {
    fc.assert(
      fc.property(fc.array(prices, { minLength: 2, maxLength: 40 }), (rows) => {
        const candles = candlesOf(rows)
        const made = heikinAshi(candles)
        for (let row = 0; row < rows.length; row++) {
          const [open = 0, high = 0, low = 0, close = 0] = (['open', 'high', 'low', 'close'] as const).map(
            (name) => made[name][row],
          )
          expect(Math.max(open, close)).toBeLessThanOrEqual(high)
          expect(Math.min(open, close)).toBeGreaterThanOrEqual(low)
        }
        const last = rows.length - 1
        const at = (name: keyof Candles): number => candles[name][last] ?? Number.NaN
        const candle = {
          time: at('time'),
          open: at('open'),
          high: at('high'),
          low: at('low'),
          close: at('close'),
        }
        const expected = {
          open: made.open[last],
          close: made.close[last],
          high: made.high[last],
          low: made.low[last],
        }
        expect(heikinAshiOn(made, candle)).toMatchObject(expected)
        expect(heikinAshiOn(heikinAshi(candlesOf(rows.slice(0, -1))), candle)).toMatchObject(expected)
      }),
    )
  })
})
