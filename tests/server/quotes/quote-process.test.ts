import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_QUOTE_SOCKETS } from '../../../server/http/routes/quotes/quotes.ts'
import { createLog } from '../../../server/log.ts'
import { systemClock } from '../../../server/ports.ts'
import { createQuoteProcess, findQuotesEntry } from '../../../server/quotes/quote-process.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { monotonicMs } from '../../../server/steady-clock.ts'
import { logout } from '../../../src/contract/session.ts'
import { builtInYears } from '../../../src/domain/calendar/holidays/calendar-in-force.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { epochMs } from '../../../src/domain/time.ts'
import { listen, openQuotes, statusOf, takeTicket } from '../../support/server/connections.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'

const HOUR_MS = 3_600_000
const infy = instrumentId('NSE', 'INFY')
const nifty = instrumentId('INDICES', 'NIFTY 50')

describe('the quotes process', () => {
  let server: TestServer
  let host: string
  let quotes: ReturnType<typeof createQuoteProcess>
  const logged: string[] = []
  const began = systemClock.now()
  let ahead = 0
  const told: ((offset: number) => void)[] = []
  const steadyClock = {
    offset: () => systemClock.now() - monotonicMs() + ahead,
    watch: (tell: (offset: number) => void) => told.push(tell),
  }

  beforeAll(async () => {
    const log = createLog({
      level: 'warn',
      secrets: createSecretWatch(),
      write: (line) => logged.push(JSON.parse(line).msg),
    })
    server = await startServer({
      parts: ({ market }) => {
        quotes = createQuoteProcess({
          entry: findQuotesEntry(resolve(import.meta.dirname, '../../../server')),
          // The test's own clock stands still; the process lives by the wall, as in the product.
          start: () => ({
            seed: 1,
            origin: { ...market.clock.origin, wall: began },
            calendar: builtInYears,
            logLevel: 'warn',
          }),
          findInstruments: async (ids) => {
            const master = await market.master.load()
            return ids.map((id) => master.find(id))
          },
          clock: systemClock,
          steadyClock,
          log,
        })
        return { quotes }
      },
    })
    host = await listen(server)
    await untilReady()
  })
  afterAll(() => server.close())

  const waitUntilGone = async (): Promise<void> => {
    while (quotes.isReady()) await new Promise((done) => setTimeout(done, 20))
  }

  const untilReady = async (): Promise<void> => {
    while (!quotes.isReady()) await new Promise((done) => setTimeout(done, 20))
  }

  const enter = async (name: string) => {
    const session = await server.enter(name)
    return {
      session,
      open: async () => openQuotes(host, { ticket: await takeTicket(server, session, 'quotes'), session }),
    }
  }

  test('quotes the market that the server has, at the instant each tick names', async () => {
    const client = await (await enter('meera')).open()
    client.subscribe('NSE_INFY', 'INDICES_NIFTY 50', 'NSE_NOWHERE')
    const master = await server.market.master.load()
    for (const id of [infy, nifty]) {
      const tick = await client.until(
        () => client.ticks.find((one) => one?.instrument === id && one.price > 0) ?? null,
      )
      const instrument = master.find(id)
      if (instrument === null) throw new Error(`${id} is not listed`)
      const quote = server.market.live.quote(instrument, epochMs(tick.timestamp))
      expect([tick.price, tick.prevClose]).toEqual([
        quote === null ? null : toRupees(quote.lastPrice),
        quote === null ? null : toRupees(quote.previousClose),
      ])
    }
    await client.until(() => client.texts.find((text) => text.type === 'error') ?? null)
    expect(client.texts.map((text) => text.type)).toEqual(['clock', 'error'])
    client.socket.close()
  })

  test('reads every message of a client that writes in the moment it is let in', async () => {
    const { open } = await enter('anita')
    const unknown: string[] = []
    for (let n = 0; n < 20; n++) {
      const client = await open()
      client.subscribe(`NSE_NOT${n}`)
      const error = await client.until(() => client.texts.find((text) => text.type === 'error') ?? null)
      if (error.type === 'error') unknown.push(error.symbol ?? '')
      client.socket.close()
      await client.closed
    }
    expect(unknown).toEqual(Array.from({ length: 20 }, (_, n) => `NOT${n}`))
  })

  test('closes the sockets of a session that ends, and gives their places back', async () => {
    const ravi = await enter('ravi')
    // Once all sockets are open no further ticket is given.
    const ticket = await takeTicket(server, ravi.session, 'quotes')
    const clients = await Promise.all(
      Array.from({ length: DEFAULT_QUOTE_SOCKETS.perUser }, () => ravi.open()),
    )
    const full = await statusOf(host, { ticket, session: ravi.session })
    await server.call(ravi.session, logout)
    expect([full, await Promise.all(clients.map(({ closed }) => closed))]).toEqual([
      429,
      clients.map(() => 4401),
    ])
  })

  test('is begun again when it dies; its sockets are closed and new ones are served', async () => {
    const { session, open } = await enter('kiran')
    const client = await open()
    const pid = quotes.pid()
    if (pid === null) throw new Error('no process')
    process.kill(pid, 'SIGKILL')
    expect(await client.closed).toEqual(1006)
    const whileAway = await statusOf(host, { ticket: await takeTicket(server, session, 'quotes'), session })
    await untilReady()
    const again = await open()
    again.subscribe('NSE_INFY')
    const tick = await again.until(
      () => again.ticks.find((one) => one?.instrument === infy && one.price > 0) ?? null,
    )
    expect([whileAway, quotes.pid() === pid, tick.price > 0]).toEqual([503, false, true])
    expect(logged).toContain('the quotes process ended')
    again.socket.close()
  })

  test('has the market time that the server tells it to have, also of its next one', async () => {
    const { open } = await enter('isha')
    const timeOf = async (): Promise<number> => {
      const client = await open()
      const clock = await client.until(() => client.texts.find((text) => text.type === 'clock') ?? null)
      client.socket.close()
      await client.closed
      return clock.type === 'clock' ? clock.market_time : Number.NaN
    }
    const before = await timeOf()
    ahead = HOUR_MS
    for (const tell of told) tell(steadyClock.offset())
    const after = await timeOf()
    process.kill(quotes.pid() ?? 0, 'SIGKILL')
    await waitUntilGone()
    await untilReady()
    const next = await timeOf()
    const hours = [before, after, next].map((time) => Math.floor((time - before) / HOUR_MS))
    expect(hours).toEqual([0, 1, 1])
  })

  test('ends with the server, and tells its readers', async () => {
    const client = await (await enter('leela')).open()
    const pid = quotes.pid()
    if (pid === null) throw new Error('no process')
    await server.app.close()
    expect(await client.closed).toEqual(1001)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
