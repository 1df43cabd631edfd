import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCandleStore } from '../../../server/store/charts/candles.ts'
import { openStore } from '../../../server/store/database/database.ts'
import { getMarketState } from '../../../src/contract/instruments/instruments.ts'
import { getOrder, placeOrderDirect } from '../../../src/contract/orders/orders.ts'
import type { QuoteTick } from '../../../src/contract/quotes/quote-frame.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { istMinuteOfDay, toIstDate } from '../../../src/domain/time.ts'
import { clockAt } from '../../support/clock.ts'
import { fileOf, importFiles } from '../../support/market/candle-import.ts'
import { at } from '../../support/market/market.ts'
import type { QuoteClient } from '../../support/server/connections.ts'
import { throwAwayFolder } from '../../support/server/stores.ts'
import { type StartedServer, startReplay } from './replayed-server.ts'

const infy = instrumentId('NSE', 'INFY')
const nifty = instrumentId('INDICES', 'NIFTY 50')
/** Trades so little that the last print of a minute is not missed between two frames. */
const itc = instrumentId('NSE', 'ITC')
const FIRST_MINUTE = 555

/** `open high low close` of a minute: it rises by half a rupee a minute, and by a hundred on the second day. */
const pricesAt = (day: string, minute: number): readonly number[] => {
  const open = 1400 + (day === '2024-04-03' ? 100 : 0) + minute / 2
  return [open, open + 1.5, open - 1, open + 0.5]
}

const linesOf = (days: readonly string[], volume: number): string =>
  days
    .flatMap((day) =>
      Array.from({ length: 375 }, (_, minute) => {
        const clock = FIRST_MINUTE + minute
        const time = `${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`
        return `${day} ${time},${pricesAt(day, minute).join(',')},${volume}`
      }),
    )
    .join('\n')

const HEADER = 'time,open,high,low,close,volume\n'

/** Two days of INFY, ITC and NIFTY 50 with a trading day between them that is not stored. */
const importedFolder = async (): Promise<string> => {
  const dataDir = throwAwayFolder()
  const store = await openStore({ dataDir, databaseUrl: null })
  const candles = createCandleStore({ store, clock: clockAt('2026-11-21 12:00') })
  const days = ['2024-04-01', '2024-04-03']
  await importFiles(candles, [fileOf('INFY.csv', `${HEADER}${linesOf(days, 60_000)}\n`)])
  await importFiles(candles, [fileOf('ITC.csv', `${HEADER}${linesOf(days, 4)}\n`)])
  await importFiles(candles, [fileOf('NIFTY.csv', `${HEADER}${linesOf(days, 0)}\n`)], {
    key: nifty,
  })
  await store.close()
  return dataDir
}

const ticksOf = (client: QuoteClient, id = infy): readonly QuoteTick[] =>
  client.ticks.filter((tick) => tick !== null).filter((tick) => tick.instrument === id && tick.price > 0)

const firstTick = (client: QuoteClient, id = infy): Promise<QuoteTick> =>
  client.until(() => ticksOf(client, id)[0] ?? null)

const storedAt = (instant: number): readonly number[] =>
  pricesAt(toIstDate(instant), istMinuteOfDay(instant) - FIRST_MINUTE)

