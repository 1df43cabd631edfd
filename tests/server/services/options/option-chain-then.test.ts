import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STRIKES_THEN_MAX } from '../../../../server/services/options/option-chain-then.ts'
import { createCandleStore } from '../../../../server/store/charts/candles.ts'
import { getOptionChainThen } from '../../../../src/contract/analysis/option-chain-then.ts'
import { getOptionChain } from '../../../../src/contract/options.ts'
import { printInstant, secondsOfDay } from '../../../../src/domain/analysis/journal/journal-address.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { toIstDate } from '../../../../src/domain/time.ts'
import { clockAt } from '../../../support/clock.ts'
import { fileOf, importFiles } from '../../../support/market/candle-import.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'
import { stores } from '../../../support/server/stores.ts'

type Query = Readonly<Record<'key' | 'day' | 'at', string>>

const chainThen = async (server: TestServer, session: Session, query: Query) => {
  const response = await server.call(session, getOptionChainThen, { query })
  expect([query, response.statusCode]).toEqual([query, 200])
  return dataOf(getOptionChainThen, response)
}

const refusalThen = async (server: TestServer, session: Session, query: Query): Promise<string> => {
  const response = await server.call(session, getOptionChainThen, { query })
  return response.statusCode < 500 ? response.json<{ message: string }>().message : response.body
}

const figures = ['last_price', 'close_price', 'volume', 'oi', 'oi_change', 'iv', 'delta'] as const

describe('the option chain at an instant of a past day', () => {
  let server: TestServer
  let meera: Session
  let days = 0
  /** A login session does not last for days. */
  const goTo = async (instant: string): Promise<void> => {
    server.clock.set(Date.parse(`${instant.replace(' ', 'T')}+05:30`))
    meera = await server.enter(`meera${++days}`)
  }
  beforeAll(async () => {
    server = await startServer({ now: '2026-11-20 11:42', environment: { MARKET_CLOCK: 'real' } })
  })
  afterAll(() => server.close())

  test('is what the live chain answered then, of expired contracts too, to 1e-9', async () => {
    const live = []
    const keys = ['INDICES_NIFTY 50', 'INDICES_NIFTY 50:2026-12-29', 'NSE_INFY', 'BSE_INFY', 'INDICES_SENSEX']
    for (const instant of [
      '2026-11-20 11:42:35',
      '2026-11-23 09:08',
      '2026-11-23 15:31',
      '2026-11-23 18:00',
    ]) {
      await goTo(instant)
      for (const key of keys) {
        const response = await server.call(meera, getOptionChain, { query: { key } })
        expect([instant, key, response.statusCode]).toEqual([instant, key, 200])
        live.push({ key, chain: dataOf(getOptionChain, response) })
      }
    }
    await goTo('2026-12-30 10:00')
    for (const { key, chain } of live) {
      const at = printInstant(secondsOfDay(chain.as_of))
      const then = await chainThen(server, meera, { key, day: toIstDate(chain.as_of), at })
      const { underlying, expiry, expiries, lot_size, forward_from, strikes } = then
      expect({ underlying, expiry, expiries, lot_size, forward_from, at: then.at }).toEqual({
        ...{ underlying: chain.underlying, expiry: chain.expiry, expiries: chain.expiries },
        ...{ lot_size: chain.lot_size, forward_from: chain.forward_from, at: chain.as_of },
      })
      for (const figure of ['spot', 'forward', 'atm_strike', 'atm_iv', 'straddle'] as const)
        expect(then[figure]).toBeCloseTo(chain[figure] ?? Number.NaN, 9)
      expect(strikes.length).toBe(Math.min(STRIKES_THEN_MAX, chain.strikes.length))
      expect(strikes.some(({ strike }) => strike === chain.atm_strike)).toBe(true)
      const listed = new Map(chain.strikes.map((row) => [row.strike, row]))
      for (const { strike, ce, pe } of strikes)
        for (const [side, was] of [
          [ce, listed.get(strike)?.ce],
          [pe, listed.get(strike)?.pe],
        ] as const) {
          expect(side?.sym).toBe(was?.sym)
          for (const figure of figures)
            if (was?.[figure] == null) expect(side?.[figure]).toBe(was?.[figure])
            else expect(side?.[figure]).toBeCloseTo(was[figure], 9)
        }
    }
  })

  test('is refused in words that name what is not there', async () => {
    await goTo('2026-12-30 10:00')
    for (const [asked, words] of [
      [{ key: 'NSE_NOBODY' }, 'No options on NSE_NOBODY'],
      [{ key: 'INDICES_INDIA VIX' }, 'No options on INDICES_INDIA VIX'],
      [{ day: '2026-11-22' }, 'The market was closed on 22 Nov 2026'],
      [{ day: '2026-12-30', at: '10:05' }, 'The market has not reached 10:05 on 30 Dec 2026'],
      [
        { key: 'INDICES_NIFTY 50:2026-11-17' },
        'No options on INDICES_NIFTY 50 expire on 2026-11-17; nearest: 2026-11-23, 2026-12-01, 2026-12-08',
      ],
      [{ day: '2010-01-04' }, 'No prices for INDICES_NIFTY 50 and its options yet'],
      [{ at: '25:00' }, 'Error loading the past option chain'],
    ] as const) {
      const query = { key: 'INDICES_NIFTY 50', day: '2026-11-20', at: '11:42', ...asked }
      expect(await refusalThen(server, meera, query)).toContain(words)
    }
  })

  test('is not answered without a session', async () => {
    const query = { key: 'INDICES_NIFTY 50', day: '2026-11-20', at: '11:42' }
    expect((await server.call(null, getOptionChainThen, { query })).statusCode).toBe(401)
  })
})

