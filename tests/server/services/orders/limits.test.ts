import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultRiskLimits, type RiskLimits } from '../../../../server/broker/account.ts'
import type { User } from '../../../../server/user.ts'
import { getOrderBook, placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { getHoldings } from '../../../../src/contract/positions/holdings.ts'
import { getPositions } from '../../../../src/contract/positions/positions.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'
import { dataOf, type Session } from '../../../support/server/server.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'

const SECOND = 1000
const OPEN_ORDERS = 12
const LEFT = 3

describe('limits hold however many ask at once', () => {
  let server: Awaited<ReturnType<typeof startTradingServer>>
  let meera: Session
  let password: string
  beforeEach(async () => {
    server = await startTradingServer()
    password = await server.addUser('meera')
    meera = await server.signIn('meera', password)
  })
  afterEach(() => server.close())

  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      server.clock.advance(100)
      await server.trading.step()
    }
  }
  let keys = 0
  const place = (more: object) =>
    server.call(meera, placeOrderDirect, {
      body: {
        client_order_id: `limit-key-${++keys}`,
        sym: 'NSE_INFY',
        order_type: 'MARKET',
        product: 'cash',
        ...more,
      },
    })
  const limit = { transaction_type: 'BUY', order_type: 'LIMIT', price: 1490, quantity: 1 }
  const setLimits = async (limits: Partial<RiskLimits>): Promise<void> => {
    await server.trading.broker.setLimits(await server.idOf('meera'), { ...defaultRiskLimits, ...limits })
  }
  const statuses = async () => {
    const counts: Record<string, number> = {}
    for (const { status } of dataOf(getOrderBook, await server.call(meera, getOrderBook)))
      counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  test.each(['today’s buys', 'holdings'])('ten shares of %s are sold once by fifty sales', async (from) => {
    await place({ transaction_type: 'BUY', quantity: 10 })
    await pass(SECOND)
    if (from === 'holdings') {
      server.clock.advance(3 * 24 * 3_600_000)
      await server.trading.step()
      meera = await server.signIn('meera', password)
    }
    await setLimits({ ordersPerSecond: 100 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => place({ transaction_type: 'SELL', quantity: 10 })),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await pass(2 * SECOND)
    const { net } = dataOf(getPositions, await server.call(meera, getPositions))
    const { holdings } = dataOf(getHoldings, await server.call(meera, getHoldings))
    const account = await server.trading.broker.accountOf(await server.idOf('meera'))
    expect([
      net.map(({ sell_quantity }) => sell_quantity),
      holdings.map(({ used_quantity }) => used_quantity),
      account.cancelOnly,
      (await statuses()).REJECTED,
    ]).toEqual([[10], from === 'holdings' ? [10] : [], null, 49])
  })

  test('of a hundred orders as many are taken as the limit of open orders leaves', async () => {
    await setLimits({ ordersPerSecond: 200, openOrders: OPEN_ORDERS })
    for (let count = 0; count < OPEN_ORDERS - LEFT; count++) await place(limit)
    await pass(SECOND)
    const answers = await Promise.all(Array.from({ length: 100 }, () => place(limit)))
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect([refused.length, new Set(refused.map((answer) => answer.json().code))]).toEqual([
      100 - LEFT,
      new Set(['OPEN_ORDERS']),
    ])
    await pass(SECOND)
    expect(await statuses()).toEqual({ OPEN: OPEN_ORDERS })
  })
})

describe('orders, changes and cancels count for the rate together', () => {
  let trading: Trading
  let user: User
  beforeEach(async () => {
    trading = await startTrading()
    user = await trading.enter('meera')
  })
  afterEach(() => trading.end())

  const place = (text: string) => trading.orders.place(user, ticket(text))
  const openOrders = async (count: number): Promise<string[]> => {
    const ids: string[] = []
    while (ids.length < count) ids.push((await place('buy 1 NSE_INFY MIS @1490')).orderId)
    await trading.pass(2 * SECOND)
    return ids
  }

  test('the eleventh of a second is refused whatever it is, but for a cancel and an exit', async () => {
    await place('buy 10 NSE_INFY MIS')
    const ids = await openOrders(8)
    const [first = '', ...others] = ids
    for (const orderId of ids.slice(0, 4)) await trading.orders.modify(user, { orderId, price: 1491 })
    for (const orderId of ids.slice(4)) await trading.orders.cancel(user, orderId)
    await place('buy 1 NSE_INFY MIS @1490')
    await place('buy 1 NSE_INFY MIS @1490')
    const words = 'The limit is 10 a second, orders, changes and cancels together; this is request 11.'
    await expect(place('buy 1 NSE_INFY MIS @1490')).rejects.toMatchObject({
      status: 429,
      code: 'RATE_LIMIT',
      message: expect.stringContaining(words),
    })
    await trading.pass(SECOND / 2)
    await expect(trading.orders.modify(user, { orderId: first, price: 1492 })).rejects.toMatchObject({
      code: 'RATE_LIMIT',
    })
    expect((await trading.orders.cancel(user, first)).status).toEqual('CANCEL PENDING')
    expect((await place('sell 10 NSE_INFY MIS')).status).toEqual('OPEN PENDING')
    const swept = await trading.orders.cancelAll(user)
    expect([swept.leftovers, swept.orderIds.length > others.length - 5]).toEqual([[], true])
  })

  test('it holds over a restart, and what the broker cancels by the clock is not counted', async () => {
    const [first = ''] = await openOrders(1)
    for (let count = 0; count < 5; count++) {
      await trading.orders.modify(user, { orderId: first, price: 1480 + count })
      await trading.pass(SECOND / 2)
    }
    expect((await trading.broker.accountOf(user.id)).ordersToday).toEqual(6)
    trading = await trading.restart()
    expect((await trading.broker.accountOf(user.id)).ordersToday).toEqual(6)
    await trading.passTo('2026-11-20 15:12')
    const { ordersToday, orders } = await trading.broker.accountOf(user.id)
    expect([ordersToday, [...orders.values()].map(({ status }) => status)]).toEqual([6, ['CANCELLED']])
  })
})
