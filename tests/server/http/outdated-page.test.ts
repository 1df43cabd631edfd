import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import {
  cancelOrder,
  getOrderBook,
  placeOrder,
  placeOrderDirect,
} from '../../../src/contract/orders/orders.ts'
import { cancelAllOrders, exitAllPositions, setKillSwitch } from '../../../src/contract/orders/safety.ts'
import { CONTRACT_VERSION } from '../../../src/contract/version.ts'
import { dataOf, type Session } from '../../support/server/server.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'

const older = { 'x-contract': String(Number(CONTRACT_VERSION) - 1) }

describe('a page that was loaded before the server was updated', () => {
  let server: Awaited<ReturnType<typeof startTradingServer>>
  let meera: Session
  let keys = 0
  beforeAll(async () => {
    server = await startTradingServer()
    meera = await server.enter('meera')
  })
  afterAll(() => server.close())

  const order = () => ({
    client_order_id: `outdated-${++keys}`,
    sym: 'NSE_INFY',
    transaction_type: 'BUY',
    order_type: 'LIMIT',
    price: 1490,
    product: 'MIS',
    quantity: 10,
  })
  const book = async () => dataOf(getOrderBook, await server.call(meera, getOrderBook))
  const pass = async (): Promise<void> => {
    for (let passed = 0; passed < 1000; passed += 100) {
      server.clock.advance(100)
      await server.trading.step()
    }
  }

  test('places nothing, by hand or for a strategy, and is told to reload by a code of its own', async () => {
    for (const endpoint of [placeOrder, placeOrderDirect]) {
      const answer = await server.call(meera, endpoint, { body: order(), headers: older })
      expect([answer.statusCode, answer.json()]).toEqual([
        412,
        {
          status: 'error',
          data: null,
          message: 'Reload this page: the server was updated',
          code: 'OUTDATED_PAGE',
        },
      ])
    }
    expect(await book()).toEqual([])
  })

  test('may make none of the changes that do not take risk off, whatever their body', async () => {
    const refused = contract.filter(
      ({ effect, access, riskReducing, name }) =>
        effect === 'changes' && access === 'signedIn' && !riskReducing && name !== 'logout',
    )
    expect(refused.length).toBeGreaterThan(20)
    for (const endpoint of refused) {
      const answer = await server.call(meera, endpoint, { headers: older, body: { nonsense: true } })
      expect([endpoint.name, answer.json().code]).toEqual([endpoint.name, 'OUTDATED_PAGE'])
    }
  })

  test('still cancels, exits and pulls the kill switch, but arms nothing again', async () => {
    const place = async () =>
      dataOf(placeOrderDirect, await server.call(meera, placeOrderDirect, { body: order() })).order_id
    const first = await place()
    await pass()
    const cancelled = await server.call(meera, cancelOrder, { query: { order_id: first }, headers: older })
    await place()
    await pass()
    const swept = await server.call(meera, cancelAllOrders, { headers: older })
    const exited = await server.call(meera, exitAllPositions, {
      body: { client_order_id: `outdated-${++keys}` },
      headers: older,
    })
    const pulled = await server.call(meera, setKillSwitch, { body: { is_on: true }, headers: older })
    const armed = await server.call(meera, setKillSwitch, { body: { is_on: false }, headers: older })
    await pass()
    expect([cancelled, swept, exited, pulled].map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200, 200,
    ])
    expect([armed.statusCode, armed.json().code]).toEqual([412, 'OUTDATED_PAGE'])
    expect((await book()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    await server.call(meera, setKillSwitch, { body: { is_on: false } })
  })

  test('a client that names no version, or this one, trades', async () => {
    for (const headers of [{}, { 'x-contract': CONTRACT_VERSION }]) {
      const answer = await server.call(meera, placeOrderDirect, { body: order(), headers })
      expect(answer.statusCode).toEqual(200)
    }
  })
})