describe('the option chain at an instant of a replayed day', () => {
  test('is of stored minutes, and refused where there are none', async () => {
    const now = '2026-11-21 12:00'
    const server = await startServer({
      now,
      environment: { MARKET: 'imported', MARKET_START: '2024-04-03 10:00' },
      open: async () => {
        const store = await stores[0].open()
        const candles = createCandleStore({ store, clock: clockAt(now) })
        const importDay = async (key: string, day: string, close: (minute: number) => number) => {
          const lines = Array.from({ length: 60 }, (_, minute) => {
            const clock = `${String(9 + Math.floor((15 + minute) / 60)).padStart(2, '0')}:${String((15 + minute) % 60).padStart(2, '0')}`
            const price = close(minute)
            return `${day} ${clock},${price},${price},${price},${price},650`
          })
          const file = fileOf('minutes.csv', `time,open,high,low,close,volume\n${lines.join('\n')}\n`)
          await importFiles(candles, [file], { interval: 'min', key: key as InstrumentId })
        }
        await importDay('INDICES_NIFTY 50', '2024-04-02', (minute) => 22_400 + minute)
        await importDay('INDICES_NIFTY 50', '2024-04-03', (minute) => 22_450 + minute)
        await importDay('NFO-OPT_NIFTY2440422450CE', '2024-04-02', (minute) => 60 + minute)
        await importDay('NFO-OPT_NIFTY2440422450PE', '2024-04-02', (minute) => 90 - minute)
        return store
      },
    })
    const meera = await server.enter('meera')
    const key = 'INDICES_NIFTY 50'
    const then = await chainThen(server, meera, { key, day: '2024-04-02', at: '09:46' })
    expect([then.expiry, then.spot, then.atm_strike, then.forward_from]).toEqual([
      '2024-04-04',
      22_431,
      22_450,
      'parity',
    ])
    expect(then.strikes.map(({ ce, pe }) => [ce?.sym, ce?.last_price, pe?.last_price])).toEqual([
      ['NFO-OPT_NIFTY2440422450CE', 91, 59],
    ])
    expect(await refusalThen(server, meera, { key, day: '2024-04-03', at: '09:46' })).toBe(
      'No option candles of INDICES_NIFTY 50 are stored for 3 Apr 2024',
    )
    expect(await refusalThen(server, meera, { key, day: '2024-04-03', at: '10:30' })).toBe(
      'The market has not reached 10:30 on 3 Apr 2024',
    )
    await server.close()
  })
})
