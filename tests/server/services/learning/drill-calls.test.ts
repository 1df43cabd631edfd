import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { beginDrill, endDrill, listDrills } from '../../../../src/contract/drills.ts'
import { cancelOrder, getOrderBook, placeOrder } from '../../../../src/contract/orders/orders.ts'
import { setKillSwitch } from '../../../../src/contract/orders/safety.ts'
import { getUser } from '../../../../src/contract/session.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { dataOf } from '../../../support/server/server.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'

type Server = Awaited<ReturnType<typeof startTradingServer>>

const ticket = (clientOrderId: string) => ({
  ...{ client_order_id: clientOrderId, sym: 'NSE_INFY', transaction_type: 'BUY', product: 'MIS' },
  ...{ order_type: 'LIMIT', price: 1490, quantity: 10 },
})

describe('calls of drills', () => {
  let server: Server
  beforeAll(async () => {
    server = await startTradingServer()
  })
  afterAll(() => server.close())

  test('an expired session ends alone; the drill is there after the next sign-in, and over', async () => {
    const password = await server.addUser('meera')
    const here = await server.signIn('meera', password)
    const elsewhere = await server.signIn('meera', password)
    const begun = await server.call(here, beginDrill, { body: { kind: 'session', share: null } })
    expect(begun.statusCode).toBe(200)
    expect((await server.call(here, getUser)).statusCode).toBe(401)
    expect((await server.call(elsewhere, getUser)).statusCode).toBe(200)
    expect(dataOf(listDrills, await server.call(elsewhere, listDrills))[0]?.ended_at).toBe(null)
    server.clock.advance(7_000)
    const back = await server.signIn('meera', password)
    const [drill] = dataOf(listDrills, await server.call(back, listDrills))
    expect([drill?.kind, (drill?.ended_at ?? 0) - (drill?.begun_at ?? 0)]).toEqual(['session', 7_000])
    expect((await server.call(back, endDrill)).statusCode).toBe(409)
  })

  test('an order is in the book before its late answer; the kill switch and other users do not wait', async () => {
    const late = await server.enter('late')
    const other = await server.enter('other')
    await server.call(late, beginDrill, { body: { kind: 'broker', share: null } })
    let isAnswered = false
    const placed = server.call(late, placeOrder, { body: ticket('late-order-1') }).then((answer) => {
      isAnswered = true
      return answer
    })
    const book = async () => dataOf(getOrderBook, await server.call(late, getOrderBook))
    await vi.waitFor(async () => expect((await book()).length).toBe(1), { timeout: FACT_MS })
    const [order] = await book()
    expect(isAnswered).toBe(false)
    expect((await server.call(other, cancelOrder, { query: { order_id: '1' } })).statusCode).toBe(404)
    expect(
      (await server.call(late, setKillSwitch, { body: { is_on: true, exit_positions: true } })).statusCode,
    ).toBe(200)
    expect(isAnswered).toBe(false)
    expect(dataOf(placeOrder, await placed)).toMatchObject({ order_id: order?.order_id })
  })
})
