import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCandleStore } from '../../../server/store/charts/candles.ts'
import { CANDLE_COLUMNS_MIME, decodeCandles } from '../../../src/contract/charts/candle-columns.ts'
import {
  adjustStoredSeries,
  deleteStoredSeries,
  getCandles,
  getCoverage,
  getLastPrices,
  getStoredSeries,
  instrumentsList,
} from '../../../src/contract/instruments/instruments.ts'
import { CONTRACT_VERSION } from '../../../src/contract/version.ts'
import { clockAt } from '../../support/clock.ts'
import { TEST_MS } from '../../support/limits.ts'
import { fileOf, importFiles, minuteLines } from '../../support/market/candle-import.ts'
import { candleLines } from '../../support/market/candle-lines.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

const LONG_MS = TEST_MS
const HEADER = 'date,open,high,low,close,volume\n'
const quarters = (days: readonly string[]) =>
  `${HEADER}${days.flatMap((day) => ['09:15', '09:30', '09:45'].map((time) => `${day} ${time},50,52,49,51,7`)).join('\n')}\n`

describe('candles over HTTP', () => {
  let server: TestServer
  let trader: Session

  beforeAll(async () => {
    server = await startServer({ now: '2026-11-20 12:00' })
    trader = await server.enter('asha')
    const store = createCandleStore({ store: server.store, clock: server.clock })
    await importFiles(store, [
      fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01', '2024-04-02', '2024-04-08'])),
    ])
    await importFiles(store, [fileOf('INFY.csv', quarters(['2024-04-01', '2024-05-02', '2024-05-03']))])
    await importFiles(store, [fileOf('TCS.csv', quarters(['2024-04-01']))])
    await importFiles(store, [
      fileOf('WIPRO.csv', `${HEADER}2024-04-01 09:15,1,2,1,2,0\n2024-04-01 09:18,1,2,1,2,0\n`),
    ])
    await server.call(trader, instrumentsList)
  }, LONG_MS)
  afterAll(() => server.close())

  const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    server.call(trader, getCandles, {
      query: { key: 'NSE_INFY', interval: 'min', from: '2024-04-01', to: '2024-04-30', ...query },
      headers,
    })
  const cover = async (query: Record<string, string>) =>
    dataOf(
      getCoverage,
      await server.call(trader, getCoverage, {
        query: { key: 'NSE_INFY', interval: 'min', from: '2024-04-01', to: '2024-04-30', ...query },
      }),
    )
  const linesOf = (payload: Buffer) =>
    candleLines(decodeCandles(Uint8Array.from(payload).buffer as ArrayBuffer))

  describe('an option that has ended', () => {
    const expired = { source: 'simulated', interval: 'min', from: '2026-10-12', to: '2026-10-13' }
    const closesOf = (payload: Buffer) => decodeCandles(Uint8Array.from(payload).buffer as ArrayBuffer).close
    test(
      'is answered by its name, up to what it paid, and listed nowhere',
      async () => {
        const key = 'NFO-OPT_NIFTY26O1324000CE'
        const answer = await ask({ ...expired, key })
        expect([answer.statusCode, answer.headers['x-candle-source']]).toEqual([200, 'simulated'])
        const spot = closesOf((await ask({ ...expired, key: 'INDICES_NIFTY 50' })).rawPayload)
        const own = closesOf(answer.rawPayload)
        expect(own.length).toBeGreaterThan(700)
        const paid = Math.max(0.05, (spot.at(-1) ?? 0) - 24_000)
        expect(Math.abs((own.at(-1) ?? 0) - paid)).toBeLessThan(1)
        expect(await cover({ ...expired, key })).toEqual(
          expect.objectContaining({ rows: own.length, last_day: '2026-10-13' }),
        )
        const list = await server.call(trader, instrumentsList)
        expect(list.payload.includes('NIFTY26O1324000CE')).toBe(false)
      },
      LONG_MS,
    )
    test.each([
      ['of no strike', 'NFO-OPT_NIFTY26O1324013CE'],
      ['of no expiry', 'NFO-OPT_NIFTY26O1424000CE'],
      ['of a monthly day by a weekly name', 'NFO-OPT_NIFTY26O2724000CE'],
      ['that still lives and is not listed', 'NFO-OPT_NIFTY26DEC99000CE'],
      ['of another exchange', 'BFO-OPT_NIFTY26O1324000CE'],
    ])('%s is none', async (_, key) => {
      expect((await ask({ ...expired, key })).statusCode).toBe(404)
    })
    test.each([
      ['BANKNIFTY24MAR46000CE', '2024-03-27', 200],
      ['BANKNIFTY2432846000CE', '2024-03-28', 404],
      ['BANKNIFTY23O0446000CE', '2023-10-04', 200],
      ['BANKNIFTY2392746000CE', '2023-09-27', 404],
      ['FINNIFTY2452120000CE', '2024-05-21', 200],
    ])('%s by the expiry days of its time: %s is answered with %i', async (symbol, day, status) => {
      const key = `NFO-OPT_${symbol}`
      const answer = await ask({ source: 'simulated', interval: 'min', from: day, to: day, key })
      expect(answer.statusCode).toBe(status)
    })
  })

  test('stored minutes come back as columns that say where they are from', async () => {
    const answer = await ask({ to: '2024-04-01' })
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['x-candle-source'],
      answer.headers['x-candle-base'],
      answer.headers['x-contract'],
    ]).toEqual([200, CANDLE_COLUMNS_MIME, 'imported', 'min', CONTRACT_VERSION])
    const lines = linesOf(answer.rawPayload)
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      375,
      '2024-04-01 09:15 100 102 99 101 0',
      '2024-04-01 15:29 100 102 99 101 374',
    ])
  })

  test.each([
    ['hour', '2024-04-01', 7, '2024-04-01 09:15 100 102 99 101 1770', 'min'],
    ['day', '2024-04-02', 2, '2024-04-01 00:00 100 102 99 101 70125', 'min'],
    ['week', '2024-04-30', 2, '2024-04-01 00:00 100 102 99 101 140250', 'min'],
    ['month', '2024-04-30', 1, '2024-04-01 00:00 100 102 99 101 210375', 'min'],
  ])('%s candles are folded from stored ones', async (interval, to, rows, first, base) => {
    const answer = await ask({ interval, to })
    const lines = linesOf(answer.rawPayload)
    expect([lines.length, lines[0], answer.headers['x-candle-base']]).toEqual([rows, first, base])
  })

  test('a week that began before the span is left out, for it would be a part of one', async () => {
    const lines = linesOf((await ask({ interval: 'week', from: '2024-04-02' })).rawPayload)
    expect(lines).toEqual(['2024-04-08 00:00 100 102 99 101 70125'])
    expect((await cover({ interval: 'week', from: '2024-04-02' })).rows).toBe(1)
  })

  test('the stored interval that covers the most days of the span is used, and only it', async () => {
    const april = await ask({ interval: '15min' })
    const may = await ask({ interval: '15min', from: '2024-05-01', to: '2024-05-31' })
    expect([april, may].map((answer) => answer.headers['x-candle-base'])).toEqual(['min', '15min'])
    expect([april, may].map((answer) => answer.headers['x-candle-finest'])).toEqual(['min', 'min'])
    expect(linesOf(may.rawPayload)).toHaveLength(6)
  })

  test('a span without stored candles is empty, and the coverage says what there is', async () => {
    const query = { interval: '5min', from: '2025-01-01', to: '2025-01-31' }
    const answer = await ask(query)
    expect([answer.statusCode, linesOf(answer.rawPayload)]).toEqual([200, []])
    expect(await cover(query)).toEqual({
      key: 'NSE_INFY',
      interval: '5min',
      source: 'imported',
      rows: 0,
      first_day: null,
      last_day: null,
      stored_from: '2024-04-01',
      stored_to: '2024-04-08',
    })
    expect(await cover({ interval: '15min', from: '2024-04-01', to: '2024-04-02' })).toEqual({
      key: 'NSE_INFY',
      interval: '15min',
      source: 'imported',
      rows: 50,
      first_day: '2024-04-01',
      last_day: '2024-04-02',
      stored_from: '2024-04-01',
      stored_to: '2024-05-03',
    })
  })

  test.each([
    [
      { key: 'NSE_TCS', interval: '5min' },
      404,
      'NOT_FOUND',
      'No 5-minute candles of NSE_TCS are stored; 15 minutes and coarser are',
    ],
    [
      { key: 'NSE_WIPRO', interval: '5min', source: 'imported' },
      404,
      'NOT_FOUND',
      'No 5-minute candles of NSE_WIPRO are stored; 3 minutes are, which do not add up to it',
    ],
    [{ key: 'NSE_ITC', source: 'imported' }, 404, 'NOT_FOUND', 'No candles of NSE_ITC are stored'],
    [
      { key: 'NSE_RELIANC' },
      404,
      'NOT_FOUND',
      'No instrument called NSE_RELIANC; the nearest are NSE_RELIANCE, NSE_RBLBANK, NSE_RETANA',
    ],
    [
      { key: 'NFO-FUT_NIFTY26OCTFUT' },
      404,
      'NOT_FOUND',
      'No instrument called NFO-FUT_NIFTY26OCTFUT; the nearest are NSE_NIFTYETF, NSE_NIFTYIETF, NSE_NIFTYQETF',
    ],
    [{ key: 'INFY' }, 400, 'MALFORMED', 'Error loading candles'],
    [{ from: '2024-02-30' }, 400, 'MALFORMED', 'Error loading candles'],
    [{ from: '2024-05-01' }, 400, 'MALFORMED', 'Error loading candles'],
    [{ interval: '7min' }, 400, 'MALFORMED', 'Error loading candles'],
    [{ from: '1900-01-01' }, 400, 'MALFORMED', 'Error loading candles'],
  ])('%o is refused with %i', async (query, status, code, message) => {
    const answer = await ask(query)
    const { code: found, message: words } = answer.json()
    expect([answer.statusCode, found, words]).toEqual([status, code, message])
  })

  test('a malformed query names the field and what was found', async () => {
    expect((await ask({ from: '2024-02-30' })).json().issues).toEqual([
      'query.from: expected a day of the calendar',
    ])
    expect((await ask({ key: 'INFY', from: '2024-05-01' })).json().issues).toEqual([
      'key: INFY does not begin with a segment, as in NSE_INFY',
      'from: 2024-05-01 is after to, 2024-04-30',
    ])
  })

  test('an instrument with nothing stored is simulated, and so is any when asked for', async () => {
    const itc = await ask({ key: 'NSE_ITC', interval: 'day' })
    const infy = await ask({ interval: 'day', source: 'simulated' })
    expect(
      [itc, infy].map((answer) => [answer.headers['x-candle-source'], linesOf(answer.rawPayload).length]),
    ).toEqual([
      ['simulated', 20],
      ['simulated', 20],
    ])
    expect(await cover({ key: 'NSE_ITC', interval: 'hour' })).toEqual({
      key: 'NSE_ITC',
      interval: 'hour',
      source: 'simulated',
      rows: 140,
      first_day: '2024-04-01',
      last_day: '2024-04-30',
      stored_from: null,
      stored_to: null,
    })
  })

  test('candles of the market are never imported ones, whatever is stored of the instrument', async () => {
    for (const [key, interval] of [
      ['NSE_INFY', 'min'],
      ['NSE_TCS', '5min'],
      ['NSE_WIPRO', 'day'],
    ] as const) {
      const query = { key, interval, from: '2026-11-16', to: '2026-11-20', source: 'market' }
      const answer = await ask(query)
      expect([answer.statusCode, answer.headers['x-candle-source']]).toEqual([200, 'simulated'])
      const rows = linesOf(answer.rawPayload).length
      expect(rows).toBeGreaterThan(0)
      expect(await cover(query)).toEqual(expect.objectContaining({ source: 'simulated', rows }))
    }
    const [price] = dataOf(
      getLastPrices,
      await server.call(trader, getLastPrices, { query: { keys: 'NSE_INFY' } }),
    )
    const minutes = await ask({ from: '2026-11-20', to: '2026-11-20', source: 'market' })
    const columns = decodeCandles(Uint8Array.from(minutes.rawPayload).buffer as ArrayBuffer)
    expect([price?.source, price?.last_price]).toEqual(['simulated', columns.close.at(-1)])
  })

  test('nothing is known of the time after the clock', async () => {
    const today = linesOf((await ask({ key: 'NSE_ITC', from: '2026-11-20', to: '2026-11-25' })).rawPayload)
    expect([today.length, today.at(-1)?.slice(0, 16)]).toEqual([166, '2026-11-20 12:00'])
  })

  test('an answer that the caller holds is not sent again, until it changes', async () => {
    const { etag } = (await ask({})).headers
    const again = await ask({}, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag])
    expect((await ask({ to: '2024-04-29' }, { 'if-none-match': String(etag) })).statusCode).toBe(200)
    const store = createCandleStore({ store: server.store, clock: server.clock })
    await importFiles(store, [fileOf('INFY.csv', HEADER + minuteLines(['2024-04-08'], 300))], {
      onExisting: 'replace',
    })
    const changed = await ask({}, { 'if-none-match': String(etag) })
    expect([changed.statusCode, linesOf(changed.rawPayload).at(-1)]).toEqual([
      200,
      '2024-04-08 15:29 300 302 299 301 374',
    ])
  })

  test('stored series are listed, and deleted one at a time', async () => {
    const list = async () =>
      dataOf(getStoredSeries, await server.call(trader, getStoredSeries)).map(
        ({ key, interval, rows, days, first_day, last_day }) => [
          key,
          interval,
          rows,
          days,
          first_day,
          last_day,
        ],
      )
    expect(await list()).toEqual([
      ['NSE_INFY', '15min', 9, 3, '2024-04-01', '2024-05-03'],
      ['NSE_INFY', 'min', 1125, 3, '2024-04-01', '2024-04-08'],
      ['NSE_TCS', '15min', 3, 1, '2024-04-01', '2024-04-01'],
      ['NSE_WIPRO', '3min', 2, 1, '2024-04-01', '2024-04-01'],
    ])
    const adjusting = async (body: object) =>
      (await server.call(trader, adjustStoredSeries, { body })).json().message
    expect(await adjusting({ key: 'NSE_TCS', interval: '15min' })).toBe(
      'No price gap of NSE_TCS is like a split or bonus; nothing was changed',
    )
    expect(await adjusting({ key: 'NSE_NOBODY', interval: 'day' })).toBe(
      'No day candles of NSE_NOBODY are stored',
    )
    const query = { key: 'NSE_TCS', interval: '15min' }
    expect((await server.call(trader, deleteStoredSeries, { query })).json()).toEqual({
      status: 'success',
      data: null,
      message: '',
    })
    expect((await server.call(trader, deleteStoredSeries, { query })).json().message).toBe(
      'No 15min candles of NSE_TCS are stored',
    )
    expect((await list()).map(([key]) => key)).toEqual(['NSE_INFY', 'NSE_INFY', 'NSE_WIPRO'])
  })

  test('last prices come with their session, their order and the close before', async () => {
    const keys = 'NSE_RELIANCE,INDICES_NIFTY 50,NSE_NOSUCH,NFO-FUT_NIFTY26DECFUT,INDICES_SENSEX'
    const prices = dataOf(getLastPrices, await server.call(trader, getLastPrices, { query: { keys } }))
    expect(prices.map(({ key, source, as_of, trail }) => [key, source, as_of, trail.length])).toEqual(
      ['NSE_RELIANCE', 'INDICES_NIFTY 50', 'NFO-FUT_NIFTY26DECFUT', 'INDICES_SENSEX'].map((key) => [
        key,
        'simulated',
        Date.parse('2026-11-20T12:00:00+05:30'),
        34,
      ]),
    )
    const yesterday = linesOf(
      (await ask({ key: 'NSE_RELIANCE', interval: 'day', from: '2026-11-19', to: '2026-11-19' })).rawPayload,
    )
    expect(yesterday[0]?.split(' ')[5]).toBe(String(prices[0]?.close_price))
    expect(prices[0]?.trail.at(-1)).toBe(prices[0]?.last_price)
  })

  test('futures and options have candles of every interval, from their listing on', async () => {
    for (const key of ['NFO-FUT_NIFTY26DECFUT', 'NFO-OPT_NIFTY26D0124000CE', 'NFO-OPT_RELIANCE26DEC1540PE']) {
      const query = { key, from: '2026-01-01', to: '2026-11-20' }
      const days = linesOf((await ask({ ...query, interval: 'day' })).rawPayload)
      const coverage = await cover({ ...query, interval: 'day' })
      expect([coverage.rows, coverage.source]).toEqual([days.length, 'simulated'])
      expect(days.length).toBeGreaterThan(key.includes('D01') ? 15 : 30)
      const week = linesOf((await ask({ ...query, from: '2026-11-16', interval: 'hour' })).rawPayload)
      expect([week.length, week[0]?.slice(0, 16), week.at(-1)?.slice(0, 16)]).toEqual([
        4 * 7 + 3,
        '2026-11-16 09:15',
        '2026-11-20 11:15',
      ])
    }
  })

  test('too many instruments are refused before any is priced', async () => {
    const keys = Array.from({ length: 101 }, (_, row) => `NSE_A${row}`).join(',')
    const answer = await server.call(trader, getLastPrices, { query: { keys } })
    expect([answer.statusCode, answer.json().issues]).toEqual([
      400,
      ['keys: 101 instruments, at most 100 are priced at once'],
    ])
  })

  test('the master is answered compressed as the caller reads it, once', async () => {
    const encodings = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'identity', 'br;q=0, gzip'].map((offer) =>
        server.call(trader, instrumentsList, { headers: { 'accept-encoding': offer } }),
      ),
    )
    expect(encodings.map(({ headers }) => headers['content-encoding'] ?? 'plain')).toEqual([
      'br',
      'gzip',
      'plain',
      'gzip',
    ])
    expect(encodings.map(({ headers }) => headers['content-type'])).toEqual(
      Array(4).fill('text/csv; charset=utf-8'),
    )
    expect(encodings[2]?.body.split('\n')[0]).toBe(
      'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange,universe',
    )
    const etag = String(encodings[0]?.headers.etag)
    const again = await server.call(trader, instrumentsList, { headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })
})

