import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createExchangeYearStore } from '../../../../server/store/calendar/exchange-years.ts'
import { getHolidays, importHolidays, previewHolidays } from '../../../../src/contract/calendar.ts'
import {
  getLastPrices,
  getMarketState,
  instrumentsList,
} from '../../../../src/contract/instruments/instruments.ts'
import { getOptionChain } from '../../../../src/contract/options.ts'
import { placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { cancelAllOrders, exitAllPositions } from '../../../../src/contract/orders/safety.ts'
import { getPositions } from '../../../../src/contract/positions/positions.ts'
import {
  bringYearsIntoForce,
  builtInYears,
} from '../../../../src/domain/calendar/holidays/calendar-in-force.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'
import { stores, throwAwayFolder } from '../../../support/server/stores.ts'

/** Lists of instruments take a second of a free core each. */
const LONG_MS = 120_000

const list = `Date,Name,Session
24-Nov-2026,Guru Nanak Jayanti,
01-Dec-2026,Election,
05-Dec-2026,Drill,10:00-12:00
25-Dec-2026,Christmas,
`

describe.each(stores.filter(({ isAbsent }) => !isAbsent))('holidays on $name', ({ open }) => {
  let server: TestServer
  let meera: Session
  beforeAll(async () => {
    server = await startServer({ open, now: '2026-11-20 10:00', environment: { MARKET_CLOCK: 'real' } })
    meera = await server.enter('meera')
  }, LONG_MS)
  afterAll(async () => {
    await server.close()
    bringYearsIntoForce(builtInYears)
  })

  const preview = async (body: object) => {
    const answer = await server.call(meera, previewHolidays, { body })
    return dataOf(previewHolidays, answer)
  }
  const change = async (body: object, more: object = {}) => {
    const shown = await preview(body)
    return server.call(meera, importHolidays, { body: { ...body, preview: shown.preview, ...more } })
  }
  const expiries = async (): Promise<readonly string[]> => {
    const { body } = await server.call(meera, instrumentsList, { headers: { 'accept-encoding': 'identity' } })
    const rows = body.split('\n').filter((line) => line.includes(',NIFTY,') && line.includes(',NFO-OPT,'))
    return [...new Set(rows.map((line) => line.split(',')[5] ?? ''))].sort().slice(0, 3)
  }
  const place = (sym: string, price: number, key: string) =>
    server.call(meera, placeOrderDirect, {
      body: {
        client_order_id: `holiday-${key}`,
        sym,
        transaction_type: 'BUY',
        order_type: 'LIMIT',
        price,
        product: 'NRML',
        quantity: 65,
      },
    })
  const goOn = async (): Promise<void> => {
    for (let second = 0; second < 5; second++) {
      server.clock.advance(1_000)
      await server.trading.step()
    }
  }
  const state = async () => dataOf(getMarketState, await server.call(meera, getMarketState))

  test(
    'are shown before they are in force, and change nothing until then',
    async () => {
      const shown = await preview({ file: 'nse.csv', text: list })
      expect(shown.years).toEqual([2026])
      expect(shown.refusal).toBe(null)
      expect(shown.changes.map(({ date, kind }) => `${date} ${kind}`)).toEqual([
        '2026-12-01 closes',
        '2026-12-05 opens',
      ])
      expect(shown.expiries).toContainEqual({
        exchange: 'NFO',
        underlying: 'NIFTY',
        kind: 'weekly',
        from: '2026-12-01',
        to: '2026-11-30',
      })
      expect((await state()).calendar_version).toBe('built-in')
      expect(await expiries()).toEqual(['2026-11-23', '2026-12-01', '2026-12-08'])
    },
    LONG_MS,
  )

  test('bad rows and days that have been are named, and left out when that is said', async () => {
    const body = { file: 'nse.csv', text: `${list}02-Nov-2026,Past,\nnothing,at all,\n` }
    const { bad_rows } = await preview(body)
    expect(bad_rows.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '6: Mon 2 Nov is past, and the calendar of 2026 is known',
      '7: has no readable date',
    ])
    const refused = await change(body)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      '2 rows cannot be used; nothing was imported.',
    ])
    const other = await server.call(meera, importHolidays, {
      body: { ...body, preview: 'something else', on_bad_rows: 'skip' },
    })
    expect([other.statusCode, other.json().message]).toEqual([
      409,
      'The calendar changed since the preview; preview again',
    ])
  })

  test.each([
    [{ file: 'a.csv', text: 'hello' }, /^No row of the list begins with a date/],
    [{}, /^Give either a list/],
    [{ built_in: 2027 }, /^2027 already uses the built-in calendar/],
  ])('%j cannot be previewed', async (body, message) => {
    const answer = await server.call(meera, previewHolidays, { body })
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(message)])
  })

  test(
    'that would move the expiry of a contract with an open order or a position are refused, naming it',
    async () => {
      const chain = dataOf(
        getOptionChain,
        await server.call(meera, getOptionChain, { query: { key: 'INDICES_NIFTY 50' } }),
      )
      expect(chain.expiries).toContain('2026-12-01')
      const near = chain.strikes.find(({ strike }) => strike === chain.atm_strike)
      const sym = String(near?.ce?.sym).replace('NIFTY26NOV', 'NIFTY26D01')
      const [now] = dataOf(getLastPrices, await server.call(meera, getLastPrices, { query: { keys: sym } }))
      const price = Math.round((now?.last_price ?? 0) * 0.99 * 20) / 20
      const placed = await place(sym, price, 'open-1')
      expect(placed.json().message).toBe('')
      const refused = await change({ file: 'nse.csv', text: list })
      expect(refused.statusCode).toBe(409)
      expect(refused.json().message).toMatch(
        /^NIFTY 1 DEC \d+ CE would expire on another day, and there are open positions or orders in it/,
      )
      expect((await state()).calendar_version).toBe('built-in')
      await server.call(meera, cancelAllOrders, { body: {} })
      await goOn()
      expect(server.trading.openContracts()).toEqual([])

      await place(sym, Math.round(price * 1.05 * 20) / 20, 'bought')
      await goOn()
      const held = await change({ file: 'nse.csv', text: list })
      expect([held.statusCode, held.json().message]).toEqual([409, refused.json().message])
      const { net } = dataOf(getPositions, await server.call(meera, getPositions))
      expect(net.map(({ quantity }) => quantity)).toEqual([65])
      const left = await server.call(meera, exitAllPositions, { body: { client_order_id: 'holiday-exit' } })
      expect(left.statusCode).toBe(200)
      await goOn()
      expect(server.trading.openContracts()).toEqual([])
    },
    LONG_MS,
  )

  test(
    'are in force everywhere at once',
    async () => {
      const before = await expiries()
      const answer = await change({ file: 'nse.csv', text: list })
      expect(answer.json().message).toBe('')
      const { version, years } = dataOf(importHolidays, answer)
      const year = years.find(({ year: one }) => one === 2026)
      expect(year).toMatchObject({ source: 'imported', file: 'nse.csv', is_provisional: false })
      expect(year?.holidays).toContainEqual({ date: '2026-12-01', name: 'Election' })
      expect(year?.holidays).toContainEqual({ date: '2026-01-26', name: 'Republic Day' })
      expect((await state()).calendar_version).toBe(version)
      expect([before, await expiries()]).toEqual([
        ['2026-11-23', '2026-12-01', '2026-12-08'],
        ['2026-11-23', '2026-11-30', '2026-12-08'],
      ])
      expect(server.market.calendar.version).toBe(version)
      expect(dataOf(getHolidays, await server.call(meera, getHolidays)).version).toBe(version)
    },
    LONG_MS,
  )

  test(
    'a list that another process stored is followed, and a year goes back to the built-in one',
    async () => {
      const stored = createExchangeYearStore({ store: server.store, clock: server.clock })
      const { version } = await stored.read()
      await stored.change(new Map([[2026, null]]), version, { actor: 'shell', request: null })
      await server.holidays.follow()
      expect((await state()).calendar_version).toBe('built-in')
      expect((await change({ file: 'nse.csv', text: list })).statusCode).toBe(200)
      expect((await change({ built_in: 2026 })).statusCode).toBe(200)
      expect((await state()).calendar_version).toBe('built-in')
      expect(await expiries()).toEqual(['2026-11-23', '2026-12-01', '2026-12-08'])
    },
    LONG_MS,
  )
})

