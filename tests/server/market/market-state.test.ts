import { describe, expect, test } from 'vitest'
import { createCandleStore } from '../../../server/store/charts/candles.ts'
import { getMarketState } from '../../../src/contract/instruments/instruments.ts'
import { clockAt } from '../../support/clock.ts'
import { fileOf, importFiles } from '../../support/market/candle-import.ts'
import { at } from '../../support/market/market.ts'
import { dataOf, startServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

const stateAt = async (now: string, environment: Readonly<Record<string, string>>) => {
  const server = await startServer({ now, environment })
  const trader = await server.enter('asha')
  const state = dataOf(getMarketState, await server.call(trader, getMarketState))
  await server.close()
  return state
}

/** A server that replays one minute of each of these days. */
const replayAt = async (start: string, days: readonly string[]) => {
  const server = await startServer({
    now: '2026-11-21 12:00',
    environment: { MARKET: 'imported', MARKET_START: start },
    open: async () => {
      const store = await stores[0].open()
      const lines = days.map((day) => `${day} 09:15,100,102,99,101,50`)
      await importFiles(
        createCandleStore({ store, clock: clockAt('2026-11-21 12:00') }),
        [fileOf('INFY.csv', `time,open,high,low,close,volume\n${lines.join('\n')}\n`)],
        { interval: 'min' },
      )
      return store
    },
  })
  const trader = await server.enter('asha')
  return {
    pass: (ms: number) => server.clock.advance(ms),
    read: async () => dataOf(getMarketState, await server.call(trader, getMarketState)),
    close: server.close,
  }
}

describe('the state of the market', () => {
  test('in real time on a Saturday', async () => {
    expect(await stateAt('2026-11-21 12:00', { MARKET_CLOCK: 'real' })).toEqual({
      source: 'simulated',
      clock: 'real',
      speed: 1,
      calendar_version: 'built-in',
      market_time: at('2026-11-21 12:00'),
      wall_time: at('2026-11-21 12:00'),
      day: '2026-11-23',
      phases: { auctioned: 'closed', continuous: 'closed', derivatives: 'closed' },
      next_change_at: at('2026-11-23 09:00'),
      next_change_wall: at('2026-11-23 09:00'),
      remark: null,
    })
  })

  test('in a closing auction, faster than life', async () => {
    expect(await stateAt('2026-11-20 15:21', { MARKET_CLOCK: 'x10' })).toEqual({
      source: 'simulated',
      clock: 'accelerated',
      speed: 10,
      calendar_version: 'built-in',
      market_time: at('2026-11-20 15:21'),
      wall_time: at('2026-11-20 15:21'),
      day: '2026-11-20',
      phases: { auctioned: 'closingAuction', continuous: 'continuous', derivatives: 'continuous' },
      next_change_at: at('2026-11-20 15:25'),
      next_change_wall: at('2026-11-20 15:21:24'),
      remark: null,
    })
  })

  test('of a replay goes from stored day to stored day', async () => {
    const server = await replayAt('2024-04-01 15:50', ['2024-04-01', '2024-04-03'])
    const { source, day, market_time, next_change_at } = await server.read()
    await server.close()
    expect([source, day, market_time, next_change_at]).toEqual([
      'imported',
      '2024-04-03',
      at('2024-04-03 09:14:45'),
      at('2024-04-03 09:15'),
    ])
  })

  test('of a replay that has come to its end is closed, and says so', async () => {
    const server = await replayAt('2024-04-03 15:29', ['2024-04-01', '2024-04-03'])
    server.pass(600_000)
    const { day, phases, market_time, next_change_at, next_change_wall, remark } = await server.read()
    await server.close()
    expect([day, market_time, next_change_at, next_change_wall, remark]).toEqual([
      '2024-04-03',
      at('2024-04-03 15:30:15'),
      null,
      null,
      'The replay has reached the end of the stored days.',
    ])
    expect(phases).toEqual({ auctioned: 'closed', continuous: 'closed', derivatives: 'closed' })
  })

  test('an always open market on the evening of a day is at the next session', async () => {
    const state = await stateAt('2026-11-20 20:00', { MARKET_CLOCK: 'always' })
    expect([state.market_time, state.day, state.next_change_wall]).toEqual([
      at('2026-11-23 09:14:45'),
      '2026-11-23',
      at('2026-11-20 20:00:15'),
    ])
  })
})
