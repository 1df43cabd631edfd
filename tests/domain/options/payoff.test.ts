import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { black76Price } from '../../../src/domain/options/black-76.ts'
import { type Leg, legGreeks, legValue, sumGreeks } from '../../../src/domain/options/leg-value.ts'
import { type Position, type Question, readPayoff } from '../../../src/domain/options/payoff.ts'

const day = 1 / 365
const rate = 0.065
const spot = 24_000
const forwardAt = (years: number): number => spot * Math.exp(0.06 * years)

interface InstrumentTerms {
  readonly years?: number
  readonly volatility?: number | null
  readonly entry?: number
}

/** `+50 CE 24100`: side and units, type and strike; `+50 FUT`, `-50 EQ`. In ten days at 13 % unless said. */
const leg = (text: string, { years = 10 * day, volatility = 0.13, entry }: InstrumentTerms = {}): Leg => {
  const [units, type, strikeText] = text.split(' ')
  const [quantity, strike, forward] = [Number(units), Number(strikeText), forwardAt(years)]
  if (type === 'EQ') return { kind: 'share', quantity, entry: entry ?? spot, mark: spot }
  if (type === 'FUT')
    return { kind: 'future', quantity, years, forward, entry: entry ?? forward, mark: forward }
  if (type !== 'CE' && type !== 'PE') throw new Error(`no leg: ${text}`)
  const mark = black76Price({ forward, strike, years, volatility: volatility ?? 0, rate, type })
  return { kind: 'option', quantity, type, strike, years, forward, volatility, entry: entry ?? mark, mark }
}

const position = (...legs: readonly Leg[]): Position => ({ legs, spot, rate, volatility: 0.13 })
const plain: Question = { horizonYears: null, volatilityShift: 0 }

const valueAt = (
  prices: readonly number[],
  curve: readonly number[] | null,
  price: number,
): number | undefined => curve?.[prices.indexOf(price)]

