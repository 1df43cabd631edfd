import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Black76Terms,
  black76,
  black76Price,
  optionTypes,
  YEARS_MIN,
} from '../../../src/domain/options/black-76.ts'
import { sharedData } from '../../support/shared-data.ts'

const terms: Omit<Black76Terms, 'strike' | 'type'> = {
  forward: 24_000,
  years: 10 / 365,
  volatility: 0.13,
  rate: 0.065,
}

const at = (value: number, digits: number): number => Number(value.toFixed(digits))

describe('Black-76', () => {
  // market reference 6.1
  test.each([
    ['CE', 24_000, 205.6537, 0.50339, 0.0007711, -10.2457, 15.8189, -0.05634],
    ['PE', 24_000, 205.6537, -0.49483, 0.0007711, -10.2457, 15.8189, -0.05634],
    ['CE', 24_200, 121.8587, 0.35323, 0.0007188, -9.5633, 14.7462, -0.03339],
    ['PE', 23_800, 120.2688, -0.34409, 0.0007119, -9.4722, 14.6055, -0.03295],
    ['CE', 24_400, 66.0617, 0.224, 0.0005788, -7.7069, 11.8749, -0.0181],
    ['PE', 23_600, 63.5225, -0.21385, 0.0005636, -7.5042, 11.5624, -0.0174],
  ] as const)('values %s %i as the reference does', (type, strike, price, delta, gamma, theta, vega, rho) => {
    const found = black76({ ...terms, strike, type })
    expect({
      price: at(found.price, 4),
      delta: at(found.delta, 5),
      gamma: at(found.gamma, 7),
      theta: at(found.theta, 4),
      vega: at(found.vega, 4),
      rho: at(found.rho, 5),
    }).toEqual({ price, delta, gamma, theta, vega, rho })
    expect(black76Price({ ...terms, strike, type })).toBe(found.price)
  })

  test('holds time at a minute, so the last instant has a price', () => {
    expect(black76({ ...terms, strike: 24_000, type: 'CE', years: 0 })).toEqual(
      black76({ ...terms, strike: 24_000, type: 'CE', years: YEARS_MIN }),
    )
  })

  test('is worth its discounted intrinsic value without volatility', () => {
    const certain = { ...terms, volatility: 0 }
    const discount = Math.exp((-0.065 * 10) / 365)
    expect(black76Price({ ...certain, strike: 23_900, type: 'CE' })).toBe(100 * discount)
    expect(black76({ ...certain, strike: 23_900, type: 'CE' })).toEqual({
      price: 100 * discount,
      delta: discount,
      gamma: 0,
      theta: (0.065 * 100 * discount) / 365,
      vega: 0,
      rho: ((-10 / 365) * 100 * discount) / 100,
    })
    expect(black76Price({ ...certain, strike: 23_900, type: 'PE' })).toBe(0)
  })

  test.each([
    ['forward', { forward: 0 }],
    ['strike', { strike: Number.NaN }],
    ['volatility', { volatility: -0.1 }],
    ['years', { years: -1 }],
    ['rate', { rate: Number.NaN }],
  ])('refuses a bad %s', (_, wrong) => {
    const bad = { ...terms, strike: 24_000, type: 'CE' as const, ...wrong }
    expect(() => black76Price(bad)).toThrow('no option to price')
    expect(() => black76(bad)).toThrow('no option to price')
  })

  const anyTerms = fc.record({
    forward: fc.double({ min: 10, max: 100_000, noNaN: true }),
    moneyness: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
    years: fc.double({ min: 1 / 8760, max: 5, noNaN: true }),
    volatility: fc.double({ min: 0.03, max: 2, noNaN: true }),
    rate: fc.double({ min: 0, max: 0.12, noNaN: true }),
  })

  test('keeps parity of calls and puts, and its bounds', () => {
    fc.assert(
      fc.property(anyTerms, (drawn) => {
        const { forward, years, rate } = drawn
        const shared = { ...drawn, strike: forward * Math.exp(drawn.moneyness) }
        const [call, put] = [black76({ ...shared, type: 'CE' }), black76({ ...shared, type: 'PE' })]
        const discount = Math.exp(-rate * years)
        expect(Math.abs(call.price - put.price - discount * (forward - shared.strike))).toBeLessThan(
          1e-12 * forward,
        )
        expect(Math.abs(call.delta - put.delta - discount)).toBeLessThan(1e-12)
        expect(call.price).toBeLessThanOrEqual(discount * forward)
        expect(put.price).toBeLessThanOrEqual(discount * shared.strike)
        expect(call.gamma).toBeGreaterThanOrEqual(0)
        expect(call.vega).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('has the greeks of its own slope', () => {
    fc.assert(
      fc.property(anyTerms, fc.constantFrom(...optionTypes), (drawn, type) => {
        const base: Black76Terms = { ...drawn, strike: drawn.forward * Math.exp(drawn.moneyness), type }
        const found = black76(base)
        const slope = (change: (step: number) => Partial<Black76Terms>, step: number): number =>
          (black76Price({ ...base, ...change(step) }) - black76Price({ ...base, ...change(-step) })) /
          (2 * step)
        // A step well under one deviation of the price, so the curve is straight across it.
        const move = 1e-3 * drawn.forward * drawn.volatility * Math.sqrt(drawn.years)
        const vol = 1e-4 * drawn.volatility
        const time = 1e-4 * drawn.years
        const near = (left: number, right: number, scale: number): void =>
          expect(Math.abs(left - right)).toBeLessThan(1e-4 * scale)
        near(
          slope((step) => ({ forward: base.forward + step }), move),
          found.delta,
          1,
        )
        const perPoint = slope((step) => ({ volatility: base.volatility + step }), vol) / 100
        near(perPoint, found.vega, (base.forward * Math.sqrt(base.years)) / 100)
        const perDay = -slope((step) => ({ years: base.years + step }), time) / 365
        near(perDay, found.theta, (base.forward * base.volatility) / Math.sqrt(base.years) / 365)
        const perPercent = slope((step) => ({ rate: base.rate + step }), 1e-5) / 100
        near(perPercent, found.rho, base.forward * base.years)
      }),
    )
  })
})

// The grid quotes a spot without dividends: its forward is spot × e^(rate × years). Greeks there are by spot.
const grid = sharedData('option_pricing/py_vollib_black_scholes_grid.csv')

describe.skipIf(grid === null)('Black-76 beside py_vollib (skipped without the reference data)', () => {
  const rows = grid === null ? [] : readFileSync(grid, 'utf8').trim().split('\n').slice(1)

  test('agrees with all rows of the Black-Scholes grid', () => {
    const worst = { price: 0, delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0 }
    for (const row of rows) {
      const [
        spot = 0,
        strike = 0,
        rate = 0,
        years = 0,
        volatility = 0,
        callPrice = 0,
        putPrice = 0,
        ...columns
      ] = row.split(',').map(Number)
      const forward = spot * Math.exp(rate * years)
      const terms = { forward, strike, rate, years, volatility }
      const [callGreeks, putGreeks] = [columns.slice(0, 5), columns.slice(5, 10)]
      for (const [type, price, [delta = 0, gamma = 0, theta = 0, vega = 0, rho = 0]] of [
        ['CE', callPrice, callGreeks],
        ['PE', putPrice, putGreeks],
      ] as const) {
        const found = black76({ ...terms, type })
        const growth = forward / spot
        const note = (name: keyof typeof worst, ours: number, theirs: number): void => {
          worst[name] = Math.max(worst[name], Math.abs(ours - theirs))
        }
        note('price', found.price, price)
        note('delta', found.delta * growth, delta)
        note('gamma', found.gamma * growth * growth, gamma)
        note('theta', found.theta * 365 - found.delta * rate * forward, theta)
        note('vega', found.vega * 100, vega)
        note('rho', found.rho * 100 + found.delta * forward * years, rho)
      }
    }
    expect(rows.length).toBe(101)
    // As far as the grid is printed.
    const most = { price: 1e-6, delta: 1e-6, gamma: 1e-6, theta: 1e-4, vega: 1e-4, rho: 1e-4 }
    expect(
      Object.entries(most).filter(([name, limit]) => worst[name as keyof typeof worst] >= limit),
    ).toEqual([])
  })
})
