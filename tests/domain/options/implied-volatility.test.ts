import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Black76Terms,
  black76,
  black76Price,
  optionTypes,
} from '../../../src/domain/options/black-76.ts'
import { impliedVolatility, type OptionPrice } from '../../../src/domain/options/implied-volatility.ts'

const tick = 0.05
const near = { forward: 24_000, years: 10 / 365, rate: 0.065, tick }
const option = (type: 'CE' | 'PE', strike: number, price: number): OptionPrice => ({
  ...near,
  type,
  strike,
  price,
})

const found = (terms: OptionPrice): number | string => {
  const { volatility, reason } = impliedVolatility(terms)
  return reason ?? Number((volatility * 100).toFixed(4))
}

describe('implied volatility', () => {
  test.each([
    [option('CE', 24_000, 205.6537), 13],
    [option('PE', 23_600, 63.5225), 13],
    [option('CE', 24_400, 66.0617), 13],
    [option('CE', 24_400, 0.02), 'no price'],
    [option('CE', 24_400, 0), 'no price'],
    [option('CE', 24_400, -5), 'no price'],
    // 1,000 in the money, discounted: 998.22.
    [option('CE', 23_000, 998.22), 'no time value'],
    [option('CE', 23_000, 900), 'no time value'],
    [option('CE', 23_000, 998.24), 'no time value'],
    [option('CE', 24_000, 24_000), 'too dear'],
    [option('PE', 23_000, 23_000), 'too dear'],
    // 900 % a year.
    [option('CE', 24_000, 13_000), 'too dear'],
    [{ ...option('CE', 24_000, 5), years: 59 / 31_536_000 }, 'expired'],
    [{ ...option('CE', 24_000, 5), years: 0 }, 'expired'],
  ] as const)('of %o is %s', (terms, answer) => {
    expect(found(terms)).toBe(answer)
  })

  test.each([
    ['price', { price: Number.NaN }],
    ['forward', { forward: 0 }],
    ['strike', { strike: -1 }],
    ['tick', { tick: 0 }],
  ])('refuses a bad %s', (_, wrong) => {
    expect(() => impliedVolatility({ ...option('CE', 24_000, 5), ...wrong })).toThrow('no option price')
  })

  const anyTerms = fc.record({
    forward: fc.double({ min: 50, max: 100_000, noNaN: true }),
    moneyness: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
    years: fc.double({ min: 1 / 8760, max: 5, noNaN: true }),
    volatility: fc.double({ min: 0.03, max: 2, noNaN: true }),
    rate: fc.double({ min: 0, max: 0.12, noNaN: true }),
    type: fc.constantFrom(...optionTypes),
  })

  test('gives back the volatility that made the price, or says that there is no time value to tell it by', () => {
    const seen = { solved: 0, refused: 0 }
    fc.assert(
      fc.property(anyTerms, (drawn) => {
        const terms: Black76Terms = { ...drawn, strike: drawn.forward * Math.exp(drawn.moneyness) }
        const { price, vega } = black76(terms)
        const { volatility, reason } = impliedVolatility({ ...terms, price, tick })
        if (volatility === null) {
          seen.refused++
          const sign = terms.type === 'CE' ? 1 : -1
          const intrinsic = Math.max(0, sign * (terms.forward - terms.strike))
          const timeValue = price * Math.exp(terms.rate * terms.years) - intrinsic
          expect(['no price', 'no time value']).toContain(reason)
          expect(reason === 'no price' ? price : timeValue).toBeLessThan(tick / 2 + 1e-9)
          return
        }
        seen.solved++
        // What the last digits of the price leave open.
        const open = (terms.forward * 1e-14) / (vega * 100)
        expect(Math.abs(volatility - terms.volatility)).toBeLessThan(1e-8 + open)
      }),
      { numRuns: 3000 },
    )
    expect(seen.solved).toBeGreaterThan(1000)
    expect(seen.refused).toBeGreaterThan(100)
  })

  test('never answers a number that does not give the price back', () => {
    fc.assert(
      fc.property(anyTerms, fc.double({ min: -0.1, max: 1.2, noNaN: true }), (drawn, share) => {
        const terms = { ...drawn, strike: drawn.forward * Math.exp(drawn.moneyness), tick }
        const price = share * drawn.forward
        const { volatility } = impliedVolatility({ ...terms, price })
        if (volatility === null) return
        expect(Math.abs(black76Price({ ...terms, volatility }) - price)).toBeLessThan(
          Math.max(1e-8 * drawn.forward, 0.001 * tick) + 1e-12,
        )
      }),
      { numRuns: 2000 },
    )
  })
})
