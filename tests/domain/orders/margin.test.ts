import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMargins, type MarginLeg, marginOf, noMargin } from '../../../src/domain/orders/margin.ts'
import { priceScanRange, scanContract } from '../../../src/domain/orders/margin-scan.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const NEAR = '2026-12-01' as IstDate
const FAR = '2026-12-29' as IstDate
const LOT = 65

/** NIFTY at 24,000 and 13 %, ten days to go. `-1 24000CE` is one lot sold, `+1 FUT` one bought; `far` is a month on. */
const legs = (text: string, { lastDay = false, isIndex = true } = {}): readonly MarginLeg[] =>
  text.split(', ').map((leg) => {
    const match = /^([+-]\d+) (?:FUT|(\d+)(CE|PE))( far)?$/.exec(leg)
    if (match === null) throw new SyntaxError(leg)
    const [, lots, strike, type, far] = match
    return {
      quantity: Number(lots) * LOT,
      scan: scanContract({
        type: (type as 'CE' | 'PE' | undefined) ?? 'FUT',
        strike: Number(strike ?? 0),
        expiry: far ? FAR : NEAR,
        forward: far ? 24_100 : 24_000,
        years: (far ? 38 : lastDay ? 0.25 : 10) / 365,
        volatility: 0.13,
        dailyVolatility: 0.008,
        rate: 0.065,
        isIndex,
        isLastDay: lastDay && !far,
      }),
    }
  })

describe('the reference table: NIFTY 24,000, 13 %, ten days', () => {
  // Position, then scan, net option value, span, exposure and their sum, rupees.
  test.each([
    ['+1 FUT', 145_080, 0, 145_080, 31_200, 176_280],
    ['-1 FUT', 145_080, 0, 145_080, 31_200, 176_280],
    ['-1 24000CE', 131_485, -13_367, 144_853, 31_200, 176_053],
    ['-1 24000CE, -1 24000PE', 118_122, -26_735, 144_857, 62_400, 207_257],
    ['-1 24200CE, -1 23800PE', 116_147, -15_738, 131_885, 62_400, 194_285],
    ['+1 23600PE, -1 23800PE, -1 24200CE, +1 24400CE', 5_664, -7_315, 12_979, 62_400, 75_379],
    ['+1 24000CE, -1 24200CE', 5_447, 5_447, 0, 31_200, 31_200],
    ['-1 24000CE, +1 24200CE', 7_533, -5_447, 12_979, 31_200, 44_179],
  ])('%s', (text, ...expected) => {
    const { scan, netOptionValue, span, exposure, total } = marginOf(legs(text))
    const found = [scan, netOptionValue, span, exposure, total]
    expect(
      found.map((amount, index) =>
        Math.abs(amount - (expected[index] ?? 0)) <= 1 ? expected[index] : amount,
      ),
    ).toEqual(expected)
  })
})

const round = (text: string, options = {}) => {
  const { span, exposure, spread } = marginOf(legs(text, options))
  return { span: Math.round(span), exposure: Math.round(exposure), spread: Math.round(spread) }
}

describe('months against each other', () => {
  test('a calendar of futures keeps the charge of the far month and what the two months move apart', () => {
    // 1.75 % of 24,100 a unit; the ranges of 24,000 and 24,100 differ by 9.3 points.
    expect(round('+1 FUT, -1 FUT far')).toEqual({
      span: Math.round(65 * (0.0175 * 24_100 + 9.3)),
      exposure: 65 * 0.02 * 48_100,
      spread: Math.round(65 * 0.0175 * 24_100),
    })
  })
  test('on its last day a contract has no benefit from another month', () => {
    const [near, far] = [round('+1 FUT', { lastDay: true }), round('-1 FUT far', { lastDay: true })]
    expect(round('+1 FUT, -1 FUT far', { lastDay: true })).toEqual({
      span: near.span + far.span,
      exposure: near.exposure + far.exposure,
      spread: 0,
    })
  })
})

describe('exposure', () => {
  // Share of the notional.
  test.each<[string, { lastDay?: boolean; isIndex?: boolean }, number]>([
    ['+1 24000CE', {}, 0],
    ['-1 24000CE', {}, 0.02],
    ['-1 26400CE', {}, 0.02],
    ['-1 26450CE', {}, 0.03],
    ['-1 21550PE', {}, 0.03],
    ['-1 24000CE', { lastDay: true }, 0.04],
    ['-1 FUT', { lastDay: true }, 0.02],
    ['-1 FUT', { isIndex: false }, 0.035],
    ['-1 24000PE', { isIndex: false }, 0.035],
    ['-1 31250CE', { isIndex: false }, 0.0525],
  ])('%s %j: %d', (text, options, share) => {
    expect(marginOf(legs(text, options)).exposure).toBeCloseTo(share * 24_000 * LOT, 6)
  })
})

describe('the range that is scanned', () => {
  test.each<[string, boolean, number, number, number]>([
    ['an index at rest has the floor', true, 0.008, 0.1, 0.093],
    ['beyond nine months the higher one', true, 0.008, 0.8, 0.177],
    ['a share its own', false, 0.008, 0.1, 0.142],
    ['a restless index six deviations of two days', true, 0.02, 0.1, 0.02 * 6 * Math.SQRT2],
  ])('%s', (_, isIndex, dailyVolatility, years, expected) => {
    expect(priceScanRange(isIndex, dailyVolatility, years)).toBeCloseTo(expected, 12)
  })
})

describe('always', () => {
  const book = fc.array(
    fc.record({
      lots: fc.integer({ min: -5, max: 5 }).filter((lots) => lots !== 0),
      contract: fc.constantFrom('FUT', '23600PE', '23800PE', '24000CE', '24000PE', '24200CE', '24400CE'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const linesOf = (rows: readonly { lots: number; contract: string }[]): readonly MarginLeg[] =>
    legs(rows.map(({ lots, contract }) => `${lots > 0 ? '+' : ''}${lots} ${contract}`).join(', '))

  test('of one month, legs together never need more than alone', () => {
    fc.assert(
      fc.property(book, (rows) => {
        const all = linesOf(rows)
        const alone = all.map((leg) => marginOf([leg])).reduce(addMargins, noMargin)
        expect(marginOf(all).total).toBeLessThanOrEqual(alone.total + 1e-6)
      }),
    )
  })
  test('twice the legs need twice the margin, and none is below zero', () => {
    fc.assert(
      fc.property(book, (rows) => {
        const once = marginOf(linesOf(rows)).total
        const twice = marginOf(linesOf(rows.map((row) => ({ ...row, lots: row.lots * 2 })))).total
        expect(once).toBeGreaterThanOrEqual(0)
        expect(twice).toBeCloseTo(2 * once, 4)
      }),
    )
  })
})
