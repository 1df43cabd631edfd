import { beforeAll, describe, expect, test } from 'vitest'
import { findSubject } from '../../../server/market/simulated/subject.ts'
import { getMarketMap } from '../../../src/contract/analysis.ts'
import { saveWatchlist } from '../../../src/contract/watchlists.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { toIstDate } from '../../../src/domain/time.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../support/server/server.ts'

const ids = ['NSE_INFY', 'NSE_HDFCBANK', 'NSE_3MINDIA'] as InstrumentId[]

let server: TestServer
let session: Session
beforeAll(async () => {
  server = await startServer()
  session = await server.enter('mapper')
})

const mapOf = async (universe: string) =>
  dataOf(getMarketMap, await server.call(session, getMarketMap, { query: { universe } }))

const wholeMapOf = async (universe: string) => {
  let map = await mapOf(universe)
  while (map.loading > 0) map = await mapOf(universe)
  return map
}

describe('the market map', () => {
  test('has price, volume and open interest of now, and the range of the year', async () => {
    const { members, unpriced } = await wholeMapOf(ids.join(','))
    expect(unpriced).toBe(0)
    expect(members.map(({ seg_sym: id }) => id).toSorted()).toEqual(ids.toSorted())
    const { clock, calendar, master, simulated, live } = server.market
    const now = clock.now()
    const listing = await master.load()
    for (const member of members) {
      const instrument = listing.find(member.seg_sym)
      const subject = instrument === null ? null : findSubject(instrument, calendar)
      const quote = instrument === null ? null : live.quote(instrument, now)
      if (subject === null || quote === null) throw new Error(member.seg_sym)
      expect(member.prev_close).toBe(toRupees(quote.previousClose))
      const days = await simulated.readCandles(subject, 'day', {
        from: '2025-06-01' as never,
        to: toIstDate(now),
        now,
      })
      // The day in progress is the last one.
      const [high, low, volume] = [days.high, days.low, days.volume].map((column) => column.slice(0, -1))
      const last = (column: Float64Array | undefined, rows: number) => [...(column ?? []).slice(-rows)]
      expect(member.average_volume).toBeCloseTo(last(volume, 20).reduce((sum, one) => sum + one, 0) / 20, 6)
      expect(member.year_high).toBe(Math.max(toRupees(quote.dayHigh), ...last(high, 250)))
      expect(member.year_low).toBe(Math.min(toRupees(quote.dayLow), ...last(low, 250)))
    }
    const byId = new Map<string, (typeof members)[number]>(members.map((member) => [member.seg_sym, member]))
    expect(byId.get('NSE_INFY')?.oi).toBeGreaterThan(0)
    expect(byId.get('NSE_3MINDIA')?.oi).toBe(null)
    expect([byId.get('NSE_HDFCBANK')?.sector, byId.get('NSE_INFY')?.sector]).toEqual([
      'Banks',
      'IT and telecom',
    ])
  })

  test('of an index reads days for a while, then says how many are left, and goes on when it is asked again', async () => {
    const first = await mapOf('NIFTY500')
    expect(first.members.length).toBe(500)
    expect(first.loading).toBeGreaterThan(0)
    expect(first.members.filter(({ year_high: high }) => high === null).length).toBe(first.loading)
    const weights = first.members.map(({ weight }) => weight ?? 0)
    expect(weights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 6)
    expect((await mapOf('NIFTY500')).loading).toBeLessThan(first.loading)
  })

  test('of a watchlist has its symbols', async () => {
    const list = { name: 'Two', symbols: 'NSE_INFY,NSE_TCS' }
    await server.call(session, saveWatchlist, { body: list })
    expect((await mapOf('watchlist Two')).members.length).toBe(2)
  })

  test.each([
    ['mars', /mars is no universe/],
    ['watchlist Nothing', /There is no watchlist Nothing/],
  ])('refuses %s', async (universe, said) => {
    const answer = await server.call(session, getMarketMap, { query: { universe } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json<{ message: string }>().message).toMatch(said)
  })
})
