import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optionTypes } from '../../../src/domain/options/black-76.ts'
import { type OptionNow, optionWorth, underlyingAt } from '../../../src/domain/options/underlying-at.ts'

const TICK = 0.05

const call: OptionNow = {
  type: 'CE',
  strike: 25_950,
  spot: 25_942.1,
  forward: 25_960,
  years: 4 / 365,
  volatility: 0.112,
  rate: 0.065,
}
const put: OptionNow = { ...call, type: 'PE' }

const anyOption: fc.Arbitrary<OptionNow> = fc
  .record({
    type: fc.constantFrom(...optionTypes),
    strike: fc.integer({ min: 100, max: 60_000 }),
    spot: fc.integer({ min: 100, max: 60_000 }),
    forward: fc.constant(0),
    years: fc.double({ min: 1 / 365, max: 1, noNaN: true }),
    volatility: fc.double({ min: 0.03, max: 1.5, noNaN: true }),
    rate: fc.constant(0.065),
  })
  .map((option) => ({ ...option, forward: option.spot * Math.exp(option.rate * option.years) }))

/** The price of the underlying within a third of the strike, where an option has a slope. */
const anyMove = fc.double({ min: 0.67, max: 1.33, noNaN: true })

describe('the underlying at which an option is worth a price', () => {
  test('is where it stands for what the option is worth now', () => {
    for (const option of [call, put])
      expect(underlyingAt(option, optionWorth(option, option.spot), TICK)).toBeCloseTo(option.spot, 6)
  })

  test('lies below for a stop of a call and above for one of a put', () => {
    expect(optionWorth(call, 25_942.1)).toBeCloseTo(126.38, 2)
    const [stop, target] = [100, 160].map((worth) => underlyingAt(call, worth, TICK) ?? 0)
    expect([stop, target].map((level) => Math.round(level ?? 0))).toEqual([25_887, 26_003])
    expect(underlyingAt(put, 100, TICK)).toBeGreaterThan(put.spot)
  })

  test('is none for a price it never has', () => {
    expect([0, -5, Number.NaN].map((worth) => underlyingAt(call, worth, TICK))).toEqual([null, null, null])
    expect(underlyingAt(put, 26_000, TICK)).toBe(null)
    expect(underlyingAt(call, 120, 0)).toBe(null)
    expect(underlyingAt(call, 40_000, TICK)).toBeGreaterThan(65_000)
  })

  test('is the inverse of the model, to half a tick of the underlying', () => {
    fc.assert(
      fc.property(anyOption, anyMove, (option, move) => {
        const worth = optionWorth(option, option.strike * move)
        fc.pre(worth > TICK)
        const found = underlyingAt(option, worth, TICK)
        expect(found).not.toBe(null)
        expect(Math.abs(optionWorth(option, found ?? 0) - worth)).toBeLessThanOrEqual(
          (TICK / 2) * (option.forward / option.spot) + 1e-6,
        )
        expect(Math.round((found ?? 0) * 100) % 5).toBe(0)
      }),
    )
  })

  test('rises with the price of a call and falls with that of a put', () => {
    fc.assert(
      fc.property(anyOption, anyMove, anyMove, (option, one, other) => {
        const worths = [one, other].map((move) => optionWorth(option, option.strike * move))
        fc.pre(worths.every((worth) => worth > TICK))
        const [less = 0, more = 0] = worths
          .sort((a, b) => a - b)
          .map((worth) => underlyingAt(option, worth, TICK) ?? Number.NaN)
        expect(option.type === 'CE' ? more - less : less - more).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
