import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { black76, black76Price } from '../../../src/domain/options/black-76.ts'
import { type Leg, legGreeks, legLater, legValue } from '../../../src/domain/options/leg-value.ts'
import { betaOf } from '../../../src/domain/positions/beta.ts'
import { hedgesOf } from '../../../src/domain/positions/hedge.ts'
import {
  asItIs,
  changeIf,
  changeWithIndex,
  datedLegsOf,
  gammaOfPercent,
  greeksIf,
  groupGreeksIf,
  hedgesFor,
  openPnlOf,
  type RiskGroup,
} from '../../../src/domain/positions/risk.ts'

const rate = 0.065
const spot = 24_000
const years = 10 / 365
const forward = 24_040
const idOf = (name: string): InstrumentId => instrumentId('NFO-OPT', name)

const option = (
  quantity: number,
  type: 'CE' | 'PE',
  strike: number,
  volatility: number | null = 0.13,
): Leg => {
  const mark = black76Price({ forward, strike, years, volatility: volatility ?? 0, rate, type })
  return { kind: 'option', quantity, type, strike, years, forward, volatility, entry: mark, mark }
}
const future = (quantity: number): Leg => ({
  kind: 'future',
  ...{ quantity, years, forward, entry: forward - 100, mark: forward },
})
const share = (quantity: number): Leg => ({ kind: 'share', quantity, entry: spot - 10, mark: spot })

const groupOf = (...legs: readonly Leg[]): RiskGroup => ({
  underlying: instrumentId('INDICES', 'NIFTY 50'),
  spot,
  beta: 1,
  volatility: 0.13,
  legs: legs.map((leg, index) => ({ sym: idOf(`LEG${index}`), product: 'NRML', leg })),
  hedges: [],
})

const anyLeg = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: -500, max: 500 }).filter((quantity) => quantity !== 0),
      fc.constantFrom('CE' as const, 'PE' as const),
      fc.integer({ min: 22_000, max: 26_000 }),
      fc.double({ min: 0.05, max: 0.8, noNaN: true }),
    )
    .map(([quantity, type, strike, volatility]) => option(quantity, type, strike, volatility)),
  fc.integer({ min: 1, max: 500 }).map(future),
  fc.integer({ min: 1, max: 500 }).map(share),
)
const anyLegs = fc.array(anyLeg, { minLength: 1, maxLength: 6 })

describe('greeks of open positions', () => {
  test('are those of Black (1976), times the quantity', () => {
    const group = groupOf(option(-65, 'CE', 24_200))
    const one = black76({ forward, strike: 24_200, years, volatility: 0.13, rate, type: 'CE' })
    const greeks = groupGreeksIf(group, asItIs, rate)
    for (const name of ['delta', 'gamma', 'theta', 'vega', 'rho'] as const)
      expect(greeks?.[name]).toBeCloseTo(-65 * one[name], 9)
    expect(gammaOfPercent(group, { ...one, gamma: -65 * one.gamma })).toBeCloseTo(-65 * one.gamma * 240, 9)
  })

  test('add up over the legs, and are unknown with one that no volatility explains', () => {
    fc.assert(
      fc.property(anyLegs, (legs) => {
        const group = groupOf(...legs)
        const sum = group.legs.reduce(
          (total, leg) => total + (greeksIf(group, leg, asItIs, rate)?.delta ?? 0),
          0,
        )
        expect(groupGreeksIf(group, asItIs, rate)?.delta).toBeCloseTo(sum, 6)
        expect(groupGreeksIf(groupOf(...legs, option(65, 'CE', 24_000, null)), asItIs, rate)).toBeNull()
      }),
    )
  })

  test('only contracts have an expiry', () => {
    expect(datedLegsOf(groupOf(share(10), future(65), option(65, 'PE', 24_000)))).toHaveLength(2)
  })
})

describe('what if', () => {
  test('nothing changes, nothing is gained', () => {
    fc.assert(fc.property(anyLegs, (legs) => changeIf(groupOf(...legs), asItIs, rate) === 0))
  })

  test('a leg at a later moment is worth there what it was said to be worth', () => {
    fc.assert(
      fc.property(
        anyLeg,
        fc.double({ min: -0.1, max: 0.1, noNaN: true }),
        fc.integer({ min: 0, max: 12 }),
        fc.double({ min: -0.04, max: 0.2, noNaN: true }),
        (leg, move, days, volatilityShift) => {
          const price = spot * (1 + move)
          const then = { years: days / 365, spot, rate, volatilityShift }
          const later = legLater(leg, price, then)
          expect(later.mark).toBeCloseTo(legValue(leg, price, then), 9)
          const now = { years: 0, spot: price, rate, volatilityShift: 0 }
          if (days < 10) expect(legValue(later, price, now)).toBeCloseTo(later.mark, 6)
          expect(legGreeks(later, rate)).not.toBeNull()
        },
      ),
    )
  })

  test('a future gains its share of the move, an option loses with time and gains with volatility', () => {
    expect(changeIf(groupOf(future(65)), { ...asItIs, move: 0.01 }, rate)).toBeCloseTo(65 * 240.4, 6)
    const long = groupOf(option(65, 'CE', 24_000))
    expect(changeIf(long, { ...asItIs, days: 3 }, rate)).toBeLessThan(0)
    expect(changeIf(long, { ...asItIs, volatility: 0.02 }, rate)).toBeGreaterThan(0)
    expect(openPnlOf(groupOf(future(65), share(10)))).toBe(65 * 100 + 10 * 10)
  })

  test('an underlying moves with the index by its beta', () => {
    const group = { ...groupOf(share(100)), beta: 1.5 }
    expect(changeWithIndex(group, 0.01, rate)).toBeCloseTo(100 * spot * 0.015, 6)
    expect(changeWithIndex({ ...group, beta: null }, 0.01, rate)).toBeNull()
  })
})