describe('payoff', () => {
  test('a bought call loses its premium, breaks even above the strike, and has no top', () => {
    const payoff = readPayoff(position(leg('+50 CE 24000', { entry: 200 })), plain)
    expect({
      breakevens: payoff.breakevens,
      maxProfit: payoff.maxProfit,
      maxLoss: payoff.maxLoss,
      netPremium: payoff.netPremium,
      hasLaterLegs: payoff.hasLaterLegs,
      atHorizon: payoff.atHorizon,
      atStrike: valueAt(payoff.prices, payoff.atExpiry, 24_000),
    }).toEqual({
      breakevens: [24_200],
      maxProfit: { value: null, note: 'exact' },
      maxLoss: { value: -10_000, note: 'exact' },
      netPremium: -10_000,
      hasLaterLegs: false,
      atHorizon: null,
      atStrike: -10_000,
    })
  })

  test('is drawn over 301 even points about the price now, and over strikes and breakevens between them', () => {
    const { prices, atExpiry, today } = readPayoff(position(leg('+50 CE 26000', { entry: 20 })), plain)
    expect([prices[0], prices.at(-1)]).toEqual([21_576, 26_424])
    expect(prices.filter((price) => [24_000, 26_000, 26_020].includes(price))).toEqual([
      24_000, 26_000, 26_020,
    ])
    expect([prices.length, atExpiry.length, today.length]).toEqual([302, 302, 302])
  })

  test('a restless underlying is drawn two and a half deviations wide, and never below nothing', () => {
    const restless = { ...position(leg('+50 CE 24000', { years: 1, volatility: 0.6 })), volatility: 0.6 }
    const { prices, expectedMove } = readPayoff(restless, plain)
    expect(expectedMove).toEqual(forwardAt(1) * 0.6)
    expect([prices[0], prices.at(-1)]).toEqual([spot * 0.01, spot + 2.5 * forwardAt(1) * 0.6])
  })

  test('today at the price of now is what the legs show, whatever was paid', () => {
    const payoff = readPayoff(
      position(leg('+50 CE 24100', { entry: 90 }), leg('-50 PE 23800'), leg('+50 FUT', { years: 38 * day })),
      plain,
    )
    expect(valueAt(payoff.prices, payoff.today, spot)).toBeCloseTo(payoff.pnlNow, 6)
    expect(payoff.pnlNow).not.toBe(0)
  })

  test('a horizon lies between today and the end, and beyond the end changes nothing', () => {
    const straddle = position(leg('-50 CE 24000'), leg('-50 PE 24000'))
    const at = (days: number): number =>
      Number(
        ((payoff) => valueAt(payoff.prices, payoff.atHorizon, spot))(
          readPayoff(straddle, { ...plain, horizonYears: days * day }),
        ),
      )
    const pnls = [0, 3, 6, 9, 10].map(at)
    expect([...pnls].sort((a, b) => a - b)).toEqual(pnls)
    expect(at(20)).toBe(at(10))
  })

  test('more volatility gains what vega says, and nothing when all has ended', () => {
    const bought = position(leg('+50 CE 24000'))
    const [calm, restless] = [plain, { ...plain, volatilityShift: 0.01 }].map((question) =>
      readPayoff(bought, question),
    )
    const gain =
      Number(restless && valueAt(restless.prices, restless.today, spot)) -
      Number(calm && valueAt(calm.prices, calm.today, spot))
    expect(gain).toBeCloseTo(legGreeks(leg('+50 CE 24000'), rate)?.vega ?? Number.NaN, 0)
    expect(restless?.atExpiry).toEqual(calm?.atExpiry)
  })

  test('the far leg of a calendar is priced by the model when the near one ends', () => {
    const far = leg('+50 CE 24000', { years: 38 * day })
    const near = leg('-50 CE 24000')
    const payoff = readPayoff(position(near, far), plain)
    const moment = { years: 10 * day, spot, rate, volatilityShift: 0 }
    expect(payoff.hasLaterLegs).toBe(true)
    expect([payoff.maxProfit.note, payoff.maxLoss.note]).toEqual(['on the shown range', 'on the shown range'])
    expect(payoff.maxProfit.value).toBeCloseTo(
      50 * (legValue(far, 24_000, moment) - far.entry + near.entry),
      6,
    )
    expect(payoff.breakevens.length).toBe(2)
    for (const price of payoff.breakevens) {
      expect(valueAt(payoff.prices, payoff.atExpiry, price)).toBeCloseTo(0, 6)
    }
  })

  test('a share with a sold call is bounded above, and at nothing below', () => {
    const payoff = readPayoff(position(leg('+50 EQ'), leg('-50 CE 24500', { entry: 100 })), plain)
    expect({ ...payoff.maxProfit, loss: payoff.maxLoss, breakevens: payoff.breakevens }).toEqual({
      value: 50 * 600,
      note: 'exact',
      loss: { value: -50 * 23_900, note: 'at S = 0' },
      breakevens: [23_900],
    })
  })

  test('a position that is nothing on a stretch breaks even at its ends', () => {
    const free = position(leg('+1 CE 24000', { entry: 0 }), leg('-1 CE 24100', { entry: 0 }))
    expect(readPayoff(free, plain).breakevens).toEqual([24_000])
    expect(readPayoff(free, plain).maxLoss).toEqual({ value: 0, note: 'exact' })
  })

  test('without a volatility there is no probability and no greek, but there is a payoff', () => {
    const unexplained = leg('+50 CE 24500', { volatility: null, entry: 3 })
    const payoff = readPayoff({ ...position(unexplained), volatility: null }, plain)
    expect({ pop: payoff.probabilityOfProfit, breakevens: payoff.breakevens }).toEqual({
      pop: null,
      breakevens: [24_503],
    })
    expect(sumGreeks([legGreeks(unexplained, rate), legGreeks(leg('+50 FUT'), rate)])).toBe(null)
  })

  test('needs something that ends', () => {
    expect(() => readPayoff(position(leg('+50 EQ')), plain)).toThrow('needs an option or a future')
  })

  const anyLeg = fc.record({
    quantity: fc.integer({ min: -3, max: 3 }).filter((units) => units !== 0),
    type: fc.constantFrom('CE', 'PE', 'FUT'),
    strike: fc.integer({ min: 460, max: 500 }).map((steps) => steps * 50),
  })

  test('breakevens part profit from loss exactly, and the extremes bound every point', () => {
    let seen = 0
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 1, maxLength: 6 }), (drawn) => {
        const legs = drawn.map(({ quantity, type, strike }) => leg(`${quantity} ${type} ${strike}`))
        const { prices, atExpiry, breakevens, maxProfit, maxLoss, ...payoff } = readPayoff(
          position(...legs),
          plain,
        )
        const moment = { years: 10 * day, spot, rate, volatilityShift: 0 }
        for (const price of breakevens) {
          const pnl = legs.reduce(
            (sum, one) => sum + one.quantity * (legValue(one, price, moment) - one.entry),
            0,
          )
          expect(Math.abs(pnl)).toBeLessThan(1e-6)
          seen++
        }
        expect(Math.max(...atExpiry)).toBeLessThanOrEqual(
          (maxProfit.value ?? Number.POSITIVE_INFINITY) + 1e-6,
        )
        expect(Math.min(...atExpiry)).toBeGreaterThanOrEqual(
          (maxLoss.value ?? Number.NEGATIVE_INFINITY) - 1e-6,
        )
        const changes = atExpiry.flatMap((pnl, index) => {
          const next = atExpiry[index + 1]
          return next !== undefined && pnl * next < 0 && Math.min(Math.abs(pnl), Math.abs(next)) > 1e-6
            ? [[prices[index] ?? 0, prices[index + 1] ?? 0] as const]
            : []
        })
        // Breakevens are points of the curve, so the sign never changes between two points.
        expect(changes).toEqual([])
        expect(payoff.probabilityOfProfit).toBeGreaterThanOrEqual(0)
        expect(payoff.probabilityOfProfit).toBeLessThanOrEqual(1 + 1e-12)
      }),
      { numRuns: 200 },
    )
    expect(seen).toBeGreaterThan(100)
  })
})
