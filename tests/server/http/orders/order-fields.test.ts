import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveBacktest } from '../../../../src/contract/backtests.ts'
import { getCandles } from '../../../../src/contract/instruments/instruments.ts'
import { getOrderBook, placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'

describe('an order', () => {
  let server: TestServer
  let session: Session
  beforeAll(async () => {
    server = await startServer()
    session = await server.enter('meera')
  })
  afterAll(() => server.close())

  const place = (fields: Record<string, unknown>) =>
    server.call(session, placeOrderDirect, {
      body: {
        client_order_id: randomUUID(),
        sym: 'NSE_RELIANCE',
        transaction_type: 'BUY',
        order_type: 'MARKET',
        product: 'MIS',
        quantity: 1,
        ...fields,
      },
    })

  test.each([
    [{ order_type: 'MARKET', price: 100 }, 'body.price: not used with order_type MARKET, leave it out'],
    [
      { order_type: 'MARKET', trigger_price: 100 },
      'body.trigger_price: not used with order_type MARKET, leave it out',
    ],
    [
      { order_type: 'SL-M', price: 100, trigger_price: 99 },
      'body.price: not used with order_type SL-M, leave it out',
    ],
    [
      { order_type: 'LIMIT', price: 100, trigger_price: 99 },
      'body.trigger_price: not used with order_type LIMIT, leave it out',
    ],
    [{ order_type: 'LIMIT' }, 'body.price: expected with order_type LIMIT'],
    [{ order_type: 'SL', price: 100 }, 'body.trigger_price: expected with order_type SL'],
    [{ algo_uuid: '<img src=x onerror=alert(1)>' }, 'body.algo_uuid: expected a UUID or nothing'],
    [{ algo_uuid: 'not-a-uuid' }, 'body.algo_uuid: expected a UUID or nothing'],
    [{ sym: 'NSE_<b>RELIANCE' }, 'body.sym: expected 3 to 60 characters, without quotes or markup'],
    [
      { sym: 'NSE_RELI\u200bANCE' },
      'body.sym: expected text without control, direction-turning or zero-width characters',
    ],
    [{ tag: 'a b' }, 'body.tag: expected at most 20 letters and digits'],
  ])('with %j is refused, by the field', async (fields, issue) => {
    const answer = await place(fields)
    expect([answer.statusCode, answer.json().issues]).toEqual([400, [issue]])
  })

  test('of a strategy keeps its UUID', async () => {
    const algo_uuid = randomUUID()
    expect((await place({ algo_uuid })).statusCode).toEqual(200)
    const [row] = dataOf(getOrderBook, await server.call(session, getOrderBook))
    expect(row?.algo_uuid).toEqual(algo_uuid)
  })
})

describe('a call', () => {
  test('with hidden characters in its address is refused by the field', async () => {
    const server = await startServer()
    const session = await server.enter('meera')
    const answer = await server.call(session, getCandles, {
      query: { key: 'NSE_\u202eRELIANCE', interval: 'day', from: '2026-01-01', to: '2026-02-01' },
    })
    const saved = await server.call(session, saveBacktest, {
      body: {
        slug: 'a-run',
        seg_sym: 'NSE_RELIANCE',
        algo_uuid: '<b>',
        backtest_params: {},
        backtest_results: { NSE_RELIANCE: {} },
      },
    })
    expect([answer.statusCode, answer.json().issues, saved.statusCode, saved.json().issues]).toEqual([
      400,
      ['query.key: expected text without control, direction-turning or zero-width characters'],
      400,
      ['body.algo_uuid: expected a UUID or nothing'],
    ])
    await server.close()
  })
})
