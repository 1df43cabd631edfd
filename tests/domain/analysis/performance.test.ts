import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dashboardAt,
  dashboardPeriods,
  pathOfDashboard,
  plainDashboard,
} from '../../../src/domain/analysis/dashboard-address.ts'
import {
  type AccountHistory,
  groupsOfTrip,
  groupTrips,
  instrumentGroupOf,
  performanceOf,
  sumTrips,
  type Trip,
} from '../../../src/domain/analysis/performance.ts'
import { periodAfter, periodAround, periodBefore } from '../../../src/domain/analysis/period.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { addDays, type IstDate, startOfIstDate } from '../../../src/domain/time.ts'

const date = (text: string): IstDate => text as IstDate
const span = { from: date('2026-04-06'), to: date('2026-11-25') }

describe('periods', () => {
  test.each([
    ['month', '2026-11-25', '2026-11-01', '2026-11-30'],
    ['quarter', '2026-11-25', '2026-10-01', '2026-12-31'],
    ['quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['year', '2026-11-25', '2026-04-01', '2027-03-31'],
    ['year', '2027-03-31', '2026-04-01', '2027-03-31'],
    ['all', '2026-11-25', '2026-04-06', '2026-11-25'],
  ] as const)('the %s of %s is from %s to %s', (kind, day, from, to) => {
    expect(periodAround(kind, date(day), span)).toEqual({ kind, from, to })
  })
  test('follow each other without a gap, there and back', () => {
    const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays(date('2020-01-01'), days))
    fc.assert(
      fc.property(day, fc.constantFrom('day', 'week', 'month', 'quarter', 'year'), (at, kind) => {
        const now = periodAround(kind, at, span)
        const next = periodAfter(now)
        expect(now.from <= at && at <= now.to).toBe(true)
        expect(next.from).toBe(addDays(now.to, 1))
        expect(periodBefore(next)).toEqual(now)
      }),
    )
  })
})

const trip = (day: string, pnl: number, more: Partial<Trip> = {}): Trip => ({
  id: 1,
  sym: 'NSE_INFY' as InstrumentId,
  isLong: true,
  by: '',
  openedAt: startOfIstDate(date(day)),
  closedAt: startOfIstDate(date(day)) + 36_000_000,
  quantity: 1,
  pnl,
  charges: 10,
  ...more,
})

const history: AccountHistory = {
  opening: { day: date('2026-10-30'), equity: 1_000, nifty: 100 },
  days: [
    { day: date('2026-10-30'), gross: 110, charges: 10, equity: 1_100, capital: 0, nifty: 101 },
    { day: date('2026-11-02'), gross: -100, charges: 10, equity: 990, capital: 0, nifty: 102 },
    { day: date('2026-11-03'), gross: 109, charges: 10, equity: 1_089, capital: 0, nifty: 99.99 },
  ],
  trips: [
    trip('2026-10-30', 110),
    trip('2026-11-02', -100, { id: 2, by: 'algo' }),
    trip('2026-11-03', 109, { id: 3, sym: 'NFO-OPT_NIFTY26DEC24500CE' as InstrumentId }),
  ],
}

const all = periodAround('all', date('2026-11-03'), { from: date('2026-10-30'), to: date('2026-11-03') })

describe('the performance of an account', () => {
  test('over all days: net, time-weighted percent, the index over the same days, the drawdown', () => {
    const of = performanceOf(history, all)
    expect([of.net, of.gross, of.charges]).toEqual([89, 119, 30])
    expect(of.percent).toBeCloseTo(100 * (1.1 * 0.9 * 1.1 - 1), 9)
    expect(of.nifty).toBeCloseTo(-0.01, 9)
    expect([of.maxDrawdown, of.longestDrawdown, of.upDays, of.downDays]).toEqual([-110, 2, 2, 1])
  })

  test('of a month begins with what was there before', () => {
    const of = performanceOf(history, periodAround('month', date('2026-11-03'), span))
    expect(of.net).toBe(-11)
    expect(of.percent).toBeCloseTo(100 * (0.9 * 1.1 - 1), 9)
    expect(of.nifty).toBeCloseTo(100 * (99.99 / 101 - 1), 9)
  })

  test('of the chosen trips alone has no percent, as nobody knows their capital', () => {
    const of = performanceOf(history, all, ({ by }) => by === 'algo')
    expect([of.net, of.percent, of.trips.length, of.days.length]).toEqual([-110, null, 1, 3])
    expect(performanceOf(history, all, ({ sym }) => instrumentGroupOf(sym) === 'NIFTY options').net).toBe(99)
  })

  test('a period without a day has nothing', () => {
    const of = performanceOf(history, periodAround('month', date('2026-01-05'), span))
    expect([of.net, of.percent, of.maxDrawdown, of.curve]).toEqual([0, null, 0, []])
  })
})

describe('sums over trips', () => {
  test('count what gained after charges', () => {
    expect(sumTrips(history.trips)).toMatchObject({ trips: 3, wins: 2, net: 89, maxDrawdown: -110 })
    expect(sumTrips(history.trips).profitFactor).toBeCloseTo(199 / 110, 9)
    expect(sumTrips([])).toMatchObject({ winRate: null, profitFactor: null, net: 0 })
  })
  test('of groups are those of all, best first', () => {
    const groups = groupTrips(history.trips, ({ sym }) => [instrumentGroupOf(sym)])
    expect(groups.map(({ key, net }) => [key, net])).toEqual([
      ['NIFTY options', 99],
      ['INFY', -10],
    ])
  })
  test('of tags count a trip under each of its own, and those without one as untagged', () => {
    const [first, second] = history.trips
    const tags = new Map([
      [first?.id ?? 0, ['news', 'gap']],
      [second?.id ?? 0, ['gap']],
    ])
    const groups = groupTrips(history.trips, (trip) => groupsOfTrip(trip, 'tag', tags))
    expect(Object.fromEntries(groups.map(({ key, trips }) => [key, trips]))).toEqual({
      ...{ news: 1, gap: 2, '': 1 },
    })
    const news = performanceOf(history, all, (trip) => groupsOfTrip(trip, 'tag', tags).includes('news'))
    expect(news.trips).toEqual([first])
  })
})

test.each([
  ['NFO-OPT_NIFTY26DEC24500CE', 'NIFTY options'],
  ['NFO-OPT_BANKNIFTY2612456900PE', 'BANKNIFTY options'],
  ['NFO-FUT_M&M26DECFUT', 'M&M futures'],
  ['NSE_BAJAJ-AUTO', 'BAJAJ-AUTO'],
])('%s is grouped under %s', (sym, group) => {
  expect(instrumentGroupOf(sym as InstrumentId)).toBe(group)
})

test('capital that is added is no gain, and the return of its day is on all of it', () => {
  const day = date('2026-11-04')
  const added = { day, gross: 218.9, charges: 0, equity: 2_407.9, capital: 1_100, nifty: 100 }
  const { curve, net } = performanceOf(
    { ...history, days: [...history.days, added] },
    { kind: 'day', from: day, to: day },
  )
  expect(net).toBe(218.9)
  expect(curve[0]?.percent).toBeCloseTo(10, 9)
})

test.each(dashboardPeriods)('the address of %s gives it back', (kind) => {
  const shown = { kind, at: date('2026-05-01'), book: 'virtual' } as const
  expect(dashboardAt(pathOfDashboard(shown))).toEqual(shown)
  expect(dashboardAt('/dashboard?period=decade&at=soon&book=mine')).toEqual(plainDashboard)
  expect(dashboardAt('/analyze')).toBe(null)
})