describe('a replayed market', () => {
  const openReplay = async (start: string) => {
    const clock = clockAt('2026-11-21 12:00')
    const server = await startServer({
      now: '2026-11-21 12:00',
      environment: { MARKET: 'imported', MARKET_CLOCK: 'x60', MARKET_START: start },
      open: async () => {
        const database = await stores[0].open()
        const store = createCandleStore({ store: database, clock })
        await importFiles(
          store,
          [fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01'], 100) + minuteLines(['2024-04-02'], 200))],
          { onBreaks: 'keep' },
        )
        await importFiles(store, [fileOf('TCS.csv', quarters(['2024-04-01', '2024-04-02']))])
        return database
      },
    })
    const trader = await server.enter('asha')
    const ask = async (query: Record<string, string>) => {
      const answer = await server.call(trader, getCandles, {
        query: { key: 'NSE_INFY', interval: 'min', from: '2024-04-01', to: '2024-04-30', ...query },
      })
      if (answer.statusCode !== 200) return [answer.statusCode, answer.json().message]
      const lines = candleLines(decodeCandles(Uint8Array.from(answer.rawPayload).buffer as ArrayBuffer))
      return [answer.headers['x-candle-source'], lines.length, lines.at(-1)]
    }
    const pricesOf = async (keys: string) =>
      dataOf(getLastPrices, await server.call(trader, getLastPrices, { query: { keys } }))
    return { ask, pricesOf, close: server.close }
  }

  test(
    'has candles up to market time, of the minutes that it trades; imported candles are of any time',
    async () => {
      const { ask, pricesOf, close } = await openReplay('2024-04-01 10:00')
      const market = await ask({ source: 'market' })
      const hours = await ask({ source: 'market', interval: 'hour' })
      expect([market, hours]).toEqual([
        ['imported', 45, '2024-04-01 09:59 100 102 99 101 44'],
        ['imported', 1, '2024-04-01 09:15 100 102 99 101 990'],
      ])
      expect(await ask({ source: 'imported' })).toEqual([
        'imported',
        750,
        '2024-04-02 15:29 200 202 199 201 374',
      ])
      expect(await ask({ key: 'NSE_TCS', interval: '15min', source: 'market' })).toEqual([
        404,
        'NSE_TCS has no prices in this replay: no minute candles of it are imported',
      ])
      expect((await pricesOf('NSE_INFY,NSE_TCS,NSE_RELIANCE')).map(({ key }) => key)).toEqual(['NSE_INFY'])
      await close()
    },
    LONG_MS,
  )

  test(
    'takes last prices from the end of what is stored',
    async () => {
      const { pricesOf, close } = await openReplay('2024-04-02 15:29')
      expect(await pricesOf('NSE_INFY')).toEqual([
        {
          key: 'NSE_INFY',
          last_price: 201,
          close_price: 101,
          as_of: Date.parse('2024-04-02T15:29:00+05:30'),
          source: 'imported',
          trail: Array(75).fill(201),
        },
      ])
      await close()
    },
    LONG_MS,
  )
})
