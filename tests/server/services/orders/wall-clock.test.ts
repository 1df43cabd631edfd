import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMarketClock } from '../../../../server/market/market-clock.ts'
import { createSteadyClock } from '../../../../server/steady-clock.ts'
import { getOrderBook, placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { listed, steadyPrices } from '../../../support/orders/trading.ts'
import { silentLog } from '../../../support/server/ledger.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'
import { steadyMarket } from '../../../support/server/steady-market.ts'
import { stores } from '../../../support/server/stores.ts'

const STEP_MS = 100

describe.each(stores)('a wall clock that jumps under a running server on $name', ({ open, isAbsent }) => {
  if (isAbsent) return
  let server: TestServer
  let meera: Session
  let ticks: number
  let keys = 0
  beforeEach(async () => {
    ticks = 0
    server = await startServer({
      open,
      brokerMarket: (wallClock) => ({
        live: steadyMarket(steadyPrices),
        clock: createMarketClock({
          clock: createSteadyClock({ wallClock, monotonicMs: () => ticks, log: silentLog }),
          calendar: exchangeCalendar,
          mode: { kind: 'real' },
          start: null,
          resumeAt: null,
        }),
        calendar: exchangeCalendar,
        master: {
          load: async () => ({ find: (id: InstrumentId) => listed.find((one) => one.id === id) ?? null }),
        },
      }),
    })
    meera = await server.enter('meera')
  })
  afterEach(() => server.close())

  /** Both clocks of the machine go on. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      ticks += STEP_MS
      server.clock.advance(STEP_MS)
      await server.trading.step()
    }
  }
  const place = () =>
    server.call(meera, placeOrderDirect, {
      body: {
        client_order_id: `jump-key-${++keys}`,
        sym: 'NSE_INFY',
        transaction_type: 'BUY',
        order_type: 'MARKET',
        product: 'MIS',
        quantity: 1,
      },
    })
  const orders = async () => dataOf(getOrderBook, await server.call(meera, getOrderBook))

  test('back by 90 s: orders placed after it fill as before, and their times only go forward', async () => {
    await place()
    await pass(1_000)
    server.clock.advance(-90_000)
    await place()
    await pass(1_000)
    expect((await orders()).map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE'])
    const times = await ledgerTimes()
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('forward by 40 min, as after a suspension: an order placed then fills at the time of then', async () => {
    server.clock.advance(40 * 60_000)
    await place()
    await pass(1_000)
    expect((await orders()).map(({ status }) => status)).toEqual(['COMPLETE'])
  })

  const ledgerTimes = async () => {
    const rows = await server.store.db.selectFrom('ledger_event').select('at').orderBy('seq').execute()
    return rows.map(({ at }) => Number(at))
  }
})

test('an account that is opened in a market of another day lives in that market from its first entry', async () => {
  const server = await startServer({
    now: '2026-11-23 08:18',
    environment: { MARKET_START: '2026-11-20 09:20' },
  })
  const meera = await server.enter('meera')
  await server.call(meera, getOrderBook)
  const entries = await server.store.db
    .selectFrom('ledger_event')
    .select(['kind', 'at', 'wall_at'])
    .orderBy('seq')
    .execute()
  const marketTime = server.market.clock.now()
  expect(entries).toEqual([{ kind: 'account.opened', at: marketTime, wall_at: server.clock.now() }])
  expect(marketTime).toBeLessThan(server.clock.now())
  await server.close()
})
