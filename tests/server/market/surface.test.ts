import { describe, expect, test } from 'vitest'
import { createSimulatedLive } from '../../../server/market/live/simulated-live.ts'
import { findContract } from '../../../server/market/simulated/contract.ts'
import { createSimulatedMarket } from '../../../server/market/simulated/simulated-market.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import {
  indexSurface,
  moneyVariance,
  shareSurface,
  steepness,
  varianceAt,
} from '../../../src/domain/options/surface.ts'
import { yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import { istDateToDayNumber } from '../../../src/domain/time.ts'
import { at, cashRow, contract, day, simulated } from '../../support/market/market.ts'

const parts = { seed: 3, calendar: exchangeCalendar }
const { days } = createSimulatedMarket(parts)
const live = createSimulatedLive({ ...parts, days })
const TICK = 0.05
const SLACK = 1e-9
const nifty = cashRow('INDICES_NIFTY 50')

const chains = [
  { root: 'NIFTY', key: 'INDICES_NIFTY 50', expiry: '2026-12-01', step: 50, lot: 65 },
  { root: 'NIFTY', key: 'INDICES_NIFTY 50', expiry: '2026-11-23', step: 50, lot: 65 },
  { root: 'BANKNIFTY', key: 'INDICES_NIFTY BANK', expiry: '2026-12-29', step: 100, lot: 30 },
  { root: 'RELIANCE', key: 'NSE_RELIANCE', expiry: '2026-12-29', step: 20, lot: 500 },
] as const
/** Quarters of a minute, at which every contract shows its own price and not a side of its spread. */
const instants = [
  '2026-11-20 09:15:00',
  '2026-11-20 12:01:15',
  '2026-11-20 15:25:30',
  '2026-11-23 15:10:45',
] as const

const chainAt = ({ root, key, expiry, step, lot }: (typeof chains)[number], when: string) => {
  const now = at(when)
  const forward = live.forward(cashRow(key).id, day(expiry), now) ?? Number.NaN
  const middle = Math.round(forward / step)
  const price = (type: 'CE' | 'PE', strike: number): number =>
    (live.quote(contract(root, expiry, type, strike, lot), now)?.lastPrice ?? Number.NaN) / 100
  return {
    forward,
    discount: Math.exp(-RISK_FREE_RATE * yearsToExpiry(day(expiry), now)),
    rows: Array.from({ length: 41 }, (_, index) => (middle + index - 20) * step).map((strike) => ({
      strike,
      call: price('CE', strike),
      put: price('PE', strike),
    })),
  }
}

describe('option prices', () => {
  test.each(
    chains.flatMap((chain) => instants.map((when) => [chain.root, chain.expiry, when, chain] as const)),
  )('%s %s at %s keep parity, order, convexity and bounds', (_root, _expiry, when, chain) => {
    const { forward, discount, rows } = chainAt(chain, when)
    const faults: unknown[] = []
    rows.forEach(({ strike, call, put }, index) => {
      if (!(Math.abs(call - put - discount * (forward - strike)) <= TICK + SLACK))
        faults.push(['parity', strike, call, put])
      if (!(call >= discount * Math.max(forward - strike, 0) - TICK - SLACK))
        faults.push(['bound', strike, call])
      if (!(put >= discount * Math.max(strike - forward, 0) - TICK - SLACK))
        faults.push(['bound', strike, put])
      const next = rows[index + 1]
      if (next === undefined) return
      const width = next.strike - strike
      const fall = call - next.call
      const rise = next.put - put
      if (fall < -SLACK || fall > discount * width + TICK + SLACK) faults.push(['call order', strike, fall])
      if (rise < -SLACK || rise > discount * width + TICK + SLACK) faults.push(['put order', strike, rise])
      const after = rows[index + 2]
      if (after === undefined) return
      if (call - 2 * next.call + after.call < -2 * TICK - SLACK) faults.push(['butterfly', strike])
      if (put - 2 * next.put + after.put < -2 * TICK - SLACK) faults.push(['butterfly', strike])
    })
    expect([rows.length, faults]).toEqual([41, []])
  })
})

describe('the surface', () => {
  const surfaces = [indexSurface(0.145), shareSurface(0.28)]
  const years = [1 / 365, 4 / 365, 10 / 365, 30 / 365, 0.25, 1, 4]

  test('total variance never falls with time, at any strike', () => {
    const faults: unknown[] = []
    let looked = 0
    for (const surface of surfaces) {
      for (const volatility of [0.08, 0.145, 0.3, 0.6]) {
        for (let k = -0.3; k <= 0.3; k += 0.02) {
          let before = 0
          for (const time of years) {
            const theta = moneyVariance(surface, volatility, time)
            const variance = varianceAt(surface.rho, theta, steepness(surface, theta), k)
            if (variance < before) faults.push([surface, volatility, k, time])
            before = variance
            looked++
          }
        }
      }
    }
    expect(faults).toEqual([])
    expect(looked).toBeGreaterThan(1000)
  })

  test('keeps the bound under which no butterfly has a negative price', () => {
    for (const { eta, rho } of surfaces) expect(eta * (1 + Math.abs(rho))).toBeLessThanOrEqual(2)
  })

  test('low strikes are dearer than high ones', () => {
    const [surface] = surfaces
    if (surface === undefined) throw new Error('no surface')
    const theta = moneyVariance(surface, 0.13, 10 / 365)
    const volatilityAt = (k: number) =>
      Math.sqrt(varianceAt(surface.rho, theta, steepness(surface, theta), k) / (10 / 365))
    expect(volatilityAt(Math.log(0.9))).toBeGreaterThan(volatilityAt(Math.log(1.1)))
    expect(volatilityAt(-0.033) - volatilityAt(0.033)).toBeGreaterThan(0.02)
  })

  test('the volatility index is the 30-day volatility at the money', () => {
    const shown = (live.quote(cashRow('INDICES_INDIA VIX'), at('2026-11-20 12:00'))?.lastPrice ?? 0) / 100
    const index = simulated('INDICES_NIFTY 50')
    const session = days.sessions.lastUntil(istDateToDayNumber(day('2026-11-20')))
    const { moneyVariance: varianceFrom, sessionLeft } = days.underlyings.dayOf(index, session)
    const point = 165 * 4
    const after = (30 / 365) * 248 - (sessionLeft[point] ?? 0)
    const expected = 100 * Math.sqrt(varianceFrom(point, after) / (30 / 365))
    expect(Math.abs(shown - expected)).toBeLessThanOrEqual(0.005 + 1e-9)
  })

  test('expects what the walks then have of shares too, results and all', () => {
    const share = simulated('NSE_RELIANCE')
    let expected = 0
    let seen = 0
    for (let session = 420; session + 1 < days.anchorSession; session++) {
      const today = days.underlyings.dayOf(share, session)
      expected += today.moneyVariance(today.cashPoints - 1, 1)
      seen += Math.log(days.closeOf(share, session + 1) / days.closeOf(share, session)) ** 2
    }
    expect(Math.abs(Math.sqrt(seen / expected) - 1)).toBeLessThan(0.1)
  })

  test('later sessions only add variance, after any move of the day', () => {
    const faults: unknown[] = []
    for (const id of ['INDICES_NIFTY 50', 'INDICES_NIFTY BANK', 'NSE_RELIANCE']) {
      for (let session = days.anchorSession - 12; session < days.anchorSession; session++) {
        const today = days.underlyings.dayOf(simulated(id), session)
        for (const point of [0, today.cashPoints >> 1, today.cashPoints - 1])
          for (let after = 0; after < 80; after++)
            if (!(today.moneyVariance(point, after + 1) > today.moneyVariance(point, after)))
              faults.push([id, session, point, after])
      }
    }
    expect(faults).toEqual([])
  })
})

describe('open interest', () => {
  const now = at('2026-11-20 12:00')
  const spot = (live.quote(nifty, now)?.lastPrice ?? 0) / 100
  const middle = Math.round(spot / 50)
  const rows = Array.from({ length: 61 }, (_, index) => (middle + index - 30) * 50).map((strike) => ({
    strike,
    call: live.quote(contract('NIFTY', '2026-12-01', 'CE', strike), now),
    put: live.quote(contract('NIFTY', '2026-12-01', 'PE', strike), now),
  }))
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)

  test('is in whole lots, peaks out of the money and is more at round strikes', () => {
    expect(
      rows.filter(({ call, put }) => (call?.openInterest ?? 1) % 65 || (put?.openInterest ?? 1) % 65),
    ).toEqual([])
    const above = sum(({ strike, call }) => (strike > spot ? (call?.openInterest ?? 0) : 0))
    const below = sum(({ strike, call }) => (strike < spot ? (call?.openInterest ?? 0) : 0))
    expect(above).toBeGreaterThan(below)
    const round = rows.filter(({ strike }) => strike % 250 === 0)
    const mean = (list: typeof rows) =>
      list.reduce((all, { call }) => all + (call?.openInterest ?? 0), 0) / list.length
    expect(mean(round)).toBeGreaterThan(mean(rows) * 1.2)
  })

  test('has a ratio of puts to calls as markets have it', () => {
    const ratio = sum(({ put }) => put?.openInterest ?? 0) / sum(({ call }) => call?.openInterest ?? 0)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(1.8)
  })

  test('begins at the close of the session before', () => {
    const option = contract('NIFTY', '2026-12-01', 'CE', middle * 50)
    const evening = live.quote(option, at('2026-11-19 20:00'))
    const morning = live.quote(option, at('2026-11-20 09:15'))
    expect(morning?.previousOpenInterest).toBe(evening?.openInterest)
    expect(evening?.openInterest).toBeGreaterThan(0)
  })

  test('rolls from the near future into the next as the near one ends', () => {
    const [near, next] = ['2026-11-23', '2026-12-29'].map((expiry) => contract('NIFTY', expiry, 'FUT'))
    const openAt = (instrument: typeof near, when: string) =>
      instrument === undefined ? 0 : (live.quote(instrument, at(when))?.openInterest ?? 0)
    expect(openAt(near, '2026-11-09 15:00')).toBeGreaterThan(openAt(next, '2026-11-09 15:00') * 3)
    expect(openAt(next, '2026-11-23 15:00')).toBeGreaterThan(openAt(next, '2026-11-09 15:00') * 2)
    expect(openAt(near, '2026-11-23 15:00')).toBeLessThan(openAt(near, '2026-11-09 15:00'))
  })

  test('a contract knows when it was listed', () => {
    const listed = (root: string, expiry: string, type: 'FUT' | 'CE' = 'CE') => {
      const found = findContract(contract(root, expiry, type, type === 'CE' ? 24_000 : 0))
      return found === null ? null : found.expiryDay - found.listedDay
    }
    expect([
      listed('NIFTY', '2026-12-01'),
      listed('NIFTY', '2026-11-23'),
      listed('NIFTY', '2026-12-29'),
      listed('NIFTY', '2026-12-29', 'FUT'),
      listed('RELIANCE', '2026-12-29'),
    ]).toEqual([35, 92, 1830, 92, 92])
  })
})
