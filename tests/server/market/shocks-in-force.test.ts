import { resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { toQuotesStart } from '../../../server/compose-quotes.ts'
import { createLog } from '../../../server/log.ts'
import { createSimulatedLive } from '../../../server/market/live/simulated-live.ts'
import { systemClock } from '../../../server/ports.ts'
import { createQuoteProcess, findQuotesEntry } from '../../../server/quotes/quote-process.ts'
import { createMarketThreads } from '../../../server/reading/market-threads.ts'
import { openMarket, type SharedListing } from '../../../server/reading/open-market.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { monotonicMs } from '../../../server/steady-clock.ts'
import { openStore } from '../../../server/store/database/database.ts'
import { createMarketShockStore } from '../../../server/store/market-shocks.ts'
import { findUserByName } from '../../../server/store/session/users.ts'
import type { User, UserId } from '../../../server/user.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { epochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import { TEST_MS } from '../../support/limits.ts'
import { at } from '../../support/market/market.ts'
import { ticket } from '../../support/orders/trading.ts'
import { listen, openQuotes, takeTicket } from '../../support/server/connections.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { stores, throwAwayFolder } from '../../support/server/stores.ts'

const infy = instrumentId('NSE', 'INFY')
const nifty = instrumentId('INDICES', 'NIFTY 50')
const by = { ownerId: 'trader' as UserId }
const TEN = at('2026-11-20 10:00')
const crash = { kind: 'crash', share: null } as const
const gap = { kind: 'gap', share: null } as const

const servers: TestServer[] = []
const start = async (...[options]: Parameters<typeof startServer>): Promise<TestServer> => {
  const server = await startServer(options)
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const find = async ({ market }: TestServer, id: InstrumentId) => {
  const instrument = (await market.master.load()).find(id)
  if (instrument === null) throw new Error(`${id} is not listed`)
  return instrument
}

const enter = async (server: TestServer): Promise<User> => {
  await server.addUser('meera')
  const user = await findUserByName(server.store.db, 'meera')
  if (user === undefined) throw new Error('nobody is called meera')
  return user
}

const passTo = async ({ clock, trading }: TestServer, until: number): Promise<void> => {
  while (clock.now() < until) {
    clock.set(Math.min(until, clock.now() + 500))
    await trading.step()
  }
}

describe.each(stores)('price shocks in $name', ({ isAbsent, open }) => {
  test.skipIf(isAbsent)('are read as they were added, by their start', async () => {
    const store = await open()
    const shocks = createMarketShockStore({ store, clock: systemClock })
    const later = { id: 'b', kind: 'circuit', share: infy, startsAt: TEN + 9, endsAt: TEN + 10 } as const
    const first = { id: 'c', kind: 'gap', share: null, startsAt: TEN, endsAt: TEN + 1 } as const
    const removed = { ...first, id: 'a' }
    for (const shock of [later, first, removed]) await shocks.add(shock, by.ownerId)
    await shocks.remove(removed.id)
    expect(await shocks.list()).toEqual([first, later])
    await store.close()
  })
})

describe('a price shock that is asked for', { timeout: TEST_MS }, () => {
  test('begins with a minute that is at least a whole one ahead', async () => {
    const server = await start({ now: '2026-11-20 10:00:00.001' })
    const { id, ...shock } = await server.market.addShock(crash, by)
    expect(shock).toEqual({ ...crash, startsAt: TEN + 2 * MINUTE_MS, endsAt: TEN + 17 * MINUTE_MS })
    expect([server.market.shocks(), id.length]).toEqual([[{ id, ...shock }], 36])
  })

  test('is refused in words: another one, a closed market, too little time, a share that is none', async () => {
    const server = await start({ environment: { MARKET_CLOCK: 'real' } })
    const { market, clock } = server
    const refusal = (input: Parameters<typeof market.addShock>[0]) =>
      market.addShock(input, by).then(
        () => 'added',
        (error: Error) => error.message,
      )
    const circuit = (id: InstrumentId | null) => ({ kind: 'circuit', share: id }) as const
    expect([
      await refusal(circuit(null)),
      await refusal(circuit(instrumentId('NSE', 'NOWHERE'))),
      await refusal(circuit(nifty)),
      await refusal({ ...gap, share: infy }),
    ]).toEqual([
      'Name the share that goes to its lower circuit limit',
      'No instrument is called NSE_NOWHERE; name a share, such as NSE_RELIANCE',
      'INDICES_NIFTY 50 is no share; name a share, such as NSE_RELIANCE',
      'A gap moves the whole market, not NSE_INFY alone',
    ])
    const both = await Promise.all([refusal(crash), refusal(gap)])
    clock.set(at('2026-11-20 10:05'))
    both.push(await refusal(gap))
    expect(both).toEqual([
      'added',
      'Another price shock starts at 10:01 and ends at 10:16; start the next one after that',
      'Another price shock is running until 10:16; start the next one after that',
    ])
    clock.set(at('2026-11-20 14:30:00'))
    expect(await refusal(circuit(infy))).toBe('added')
    const closed = 'The market is closed: a price shock can be started during continuous trading'
    const times = ['14:56', '15:16', '18:00'].map((time) => at(`2026-11-20 ${time}`))
    const answers: string[] = []
    for (const time of [...times, at('2026-11-21 11:00')]) {
      clock.set(time)
      answers.push(await refusal(gap))
    }
    expect(answers).toEqual([
      '19 minutes of continuous trading are left, and a price shock needs 45; start it in the next session',
      closed,
      closed,
      closed,
    ])
    expect(market.shocks()).toHaveLength(2)
  })

  test('is there again after a restart, and in a thread that is told of it', async () => {
    const dataDir = throwAwayFolder()
    const location = { dataDir, databaseUrl: null }
    const options = { open: () => openStore(location), environment: { DATA_DIR: dataDir } }
    const server = await startServer(options)
    const threads = createMarketThreads({
      config: { ...server.config, ...location },
      market: server.market,
      steadyClock: { offset: () => server.clock.now() - monotonicMs(), watch: () => {} },
    })
    const thread = await openMarket(threads.start())
    const instruments = await Promise.all([infy, nifty].map((id) => find(server, id)))
    const during = epochMs(TEN + 5 * MINUTE_MS)
    const quotesOf = ({ live }: Pick<TestServer['market'], 'live'>) =>
      instruments.map((instrument) => live.quote(instrument, during))
    const without = quotesOf(server.market)
    expect(quotesOf(thread)).toEqual(without)
    const shock = await server.market.addShock(crash, by)
    const withIt = quotesOf(server.market)
    expect(withIt).not.toEqual(without)
    await threads.share({
      share: (shared) => thread.take(structuredClone(shared as SharedListing)),
    })
    expect(quotesOf(thread)).toEqual(withIt)
    const newThread = await openMarket(threads.start())
    expect(quotesOf(newThread)).toEqual(withIt)
    await Promise.all([thread.store.close(), newThread.store.close()])
    await server.close()
    const again = await start({ ...options, now: '2026-11-20 10:03' })
    expect([again.market.shocks(), quotesOf(again.market)]).toEqual([[shock], withIt])
  })

  test.each([
    ['crash', crash, 0.02, 0.001],
    ['gap', gap, 0.01, 0.012],
  ] as const)(
    'a %s triggers a stop order, which fills behind its trigger as the book is',
    async (_, kind, below, behind) => {
      const server = await start()
      const user = await enter(server)
      const instrument = await find(server, infy)
      const priceAt = (time: number): number =>
        toRupees(server.market.live.quote(instrument, epochMs(time))?.lastPrice ?? (0 as never))
      const trigger = Math.round(priceAt(TEN) * (1 - below) * 10) / 10
      await server.trading.orders.place(user, ticket(`sell 2000 NSE_INFY MIS !${trigger}`))
      const { startsAt } = await server.market.addShock(kind, by)
      await passTo(server, startsAt - 1)
      const statusOf = async () => (await server.trading.orders.book(user))[0]
      expect((await statusOf())?.status).toBe('TRIGGER PENDING')
      await passTo(server, startsAt + 4 * MINUTE_MS)
      const order = await statusOf()
      expect([order?.status, order?.filledQuantity]).toEqual(['COMPLETE', 2000])
      expect(order?.averagePrice ?? 0).toBeLessThan(trigger * (1 - behind))
      expect(order?.averagePrice ?? 0).toBeGreaterThan(priceAt(startsAt + 4 * MINUTE_MS) * 0.98)
    },
  )

  test('the quotes process shows it, and so does the next one', async () => {
    const began = systemClock.now()
    let ahead = 0
    const told: ((offset: number) => void)[] = []
    let quotes: ReturnType<typeof createQuoteProcess> | null = null
    const server = await start({
      parts: ({ market }) => {
        quotes = createQuoteProcess({
          entry: findQuotesEntry(resolve(import.meta.dirname, '../../../server')),
          // The test's own clock stands still; the process lives by the wall, as in the product.
          start: () => {
            const config = {
              marketSeed: market.seed,
              logLevel: 'warn' as const,
              dataDir: '',
              databaseUrl: null,
            }
            return { ...toQuotesStart(config, market), origin: { ...market.clock.origin, wall: began } }
          },
          findInstruments: async (ids) => {
            const master = await market.master.load()
            return ids.map((id) => master.find(id))
          },
          clock: systemClock,
          steadyClock: {
            offset: () => systemClock.now() - monotonicMs() + ahead,
            watch: (tell) => told.push(tell),
          },
          watchShocks: market.watchShocks,
          log: createLog({ level: 'warn', secrets: createSecretWatch(), write: () => {} }),
        })
        return { quotes }
      },
    })
    const process = quotes as ReturnType<typeof createQuoteProcess> | null
    if (process === null) throw new Error('no quotes process')
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) await new Promise((done) => setTimeout(done, 20))
    }
    const host = await listen(server)
    await until(process.isReady)
    const session = await server.enter('meera')
    const client = await openQuotes(host, {
      ticket: await takeTicket(server, session, 'quotes'),
      session,
    })
    const plain = createSimulatedLive({ seed: server.market.seed, calendar: exchangeCalendar })
    const compare = async (shown: typeof client, after: number): Promise<void> => {
      for (const id of [infy, nifty]) {
        const tick = await shown.until(
          () => shown.ticks.findLast((one) => one?.instrument === id && one.timestamp >= after) ?? null,
        )
        const instrument = await find(server, id)
        const instant = epochMs(tick.timestamp)
        const price = server.market.live.quote(instrument, instant)?.lastPrice
        expect(tick.price).toBe(price === undefined ? null : toRupees(price))
        expect(price ?? 0).toBeLessThan((plain.quote(instrument, instant)?.lastPrice ?? 0) * 0.985)
      }
    }
    client.subscribe(infy, nifty)
    await client.until(() => client.ticks.find((one) => (one?.price ?? 0) > 0) ?? null)
    const { startsAt } = await server.market.addShock(gap, by)
    ahead = startsAt - TEN + 5_000
    for (const tell of told) tell(systemClock.now() - monotonicMs() + ahead)
    await compare(client, startsAt)
    globalThis.process.kill(process.pid() ?? 0, 'SIGKILL')
    await until(() => !process.isReady())
    await until(process.isReady)
    const next = await openQuotes(host, { ticket: await takeTicket(server, session, 'quotes'), session })
    next.subscribe(infy, nifty)
    await compare(next, startsAt)
    for (const { socket } of [client, next]) socket.close()
  })
})

test('a replay has no price shocks', async () => {
  const server = await start({ args: [], environment: { MARKET: 'imported' } })
  await expect(server.market.addShock(gap, by)).rejects.toThrow('replays imported candles')
})