describe('beta', () => {
  const closes = (prices: readonly number[]) => ({ time: prices.map((_, at) => at), close: prices })
  const index = closes(Array.from({ length: 40 }, (_, at) => 24_000 * (1 + 0.01 * Math.sin(at * 1.7))))
  const following = (beta: number) => {
    const prices = [1000]
    for (let at = 1; at < 40; at++) {
      const move = (index.close[at] ?? 0) / (index.close[at - 1] ?? 1) - 1
      prices.push((prices[at - 1] ?? 0) * (1 + beta * move))
    }
    return closes(prices)
  }

  test.each([-0.4, 0, 1, 1.8])('of a price that follows the index %d times is that', (beta) => {
    expect(betaOf(following(beta), index)).toBeCloseTo(beta, 9)
  })

  test('is unknown with few sessions, with none in common, and beside an index that stands still', () => {
    const few = closes(index.close.slice(0, 20))
    expect([
      betaOf(few, index),
      betaOf({ time: index.time.map((at) => at + 1000), close: index.close }, index),
      betaOf(following(1), closes(index.close.map(() => 24_000))),
    ]).toEqual([null, null, null])
  })
})

describe('hedges', () => {
  const contracts = [
    { sym: idOf('FUT'), leg: future(65) },
    { sym: idOf('CE'), leg: option(65, 'CE', 24_000) },
    { sym: idOf('PE'), leg: option(65, 'PE', 24_000) },
  ]

  test('sell what gains with the delta and buy what loses with it, least delta left first', () => {
    const [future1, ...options] = hedgesOf(130, contracts, rate)
    expect(future1).toEqual({
      ...{ sym: idOf('FUT'), kind: 'future', side: 'sell', lots: 2, deltaAfter: 0, theta: 0, premium: 0 },
      theta: expect.closeTo(0),
    })
    expect(options.map(({ sym, side, lots }) => [sym, side, lots])).toEqual(
      expect.arrayContaining([
        [idOf('CE'), 'sell', 4],
        [idOf('PE'), 'buy', 4],
      ]),
    )
    const [ce, pe] = [idOf('CE'), idOf('PE')].map((sym) => options.find((one) => one.sym === sym))
    expect(ce?.premium).toBeGreaterThan(0)
    expect(ce?.theta).toBeGreaterThan(0)
    expect(pe?.premium).toBeLessThan(0)
    expect(pe?.theta).toBeLessThan(0)
  })

  test('are whole lots that at least halve the delta', () => {
    fc.assert(
      fc.property(fc.double({ min: -2000, max: 2000, noNaN: true }), (delta) => {
        const hedges = hedgesOf(delta, contracts, rate)
        for (const { sym, side, lots, deltaAfter } of hedges) {
          const lot = legGreeks(contracts.find((one) => one.sym === sym)?.leg ?? future(1), rate)?.delta ?? 0
          expect(Number.isInteger(lots) && lots > 0).toBe(true)
          expect(deltaAfter).toBeCloseTo(delta + (side === 'buy' ? lots : -lots) * lot, 9)
          expect(Math.abs(deltaAfter)).toBeLessThanOrEqual(Math.abs(delta) / 2)
        }
        const left = hedges.map(({ deltaAfter }) => Math.abs(deltaAfter))
        expect(left).toEqual([...left].sort((one, other) => one - other))
      }),
    )
  })

  test('are no exits: a contract that is held hedges nothing', () => {
    const group = { ...groupOf(option(130, 'CE', 24_000)), hedges: contracts }
    const [leg] = group.legs
    const held = { ...group, legs: leg === undefined ? [] : [{ ...leg, sym: idOf('CE') }] }
    expect(hedgesFor(held, 65, rate).map(({ sym }) => sym)).toEqual(
      hedgesFor(group, 65, rate)
        .map(({ sym }) => sym)
        .filter((sym) => sym !== idOf('CE')),
    )
    expect(hedgesFor(group, 65, rate).some(({ sym }) => sym === idOf('CE'))).toBe(true)
  })

  test('none for a delta of less than half a lot, or without contracts', () => {
    expect([
      hedgesOf(10, contracts.slice(0, 1), rate),
      hedgesOf(0, contracts, rate),
      hedgesOf(500, [], rate),
    ]).toEqual([[], [], []])
  })
})
