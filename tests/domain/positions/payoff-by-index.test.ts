import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { black76Price } from '../../../src/domain/options/black-76.ts'
import type { Leg } from '../../../src/domain/options/leg-value.ts'
import { payoffByIndex } from '../../../src/domain/positions/payoff-by-index.ts'
import { payoffIf } from '../../../src/domain/positions/payoff-if.ts'
import { asItIs, changeWithIndex, openPnlOf, type RiskGroup } from '../../../src/domain/positions/risk.ts'

const rate = 0.065
const NIFTY = instrumentId('INDICES', 'NIFTY 50')
const RELIANCE = instrumentId('NSE', 'RELIANCE')

const option = (spot: number, quantity: number, type: 'CE' | 'PE', strike: number, days = 10): Leg => {
  const [years, forward, volatility] = [days / 365, spot * 1.0015, 0.14]
  const mark = black76Price({ forward, strike, years, volatility, rate, type })
  return { kind: 'option', quantity, type, strike, years, forward, volatility, entry: mark * 1.1, mark }
}
const share = (spot: number, quantity: number): Leg => ({
  kind: 'share',
  ...{ quantity, entry: spot - 10, mark: spot },
})

const groupOf = (
  underlying: InstrumentId,
  spot: number,
  beta: number | null,
  legs: readonly Leg[],
): RiskGroup => ({
  ...{ underlying, spot, beta, volatility: 0.14, hedges: [] },
  legs: legs.map((leg, index) => ({ sym: instrumentId('NFO-OPT', `LEG${index}`), product: 'NRML', leg })),
})

const nifty = (...legs: readonly Leg[]) => groupOf(NIFTY, 24_000, 1, legs)
const straddle = nifty(option(24_000, -65, 'CE', 24_000), option(24_000, -65, 'PE', 24_000))
const reliance = (beta: number | null, quantity = 200) =>
  groupOf(RELIANCE, 1500, beta, [share(1500, quantity)])

const made = (groups: readonly RiskGroup[], whatIf = asItIs) => {
  const payoff = payoffByIndex(groups, whatIf, rate)
  if (payoff === null) throw new Error('no payoff')
  return payoff
}
const valueAt = ({ moves, onDay }: ReturnType<typeof made>, move: number): number =>
  onDay[moves.findIndex((one) => Math.abs(one - move) < 1e-9)] ?? Number.NaN

describe('the payoff of all underlyings by the move of NIFTY 50', () => {
  test('is that of its own prices for NIFTY 50 alone', () => {
    const alone = payoffIf(straddle, asItIs, rate)
    const all = made([straddle])
    const at = alone.prices.indexOf(24_000)
    expect(valueAt(all, 0)).toBeCloseTo(alone.today[at] ?? Number.NaN, 6)
    expect(all.breakevens).toHaveLength(2)
    for (const [index, move] of all.breakevens.entries())
      expect(24_000 * (1 + move)).toBeCloseTo(alone.breakevens[index] ?? Number.NaN, -1)
  })

  test('adds up what each underlying makes of its beta times the move', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.5, max: 2, noNaN: true }),
        fc.integer({ min: -100, max: 100 }),
        fc.integer({ min: -400, max: 400 }),
        (beta, step, quantity) => {
          const move = step / 1000
          const [own, both] = [made([straddle]), made([straddle, reliance(beta, quantity)])]
          const gained = quantity * (10 + 1500 * beta * move)
          expect(valueAt(both, move)).toBeCloseTo(valueAt(own, move) + gained, 4)
        },
      ),
    )
  })

  test('says what is asked: the P&L after a move, and its delta for each percent', () => {
    const groups = [straddle, reliance(1.5)]
    expect(made(groups).pnl).toBeCloseTo(openPnlOf(straddle) + 200 * 10, 9)
    const moved = made(groups, { ...asItIs, move: 0.01 })
    const changes = groups.map((group) => changeWithIndex(group, 0.01, rate) ?? Number.NaN)
    expect(moved.pnl - moved.openPnl).toBeCloseTo((changes[0] ?? Number.NaN) + 200 * 1500 * 0.015, 6)
    const [own, both] = [made([straddle]), made(groups)].map(({ deltaOfPercent }) => deltaOfPercent ?? 0)
    expect((both ?? 0) - (own ?? 0)).toBeCloseTo(200 * 1500 * 0.015, 6)
  })

  test('leaves out an underlying without a beta and names it', () => {
    const all = made([straddle, reliance(null)])
    expect(all.without).toEqual([RELIANCE])
    expect(all.onDay).toEqual(made([straddle]).onDay)
    expect(payoffByIndex([reliance(1)], asItIs, rate)).toBeNull()
    expect(payoffByIndex([{ ...straddle, beta: null }], asItIs, rate)).toBeNull()
  })

  test('says that legs expire later, and takes the first expiry for all', () => {
    const later = nifty(option(24_000, 65, 'CE', 24_000, 3), option(24_000, -65, 'CE', 24_000, 20))
    expect([made([straddle]).hasLaterLegs, made([later]).hasLaterLegs]).toEqual([false, true])
  })

  test('keeps every price above zero, whatever the beta', () => {
    const wild = groupOf(RELIANCE, 1500, 30, [option(1500, 500, 'PE', 1500)])
    const all = made([wild], { ...asItIs, move: -0.1 })
    expect(all.onDay.every(Number.isFinite)).toBe(true)
    expect(all.greeks).not.toBeNull()
  })
})
