import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basketOrderCharges, orderCharges } from '../../../../src/contract/orders/order-charges.ts'
import {
  cancelOrder,
  cancelOrderByPost,
  getOrder,
  getOrderBook,
  modifyOrder,
  placeOrder,
  placeOrderDirect,
} from '../../../../src/contract/orders/orders.ts'
import { getRiskLimits, setRiskLimits } from '../../../../src/contract/orders/risk-limits.ts'
import {
  cancelAllOrders,
  exitAllPositions,
  getKillSwitch,
  setKillSwitch,
} from '../../../../src/contract/orders/safety.ts'
import { getFunds } from '../../../../src/contract/positions/funds.ts'
import { getHoldings } from '../../../../src/contract/positions/holdings.ts'
import { convertPosition, getPositions } from '../../../../src/contract/positions/positions.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { listed, marketClockOf, steadyPrices } from '../../../support/orders/trading.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'
import { type SteadyMarket, steadyMarket } from '../../../support/server/steady-market.ts'

const found = new Map(listed.map((instrument) => [instrument.id, instrument]))

describe('orders over HTTP', () => {
  let server: TestServer
  let meera: Session
  let arjun: Session
  const market: SteadyMarket = steadyMarket(steadyPrices)
  beforeAll(async () => {
    server = await startServer({
      brokerMarket: (clock) => ({
        live: market,
        clock: marketClockOf(clock),
        calendar: exchangeCalendar,
        master: { load: async () => ({ find: (id: InstrumentId) => found.get(id) ?? null }) },
      }),
    })
    meera = await server.enter('meera')
    arjun = await server.enter('arjun')
  })
  afterAll(() => server.close())

  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      server.clock.advance(100)
      await server.trading.step()
    }
  }
  const body = (key: string, more: object = {}) => ({
    client_order_id: `http-key-${key}`,
    sym: 'NSE_INFY',
    transaction_type: 'BUY',
    order_type: 'MARKET',
    product: 'MIS',
    quantity: 10,
    ...more,
  })
  const limit = { order_type: 'LIMIT', price: 1490 }
  const place = async (key: string, more: object = {}) =>
    dataOf(placeOrderDirect, await server.call(meera, placeOrderDirect, { body: body(key, more) }))
  const refusal = async (answered: Promise<{ statusCode: number; json: () => { code: string } }>) => {
    const response = await answered
    return [response.statusCode, response.json().code]
  }

  test('an order goes from acknowledged to position, with its history', async () => {
    const placed = await place('first')
    await pass(1000)
    const query = { order_id: placed.order_id }
    const one = dataOf(getOrder, await server.call(meera, getOrder, { query }))
    const byKey = await server.call(meera, getOrder, { query: { client_order_id: 'http-key-first' } })
    expect([one.order.status, one.order.sym, one.order.mode, one.trades.length > 0]).toEqual([
      'COMPLETE',
      'NSE_INFY',
      'paper',
      true,
    ])
    expect(dataOf(getOrder, byKey)).toEqual(one)
    const book = dataOf(getOrderBook, await server.call(meera, getOrderBook))
    expect(book).toEqual([one.order])
    const { net } = dataOf(getPositions, await server.call(meera, getPositions))
    expect(net.map(({ sym, quantity, average_price }) => [sym, quantity, average_price])).toEqual([
      ['NSE_INFY', 10, 1500.05],
    ])
    expect(dataOf(getHoldings, await server.call(meera, getHoldings)).holdings).toEqual([])
    const funds = dataOf(getFunds, await server.call(meera, getFunds))
    expect([funds.opening_balance, funds.available < 1_000_000, funds.used_margin > 0]).toEqual([
      1_000_000,
      true,
      true,
    ])
  })

  test('fifty posts with one key over HTTP are one order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.call(meera, placeOrder, { body: body('stampede', limit) })),
    )
    const placed = answers.map((answer) => dataOf(placeOrder, answer))
    expect([
      new Set(answers.map(({ statusCode }) => statusCode)),
      new Set(placed.map(({ order_id }) => order_id)).size,
      placed.filter(({ is_repeat }) => !is_repeat).length,
    ]).toEqual([new Set([200]), 1, 1])
    expect(
      await refusal(server.call(meera, placeOrder, { body: body('stampede', { ...limit, quantity: 11 }) })),
    ).toEqual([409, 'KEY_REUSED'])
  })

  test('what the rules refuse is answered in a trader’s words, and leaves no order', async () => {
    const refused = async (more: object) => {
      const response = await server.call(meera, placeOrder, { body: body('refused', more) })
      const { code, message } = response.json<{ code: string; message: string }>()
      return [response.statusCode, code, /unauthorized|session details/i.test(message)]
    }
    expect([
      await refused({ sym: 'NSE_NOBODY' }),
      await refused({ ...limit, price: 1490.03 }),
      await refused({ order_type: 'LIMIT' }),
      await refused({ product: 'NRML' }),
      await refused({ sym: 'INDICES_NIFTY 50' }),
    ]).toMatchObject(
      [
        [400, 'UNKNOWN_INSTRUMENT', false],
        [400, /TICK/, false],
        [400, 'PRICE_MISSING', false],
        [400, /PRODUCT/, false],
        [400, /./, false],
      ].map(([status, code, marker]) => [
        status,
        code instanceof RegExp ? expect.stringMatching(code) : code,
        marker,
      ]),
    )
    expect(
      (await server.call(meera, getOrder, { query: { client_order_id: 'http-key-refused' } })).statusCode,
    ).toEqual(404)
  })

  test('an order beyond the money stands in the book, rejected', async () => {
    await server.call(meera, setRiskLimits, { body: { order_value: 1_000_000_000, lots_per_order: 10_000 } })
    const placed = await place('too-large', { product: 'cash', quantity: 5000 })
    const { order } = dataOf(
      getOrder,
      await server.call(meera, getOrder, { query: { order_id: placed.order_id } }),
    )
    expect([placed.status, order.status, order.status_message?.startsWith('Insufficient funds.')]).toEqual([
      'REJECTED',
      'REJECTED',
      true,
    ])
  })

  test('an order of another user is not there', async () => {
    const { order_id } = await place('mine', limit)
    await pass(1000)
    const others = [
      server.call(arjun, getOrder, { query: { order_id } }),
      server.call(arjun, cancelOrder, { query: { order_id } }),
      server.call(arjun, cancelOrderByPost, { body: { order_id } }),
      server.call(arjun, modifyOrder, { body: { order_id, price: 1491 } }),
    ]
    expect(await Promise.all(others.map(refusal))).toEqual(Array(4).fill([404, 'ORDER_NOT_FOUND']))
    expect(dataOf(getOrderBook, await server.call(arjun, getOrderBook))).toEqual([])
  })

  test('modify, cancel, convert', async () => {
    const { order_id } = await place('changing', limit)
    await pass(1000)
    const modified = await server.call(meera, modifyOrder, { body: { order_id, price: 1491 } })
    expect(modified.statusCode).toEqual(200)
    await pass(1000)
    const cancelled = await server.call(meera, cancelOrder, { query: { order_id, variety: 'regular' } })
    expect(dataOf(cancelOrder, cancelled).status).toEqual('CANCEL PENDING')
    await pass(1000)
    expect(await refusal(server.call(meera, cancelOrder, { query: { order_id } }))).toEqual([
      409,
      'ORDER_ENDED',
    ])
    const converted = await server.call(meera, convertPosition, {
      body: {
        sym: 'NSE_INFY',
        transaction_type: 'BUY',
        position_type: 'day',
        quantity: 4,
        old_product: 'MIS',
        new_product: 'cash',
      },
    })
    expect(converted.statusCode).toEqual(200)
    const { net } = dataOf(getPositions, await server.call(meera, getPositions))
    expect(net.map(({ product, quantity }) => `${quantity} ${product}`).sort()).toEqual(['4 cash', '6 MIS'])
  })

  test('charges of orders and of a basket, with what is left', async () => {
    const orders = [
      { sym: 'NFO-OPT_NIFTY26NOV24500CE', transaction_type: 'BUY', product: 'NRML', quantity: 65 },
      { sym: 'NFO-OPT_NIFTY26NOV24000CE', transaction_type: 'SELL', product: 'NRML', quantity: 65 },
    ]
    const charged = dataOf(orderCharges, await server.call(meera, orderCharges, { body: { orders } }))
    expect(charged.map(({ price, charges }) => [price, charges.total > 20])).toEqual([
      [20.05, true],
      [179.95, true],
    ])
    const basket = dataOf(
      basketOrderCharges,
      await server.call(meera, basketOrderCharges, { body: { orders }, query: { user_margin: 'true' } }),
    )
    expect([
      basket.orders.length,
      basket.is_estimate,
      basket.hedge_benefit > 0,
      basket.user_margin !== null && basket.user_margin.remaining < basket.user_margin.available,
    ]).toEqual([2, true, true, true])
  })

  test('limits are kept, and the kill switch stops and arms', async () => {
    const limits = await server.call(meera, setRiskLimits, { body: { daily_loss: 5000.5, open_orders: 7 } })
    expect(dataOf(setRiskLimits, limits)).toMatchObject({ daily_loss: 5000.5, open_orders: 7 })
    expect(dataOf(getRiskLimits, await server.call(meera, getRiskLimits))).toEqual(
      dataOf(setRiskLimits, limits),
    )
    expect(dataOf(getRiskLimits, limits).used?.open_orders).toEqual(
      dataOf(getOrderBook, await server.call(meera, getOrderBook)).filter(
        ({ pending_quantity }) => pending_quantity > 0,
      ).length,
    )
    const audited = await server.store.db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('action', '=', 'limits.changed')
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(JSON.parse(audited?.detail ?? '{}')).toMatchObject({ dailyLossAfter: 5000.5, openOrdersAfter: 7 })
    const swept = dataOf(
      setKillSwitch,
      await server.call(meera, setKillSwitch, { body: { is_on: true, exit_positions: false } }),
    )
    expect([swept.is_on, swept.leftovers]).toEqual([true, []])
    expect(await refusal(server.call(meera, placeOrder, { body: body('stopped') }))).toEqual([
      409,
      'KILL_SWITCH',
    ])
    await server.call(meera, setKillSwitch, { body: { is_on: false } })
    expect(dataOf(getKillSwitch, await server.call(meera, getKillSwitch)).is_on).toEqual(false)
    expect(dataOf(cancelAllOrders, await server.call(meera, cancelAllOrders)).leftovers).toEqual([])
    const left = await server.call(meera, exitAllPositions, { body: { client_order_id: 'http-key-exit' } })
    expect(dataOf(exitAllPositions, left).leftovers).toEqual([])
    await pass(1000)
    const { net } = dataOf(getPositions, await server.call(meera, getPositions))
    expect(net.filter(({ quantity }) => quantity !== 0)).toEqual([])
  })
})
