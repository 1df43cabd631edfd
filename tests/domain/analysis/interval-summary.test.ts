import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acrossIntervals,
  countRatings,
  type IntervalSummary,
} from '../../../src/domain/analysis/interval-summary.ts'
import { betweenPivots, classicPivots } from '../../../src/domain/analysis/pivots.ts'
import { reasonOf, ruleOfComponent } from '../../../src/domain/analysis/rating-reason.ts'
import { technicalComponents, verdictOf } from '../../../src/domain/charts/technical-summary.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const today = '2026-11-25' as IstDate

const summaryOf = (mean: number | null): IntervalSummary => ({
  kind: 'summary',
  summary: {
    ratings: [],
    averages: null,
    oscillators: null,
    overall: mean === null ? null : { mean, verdict: verdictOf(mean) },
    since: null,
  },
  candle: { at: 0, high: 1, low: 1, close: 1 },
  hasVolume: true,
  today,
})

test('over all intervals: the mean of their means, and each counted on its side', () => {
  const rows = [0.6, 0.2, 0.05, -0.3, null].map(summaryOf)
  const failed: IntervalSummary = { kind: 'failed', message: 'no' }
  expect(acrossIntervals([...rows, failed])).toEqual({
    mean: expect.closeTo(0.1375, 12),
    verdict: 'buy',
    buy: 2,
    neutral: 1,
    sell: 1,
  })
  expect(acrossIntervals([failed, summaryOf(null)])).toBe(null)
})

test('ratings are counted by side', () => {
  expect(countRatings([1, 1, 0, -1].map((rating) => ({ rating })))).toEqual({ buy: 2, neutral: 1, sell: 1 })
})

const candle = fc
  .tuple(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e5), fc.nat(1e5))
  .map(([low, above, within]) => ({ low, high: low + above, close: low + Math.min(above, within) }))

test('pivots are in order, and the middle lies between low and high', () => {
  fc.assert(
    fc.property(candle, (day) => {
      const pivots = classicPivots(day)
      const prices = pivots.map(({ price }) => price)
      expect(prices).toEqual(prices.toSorted((a, b) => a - b))
      const middle = prices[2] ?? 0
      expect(middle >= day.low - 1e-6 && middle <= day.high + 1e-6).toBe(true)
    }),
  )
})

test('a price lies between two pivots, or beyond the last', () => {
  const pivots = classicPivots({ high: 110, low: 100, close: 105 })
  expect(pivots.map(({ name, price }) => `${name} ${price}`).join(' ')).toBe(
    'S2 95 S1 100 P 105 R1 110 R2 115',
  )
  expect(betweenPivots(pivots, 112)).toEqual({
    below: { name: 'R1', distance: 2 },
    above: { name: 'R2', distance: 3 },
  })
  expect(betweenPivots(pivots, 90)).toEqual({ below: null, above: { name: 'S2', distance: 5 } })
  expect(betweenPivots(pivots, 120)).toEqual({ below: { name: 'R2', distance: 5 }, above: null })
})

const rated = (key: string, value: number | null, previous: number | null, rating: -1 | 0 | 1) =>
  ({ key, value, previous, rating }) as Parameters<typeof reasonOf>[0]

test.each([
  [rated('ema20', 99, 98, 1), 'below the close'],
  [rated('sma20', 101, 98, -1), 'above the close'],
  [rated('ema20', 100, 98, 0), 'at the close'],
  [rated('macd', 3, 2, 1), 'above its signal'],
  [rated('macd', 3, 4, -1), 'below its signal'],
  [rated('rsi', 61, 60, 0), 'rising'],
  [rated('rsi', 60, 61, 0), 'falling'],
  [rated('rsi', 60, 60, 0), ''],
  [rated('rsi', 60, null, 0), ''],
  [rated('ichimoku', 60, 60, -1), 'stacked down'],
  [rated('vwma', null, null, 0), 'no volume'],
  [rated('sma200', null, null, 0), 'too few candles'],
])('%o is said to be %s', (rating, reason) => {
  expect(reasonOf(rating, { hasVolume: false })).toBe(reason)
})

test('what can be scanned for is a rule that the language reads', () => {
  const rules = technicalComponents.flatMap(({ key }) => ruleOfComponent(key) ?? [])
  expect(rules.length).toBeGreaterThan(20)
  for (const rule of rules) expect([rule, parseCondition(rule).ok]).toEqual([rule, true])
})
