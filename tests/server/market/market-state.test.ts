import { describe, expect, test } from 'vitest'
import { getMarketState } from '../../../src/contract/instruments.ts'
import { at } from '../../support/market.ts'
import { dataOf, startServer } from '../../support/server.ts'

const stateAt = async (now: string, environment: Readonly<Record<string, string>>) => {
  const server = await startServer({ now, environment })
  const trader = await server.enter('asha')
  const state = dataOf(getMarketState, await server.call(trader, getMarketState))
  await server.close()
  return state
}

describe('the state of the market', () => {
  test('in real time on a Saturday', async () => {
    expect(await stateAt('2026-11-21 12:00', { MARKET_CLOCK: 'real' })).toEqual({
      source: 'simulated',
      clock: 'real',
      speed: 1,
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
      market_time: at('2026-11-20 15:21'),
      wall_time: at('2026-11-20 15:21'),
      day: '2026-11-20',
      phases: { auctioned: 'closingAuction', continuous: 'continuous', derivatives: 'continuous' },
      next_change_at: at('2026-11-20 15:25'),
      next_change_wall: at('2026-11-20 15:21:24'),
      remark: null,
    })
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