describe('a calendar that was imported', () => {
  afterEach(() => bringYearsIntoForce(builtInYears))

  test(
    'is in force again after a restart, and the clock jumps the new holiday',
    async () => {
      const folder = throwAwayFolder()
      const { openStore } = await import('../../../../server/store/database/database.ts')
      const open = () => openStore({ dataDir: folder, databaseUrl: null })
      const first = await startServer({ open, now: '2026-11-23 15:39' })
      const user = await first.enter('meera')
      const text = '24-Nov-2026,Guru Nanak Jayanti\n25-Nov-2026,Election\n25-Dec-2026,Christmas'
      const shown = dataOf(previewHolidays, await first.call(user, previewHolidays, { body: { text } }))
      const answer = await first.call(user, importHolidays, { body: { text, preview: shown.preview } })
      const { version } = dataOf(importHolidays, answer)
      expect(answer.statusCode).toBe(200)
      first.clock.advance(5 * 60_000)
      expect(new Date(first.market.clock.now() + 19_800_000).toISOString().slice(0, 10)).toBe('2026-11-26')
      await first.close()
      bringYearsIntoForce(builtInYears)
      const second = await startServer({ open, now: '2026-11-23 15:50' })
      expect(second.market.calendar.version).toBe(version)
      await second.close()
    },
    LONG_MS,
  )
})
