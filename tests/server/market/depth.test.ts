import { describe, expect, test } from 'vitest'
import { createCandleStore } from '../../../server/store/charts/candles.ts'
import { getDepth } from '../../../src/contract/quotes/depth.ts'
import { clockAt } from '../../support/clock.ts'
import { fileOf, importFiles } from '../../support/market/candle-import.ts'
import { at } from '../../support/market/market.ts'
import { dataOf, startServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

const openAt = async (now: string, environment: Readonly<Record<string, string>> = {}) => {
  const server = await startServer({ now, environment: { MARKET_CLOCK: 'real', ...environment } })
  const trader = await server.enter('asha')
  return {
    ask: (key: string) => server.call(trader, getDepth, { query: { key } }),
    read: async (key: string) => dataOf(getDepth, await server.call(trader, getDepth, { query: { key } })),
    clock: server.clock,
    close: server.close,
  }
}

describe('depth of the simulated market', () => {
  test('a share in session: five levels a side, best first, and figures that agree', async () => {
    const server = await openAt('2026-11-20 11:00:20')
    const depth = await server.read('NSE_INFY')
    await server.close()
    const { bids, asks, prints } = depth
    expect([bids.length, asks.length, prints.length, depth.as_of]).toEqual([
      5,
      5,
      20,
      at('2026-11-20 11:00:20'),
    ])
    expect(bids.map(({ price }) => price)).toEqual(bids.map(({ price }) => price).sort((a, b) => b - a))
    expect(asks.map(({ price }) => price)).toEqual(asks.map(({ price }) => price).sort((a, b) => a - b))
    expect(asks[0]?.price).toBeGreaterThan(bids[0]?.price ?? Number.POSITIVE_INFINITY)
    expect(depth.buy_quantity).toBeGreaterThanOrEqual(bids.reduce((sum, { quantity }) => sum + quantity, 0))
    expect(depth.sell_quantity).toBeGreaterThanOrEqual(asks.reduce((sum, { quantity }) => sum + quantity, 0))
    const [newest] = prints
    expect([newest?.price, newest?.quantity]).toEqual([depth.last_price, depth.last_quantity])
    const times = prints.map((print) => print.at)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(depth.average_price).toBeGreaterThanOrEqual(depth.day_low)
    expect(depth.average_price).toBeLessThanOrEqual(depth.day_high)
    expect(depth.lower_circuit).toBeLessThan(depth.day_low)
    expect(depth.upper_circuit).toBeGreaterThan(depth.day_high)
  })

  test('a contract of the day’s list has a book too', async () => {
    const server = await openAt('2026-11-20 11:00:20')
    const depth = await server.read('NFO-FUT_NIFTY26NOVFUT')
    await server.close()
    expect([depth.bids.length, depth.asks.length]).toEqual([5, 5])
    expect(depth.open_interest).toBeGreaterThan(0)
  })

  test('an index has a level and no book, prints or average', async () => {
    const server = await openAt('2026-11-20 11:00:20')
    const depth = await server.read('INDICES_NIFTY 50')
    await server.close()
    expect(depth.last_price).toBeGreaterThan(0)
    expect(depth).toMatchObject({ bids: [], asks: [], prints: [], average_price: null, buy_quantity: 0 })
  })

  test('at night the sides are empty and the day stays', async () => {
    const server = await openAt('2026-11-20 20:00')
    const depth = await server.read('NSE_INFY')
    await server.close()
    expect(depth).toMatchObject({ bids: [], asks: [] })
    expect(depth.volume).toBeGreaterThan(0)
    expect(depth.prints.length).toBeGreaterThan(0)
    expect(depth.average_price).toBeGreaterThan(0)
  })

  test('what is not listed is named, with what it may have been', async () => {
    const server = await openAt('2026-11-20 11:00')
    const answer = await server.ask('NSE_INFI')
    await server.close()
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toMatch(/^NSE_INFI is not listed today; nearest: .*NSE_INFY/)
  })
})

test('a replayed share has the average of its stored minutes', async () => {
  const server = await startServer({
    now: '2026-11-21 12:00',
    environment: { MARKET: 'imported', MARKET_START: '2024-04-01 09:15' },
    open: async () => {
      const store = await stores[0].open()
      const lines = ['09:15,100,102,99,101,50', '09:16,101,101,101,101,150', '09:17,90,90,90,90,1000']
      await importFiles(
        createCandleStore({ store, clock: clockAt('2026-11-21 12:00') }),
        [
          fileOf(
            'INFY.csv',
            `time,open,high,low,close,volume\n${lines.map((line) => `2024-04-01 ${line}`).join('\n')}\n`,
          ),
        ],
        { interval: 'min' },
      )
      return store
    },
  })
  const trader = await server.enter('asha')
  server.clock.advance(119_950)
  const depth = dataOf(getDepth, await server.call(trader, getDepth, { query: { key: 'NSE_INFY' } }))
  await server.close()
  // The mean of open, high, low and close of the first minute is 100.5; of 200 units 150 traded at 101.
  expect([depth.average_price, depth.last_price, depth.volume]).toEqual([100.88, 101, 200])
})