describe('imported candles as a live session', () => {
  let server: StartedServer
  beforeAll(async () => {
    server = await startReplay({
      DATA_DIR: await importedFolder(),
      MARKET_CLOCK: 'x60',
      MARKET_START: '2024-04-01 09:20',
    })
  })
  afterAll(() => server.stop())

  test('tick when they are first asked for, and never leave the minute that is stored', async () => {
    const client = await server.openQuotes()
    client.subscribe('NSE_INFY', 'INDICES_NIFTY 50')
    await Promise.all([firstTick(client), firstTick(client, nifty)])
    // The list of instruments is made by now; of ITC nothing was read yet.
    client.subscribe('NSE_ITC')
    await firstTick(client, itc)
    // A whole minute of market time was seen: the fold of its ticks is its candle.
    const isWhole = (
      { timestamp, open, high, low, price }: QuoteTick,
      index: number,
      all: readonly QuoteTick[],
    ) => {
      const after = all[index + 1]
      const isLast = after !== undefined && istMinuteOfDay(after.timestamp) > istMinuteOfDay(timestamp)
      return isLast && String([open, high, low, price]) === String(storedAt(timestamp))
    }
    await client.until(() => ticksOf(client, itc).find(isWhole) ?? null)
    const strays = [infy, itc, nifty]
      .flatMap((id) => ticksOf(client, id))
      .filter(({ timestamp, open, high, low, price }) => {
        const [storedOpen = 0, storedHigh = 0, storedLow = 0] = storedAt(timestamp)
        return open !== storedOpen || high > storedHigh || low < storedLow || price > high || price < low
      })
    expect(strays).toEqual([])
    client.socket.close()
  })

  test('say plainly that an instrument has no prices', async () => {
    const client = await server.openQuotes()
    client.subscribe('NSE_TCS')
    const error = await client.until(() => client.texts.find(({ type }) => type === 'error') ?? null)
    expect(error).toEqual({
      type: 'error',
      message: 'there are no prices of this instrument',
      segment: 'NSE',
      symbol: 'TCS',
    })
    // Nothing is watched any more, and the socket lives.
    await client.until(() => (client.ticks.length > 0 ? true : null))
    expect(client.ticks).toEqual([null])
    client.socket.close()
  })

  const order = (key: string, sym: string) => ({
    client_order_id: `replay-key-${key}`,
    sym,
    transaction_type: 'BUY',
    order_type: 'MARKET',
    product: 'MIS',
    variety: 'regular',
    quantity: 5,
    validity: 'DAY',
    disclosed_quantity: 0,
    market_protection: -1,
    autoslice: false,
    tag: '',
    algo_uuid: '',
  })

  const settled = async (orderId: string) => {
    for (;;) {
      const { order } = await server.ask(getOrder, { query: { order_id: orderId } })
      if (order.status === 'COMPLETE' || order.status === 'REJECTED') return order
      await new Promise((done) => setTimeout(done, 50))
    }
  }

  test('fill an order that is the first to ask for them', async () => {
    const { order_id: orderId } = await server.ask(placeOrderDirect, { body: order('one', 'NSE_INFY') })
    const filled = await settled(orderId)
    const [, high = 0, low = 0] = storedAt(at(filled.exchange_timestamp ?? ''))
    expect([filled.status, filled.status_message, filled.filled_quantity]).toEqual(['COMPLETE', null, 5])
    // The spread of the modelled book lies around the stored price.

    expect([filled.average_price > low - 2, filled.average_price < high + 2]).toEqual([true, true])
  })

  test('refuse an order of what is not stored in a sentence', async () => {
    const answer = await server
      .ask(placeOrderDirect, { body: order('two', 'NSE_TCS') })
      .then(() => 'taken')
      .catch((error: Error) => error.message)
    expect(answer).toContain('No price for this instrument yet. Place a limit order.')
  })

  test('are named by the state of the market', async () => {
    const { source, clock, speed, day, phases, remark } = await server.ask(getMarketState)
    expect([source, clock, speed, day, phases.continuous, remark]).toEqual([
      'imported',
      'accelerated',
      60,
      '2024-04-01',
      'continuous',
      null,
    ])
  })
})

describe('a replay at the end of a day', () => {
  test('goes on with the next stored day, and stands still after the last one', async () => {
    const dataDir = await importedFolder()
    const rolling = await startReplay({
      DATA_DIR: dataDir,
      MARKET_CLOCK: 'x10',
      MARKET_START: '2024-04-01 15:29',
    })
    const client = await rolling.openQuotes()
    client.subscribe('NSE_INFY')
    const tick = await client.until(
      () => ticksOf(client).find(({ timestamp }) => toIstDate(timestamp) === '2024-04-03') ?? null,
    )
    expect([tick.dayOpen, tick.prevClose, tick.open]).toEqual([
      1500,
      1400 + 374 / 2 + 0.5,
      storedAt(tick.timestamp)[0],
    ])
    client.socket.close()
    await rolling.stop()

    const ending = await startReplay({
      DATA_DIR: dataDir,
      MARKET_CLOCK: 'x60',
      MARKET_START: '2024-04-03 15:29',
    })
    const last = await ending.openQuotes()
    last.subscribe('NSE_INFY')
    const isOver = async () => (await ending.ask(getMarketState)).remark !== null
    while (!(await isOver())) await new Promise((done) => setTimeout(done, 50))
    const state = await ending.ask(getMarketState)
    expect([state.day, state.phases, state.next_change_wall, state.remark]).toEqual([
      '2024-04-03',
      { auctioned: 'closed', continuous: 'closed', derivatives: 'closed' },
      null,
      'The replay has reached the end of the stored days.',
    ])
    // The last price stays, and heartbeats say that it is not old.
    await last.until(() => ticksOf(last).find(({ price }) => price === 1500 + 374 / 2 + 0.5) ?? null)
    const seen = last.ticks.length
    await last.until(() => (last.ticks.length > seen + 1 ? true : null))
    expect(last.ticks.slice(seen, seen + 2)).toEqual([null, null])
    last.socket.close()
    await ending.stop()
  })
})
