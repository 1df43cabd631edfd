import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../../src/contract/endpoint.ts'
import {
  cancelOrder,
  getOrderBook,
  modifyOrder,
  placeOrder,
  placeOrderDirect,
} from '../../../../src/contract/orders/orders.ts'
import { setRiskLimits } from '../../../../src/contract/orders/risk-limits.ts'
import { cancelAllOrders, exitAllPositions, setKillSwitch } from '../../../../src/contract/orders/safety.ts'
import { getFunds } from '../../../../src/contract/positions/funds.ts'
import { getPositions } from '../../../../src/contract/positions/positions.ts'
import { HOST } from '../../../support/server/server.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'

const order = {
  client_order_id: 'starting-key',
  sym: 'NSE_INFY',
  transaction_type: 'BUY',
  order_type: 'MARKET',
  product: 'MIS',
  quantity: 1,
}

describe('before the broker has started', () => {
  let server: Awaited<ReturnType<typeof startTradingServer>>
  beforeEach(async () => {
    server = await startTradingServer({ startsBroker: false })
  })
  afterEach(() => server.close())

  const readiness = async () => {
    const answer = await server.app.inject({ url: '/ready', headers: { host: HOST } })
    return [answer.statusCode, answer.json().status]
  }

  test('the server is healthy but not ready, and is ready afterwards', async () => {
    expect(await readiness()).toEqual([503, 'not ready'])
    expect((await server.app.inject({ url: '/health', headers: { host: HOST } })).statusCode).toEqual(200)
    await server.trading.start()
    expect(await readiness()).toEqual([200, 'ready'])
  })

  test('orders are refused with when to come again, and taken afterwards', async () => {
    const meera = await server.enter('meera')
    const calls: readonly [Endpoint, { body?: object; query?: Record<string, string> }][] = [
      [placeOrder, { body: order }],
      [placeOrderDirect, { body: order }],
      [modifyOrder, { body: { order_id: '261120000000001', price: 1490 } }],
      [cancelOrder, { query: { order_id: '261120000000001' } }],
      [cancelAllOrders, {}],
      [exitAllPositions, { body: { client_order_id: 'starting-exit' } }],
      [setKillSwitch, { body: { is_on: true } }],
      [setRiskLimits, { body: { open_orders: 7 } }],
      [getOrderBook, {}],
      [getPositions, {}],
      [getFunds, {}],
    ]
    for (const [endpoint, asked] of calls) {
      const answer = await server.call(meera, endpoint, asked)
      expect([endpoint.name, answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
        endpoint.name,
        503,
        'UNAVAILABLE',
        '1',
      ])
    }
    await server.trading.start()
    const placed = await server.call(meera, placeOrder, { body: order })
    expect([placed.statusCode, placed.json().data.is_repeat]).toEqual([200, false])
  })
})
