import { describe, expect, test } from 'vitest'
import { createOptionModel } from '../../../../src/domain/backtests/option-run/model.ts'
import { legPriceOf } from '../../../../src/domain/backtests/option-run/raw-trade.ts'
import type { OptionUnderlying } from '../../../../src/domain/backtests/option-run/rules.ts'
import { intrinsicOf, settlementOf } from '../../../../src/domain/backtests/option-run/settlement.ts'
import { emptyCandles } from '../../../../src/domain/charts/candle.ts'
import { black76Price } from '../../../../src/domain/options/black-76.ts'
import { DAY_MS, type IstDate } from '../../../../src/domain/time.ts'
import { at, candles, params } from '../../../support/engine/notation.ts'

const nifty: OptionUnderlying = { root: 'NIFTY', exchange: 'NFO', isIndex: true, strikeStep: 50 }
const expiry = '2026-11-23' as IstDate
const still = createOptionModel(candles('24000', { day: '2026-11-13', open: '09:15' }), nifty)
const instant = { spot: 24_000, at: at('2026-11-13', '15:40'), day: 0 }

/** Days of one candle each, whose closes follow `move` in turns. */
const daysOf = (count: number, move: number) => {
  const made = emptyCandles(count)
  for (let day = 0; day < count; day++) {
    const price = day % 2 === 0 ? 24_000 : 24_000 * (1 + move)
    made.time[day] = at('2026-01-01', '15:00') + day * DAY_MS
    for (const column of ['open', 'high', 'low', 'close'] as const) made[column][day] = price
  }
  return made
}

describe('the model', () => {
  test('prices ten days at the money near the published chain of 13 % volatility', () => {
    const call = still.premiumOf({ strike: 24_000, expiry, type: 'CE' }, instant)
    // 205.65 at 13 %; the long volatility of NIFTY is 14.5 %.
    expect(call).toBeGreaterThan(205)
    expect(call).toBeLessThan(275)
  })
  test('keeps parity to a tick', () => {
    for (const strike of [22_000, 23_500, 24_000, 24_600, 26_000]) {
      const { forward, years } = still.termsOf({ strike, expiry }, instant)
      const call = still.premiumOf({ strike, expiry, type: 'CE' }, instant)
      const put = still.premiumOf({ strike, expiry, type: 'PE' }, instant)
      expect(Math.abs(call - put - Math.exp(-0.065 * years) * (forward - strike))).toBeLessThan(0.1)
    }
  })
  test('knows puts as dearer than calls equally far out', () => {
    const volatilityOf = (strike: number) => still.termsOf({ strike, expiry }, instant).volatility
    expect(volatilityOf(23_200)).toBeGreaterThan(volatilityOf(24_800))
  })
  test('raises the volatility after wild days and after a fall of the day, from what came before alone', () => {
    const calm = createOptionModel(daysOf(60, 0.001), nifty)
    const wild = createOptionModel(daysOf(60, 0.03), nifty)
    expect(wild.dailyVolatility(59)).toBeGreaterThan(5 * calm.dailyVolatility(59))
    expect(wild.dailyVolatility(0)).toBe(calm.dailyVolatility(0))
    expect(wild.dailyVolatility(1)).toBe(calm.dailyVolatility(1))
    const volatilityAt = (spot: number) =>
      still.termsOf({ strike: spot, expiry }, { ...instant, spot }).volatility
    expect(volatilityAt(23_500)).toBeGreaterThan(volatilityAt(24_000))
  })
  test('prices by Black-76 to the tick, and its pricer the same at every instant', () => {
    let compared = 0
    for (const type of ['CE', 'PE'] as const)
      for (const strike of [20_000, 23_400, 24_000, 24_050, 25_900]) {
        const pricer = still.pricerOf({ strike, expiry, type })
        for (const spot of [22_000, 23_999.95, 24_000, 26_500])
          for (const hours of [0, 5, 100, 239, 300]) {
            const then = { spot, at: instant.at + hours * 3_600_000, day: 0 }
            const terms = { ...still.termsOf({ strike, expiry }, then), strike, rate: 0.065, type }
            const price = black76Price(terms)
            expect(Math.abs(pricer(spot, then.at, 0) - Math.max(0.05, price))).toBeLessThan(0.025 + 1e-9)
            expect(still.premiumOf({ strike, expiry, type }, then)).toBe(pricer(spot, then.at, 0))
            compared++
          }
      }
    expect(compared).toBe(200)
  })
  test('never prices below a tick, nor before its last minute without time', () => {
    expect(still.premiumOf({ strike: 30_000, expiry, type: 'CE' }, instant)).toBe(0.05)
    const late = { ...instant, at: at('2026-11-23', '15:40') }
    expect(still.premiumOf({ strike: 23_900, expiry, type: 'CE' }, late)).toBeCloseTo(100, 0)
  })
  test('fills on the dear side of the book', () => {
    const fill = { price: 100, halfSpread: 0.1 }
    const none = params({ slippageBps: 0 })
    expect([legPriceOf(fill, 'buy', none), legPriceOf(fill, 'sell', none)]).toEqual([100.1, 99.9])
    expect(legPriceOf({ price: 0.05, halfSpread: 0.1 }, 'sell', none)).toBe(0)
  })
})

describe('settlement', () => {
  const close = (day: string) => candles('100 110 120', { minutes: 15, day, open: '14:45' })
  const terms = { candleMs: 15 * 60_000, source: 'imported' } as const
  test('until the closing auction is the mean of the last half hour', () => {
    expect(settlementOf(close('2025-11-18'), 2, terms)).toBe(115)
  })
  test('is the last price since then, and in the simulated market', () => {
    expect(settlementOf(close('2026-11-17'), 2, terms)).toBe(120)
    expect(settlementOf(close('2025-11-18'), 2, { ...terms, source: 'simulated' })).toBe(120)
  })
  test.each([
    ['CE', 24_100, 100],
    ['CE', 23_900, 0],
    ['CE', 24_000, 0],
    ['PE', 23_900, 100],
    ['PE', 24_000, 0],
  ] as const)('a %s of 24000 at %d pays %d', (type, settled, paid) => {
    expect(intrinsicOf({ type, strike: 24_000 }, settled)).toBe(paid)
  })
})
