import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { composeGtts, type GttOrders } from '../../../server/gtt/compose-gtts.ts'
import { createLog } from '../../../server/log.ts'
import { createStreamHub } from '../../../server/services/notifications/stream-hub.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { createGttStore } from '../../../server/store/orders/gtts.ts'
import type { User } from '../../../server/user.ts'
import { getNotifications } from '../../../src/contract/notifications/notifications.ts'
import { cancelGtt, listGtts, placeGtt } from '../../../src/contract/orders/gtt.ts'
import { getOrderBook, placeOrder } from '../../../src/contract/orders/orders.ts'
import { setKillSwitch } from '../../../src/contract/orders/safety.ts'
import { epochMs } from '../../../src/domain/time.ts'
import { handScheduler } from '../../support/hand-scheduler.ts'
import { marketClockOf } from '../../support/orders/trading.ts'
import { dataOf, type Session } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'

const SYM = 'NSE_INFY'
const FUTURE = 'NFO-FUT_NIFTY26NOVFUT'

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

describe.each(stores)('good till triggered orders on $name', ({ open }) => {
  let server: Awaited<ReturnType<typeof startTradingServer>>
  let session: Session
  let made = 0
  beforeEach(async () => {
    server = await startTradingServer({ open })
    session = await server.enter('meera')
  })
  afterEach(() => server.close())

  const below = { when: 'below', trigger_price: 1480, price: 1475 } as const
  const above = { when: 'above', trigger_price: 1550, price: 1549 } as const
  const terms = {
    sym: SYM,
    transaction_type: 'BUY',
    product: 'cash',
    quantity: 20,
    triggers: [below],
  } as const
  const ask = (more: object = {}) =>
    server.call(session, placeGtt, { body: { gtt_uuid: uuid(++made), ...terms, ...more } })
  const place = async (more: object = {}) => {
    const answer = await ask(more)
    expect(answer.statusCode, answer.body).toBe(200)
    return dataOf(placeGtt, answer).gtt_uuid
  }
  const list = async () => dataOf(listGtts, await server.call(session, listGtts))
  const gtt = async (id: string) => (await list()).find(({ gtt_uuid }) => gtt_uuid === id)
  const orders = async () => dataOf(getOrderBook, await server.call(session, getOrderBook))
  const notices = async () =>
    dataOf(getNotifications, await server.call(session, getNotifications)).map((one) => one.notification_msg)

  const pass = async (ms: number, at: Pick<GttOrders, 'settle'> = server.gtts) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      server.clock.advance(1000)
      await at.settle()
      await server.trading.step()
    }
  }
  const moveTo = (rupees: number, sym = SYM) =>
    server.prices.set(sym, epochMs(server.clock.now() + 500), rupees)
  const restarted = () =>
    composeGtts({
      store: server.store,
      clock: server.clock,
      market: { live: server.prices, clock: marketClockOf(server.clock) },
      trading: server.trading,
      streams: createStreamHub(),
      log: createLog({ level: 'error', secrets: createSecretWatch(), write: () => {} }),
      scheduler: handScheduler(server.clock),
    })

  test('wait until their price is reached, and send a limit order once', async () => {
    const id = await place()
    await pass(3000)
    expect(await orders()).toEqual([])
    expect(await gtt(id)).toMatchObject({ status: 'active', last_price: 1500, order_id: null })
    moveTo(1479.5)
    await pass(5000)
    const [order, ...others] = await orders()
    expect(others).toEqual([])
    expect(order).toMatchObject({
      order_type: 'LIMIT',
      price: 1475,
      quantity: 20,
      product: 'cash',
      tag: 'gtt',
    })
    expect(await gtt(id)).toMatchObject({
      status: 'triggered',
      reason: '',
      order_id: order?.order_id,
      triggered: { when: 'below', price: 1479.5 },
    })
    expect(await notices()).toContain('GTT triggered at 1,479.50: Buy 20 INFY at 1,475.00, order sent')
  })

  test('with two triggers send the order of the first that is reached, and none of the other', async () => {
    const id = await place({ triggers: [below, above] })
    moveTo(1551)
    await pass(3000)
    moveTo(1470)
    await pass(3000)
    expect(await orders()).toMatchObject([{ price: 1549 }])
    expect(await gtt(id)).toMatchObject({ status: 'triggered', triggered: { when: 'above', price: 1551 } })
  })

  test('are told of with the reason where the order is rejected', async () => {
    const id = await place({ transaction_type: 'SELL', quantity: 50 })
    moveTo(1470)
    await pass(3000)
    const rejected = await gtt(id)
    expect(rejected?.status).toBe('rejected')
    expect(rejected?.reason).not.toBe('')
    expect(await notices()).toContain(
      `GTT triggered at 1,470.00, order rejected: Sell 50 INFY at 1,475.00. ${rejected?.reason}`,
    )
  })

  test('that only reduce are rejected where nothing is held, and never sell short', async () => {
    const more = { sym: FUTURE, transaction_type: 'SELL', product: 'NRML', quantity: 65, reduce_only: true }
    const triggers = [{ when: 'below', trigger_price: 24_000, price: 23_900 }]
    const id = await place({ ...more, triggers })
    expect(await gtt(id)).toMatchObject({ reduce_only: true })
    moveTo(23_950, FUTURE)
    await pass(3000)
    expect(await gtt(id)).toMatchObject({ status: 'rejected', reason: expect.stringMatching(/./) })
    expect((await orders()).filter(({ status }) => status !== 'REJECTED')).toEqual([])
  })

  test('one wrong trade triggers nothing', async () => {
    const id = await place()
    moveTo(900)
    server.prices.set(SYM, epochMs(server.clock.now() + 1500), 1500)
    await pass(5000)
    expect((await gtt(id))?.status).toBe('active')
  })

  test('are judged on after a server that was killed, and send one order from two that read the same trades', async () => {
    const id = await place()
    await pass(1000)
    moveTo(1478)
    server.clock.advance(15 * 60_000)
    const [first, second] = [restarted(), restarted()]
    for (const one of [first, second]) await one.start()
    for (const one of [first, second]) await one.settle()
    for (const one of [first, second]) await one.close()
    expect(await orders()).toHaveLength(1)
    expect(await gtt(id)).toMatchObject({ status: 'triggered', triggered: { price: 1478 } })
    expect((await notices()).filter((text) => text.startsWith('GTT'))).toHaveLength(1)
  })

  test('triggered before a crash send their order when the server is back', async () => {
    const id = await place()
    const triggered = JSON.stringify({ when: 'below', price: 1479, at: server.clock.now() })
    await server.store.db
      .updateTable('gtt')
      .set({ status: 'sending', triggered })
      .where('id', '=', id)
      .execute()
    const after = restarted()
    await after.start()
    await after.settle()
    await after.close()
    expect(await orders()).toMatchObject([{ price: 1475, tag: 'gtt' }])
    expect((await gtt(id))?.status).toBe('triggered')
  })

  test('triggered, but waiting for trading to go on, can be cancelled; once the order was sent no more', async () => {
    const user = { id: await server.idOf('meera') } as User
    const sent = await place()
    moveTo(1470)
    await pass(3000)
    await expect(server.gtts.calls.cancel(user, sent)).rejects.toThrow('It has ended already: triggered')

    const waiting = await place({ triggers: [above] })
    const triggered = JSON.stringify({ when: 'above', price: 1551, at: server.clock.now() })
    await server.store.db
      .updateTable('gtt')
      .set({ status: 'sending', triggered })
      .where('id', '=', waiting)
      .execute()
    server.clock.advance(7 * 3_600_000)
    const after = restarted()
    await after.start()
    await after.settle()
    expect((await gtt(waiting))?.status).toBe('sending')
    expect((await after.calls.cancel(user, waiting)).status).toBe('cancelled')
    await after.settle()
    await after.close()
    expect(await orders()).toMatchObject([{ price: 1475 }])
  })

  test('placed again after a lost answer are the same; other terms are refused', async () => {
    const id = await place()
    made--
    expect(await place()).toBe(id)
    made--
    expect((await ask({ quantity: 21 })).statusCode).toBe(409)
    expect(await list()).toHaveLength(1)
  })

  test('cancelled send nothing, and a second cancel is the same', async () => {
    const id = await place()
    for (const _ of [1, 2]) {
      const answer = await server.call(session, cancelGtt, { query: { gtt_uuid: id } })
      expect(dataOf(cancelGtt, answer).status).toBe('cancelled')
    }
    moveTo(1470)
    await pass(3000)
    expect(await orders()).toEqual([])
  })

  test('changed are replaced in one step; not once they were triggered', async () => {
    const first = await place()
    const second = await place({
      triggers: [{ ...below, trigger_price: 1470, price: 1465 }],
      replaces: first,
    })
    expect(await list()).toMatchObject([
      { gtt_uuid: second, status: 'active' },
      { gtt_uuid: first, status: 'cancelled', reason: 'changed' },
    ])
    moveTo(1460)
    await pass(3000)
    expect(await orders()).toMatchObject([{ price: 1465 }])
    expect((await ask({ triggers: [above], replaces: second })).statusCode).toBe(409)
  })

  test('of a contract expire with it, and say so', async () => {
    const id = await place({
      sym: FUTURE,
      product: 'NRML',
      quantity: 65,
      triggers: [{ when: 'above', trigger_price: 25_000, price: 25_000 }],
    })
    const expiresAt = (await gtt(id))?.expires_at ?? 0
    expect(new Date(expiresAt + 19_800_000).toISOString()).toBe('2026-11-24T00:00:00.000Z')
    server.clock.advance(expiresAt - server.clock.now() + 1000)
    await server.gtts.settle()
    // The session has ended by then.
    expect((await createGttStore(server.store).find(id))?.status).toBe('expired')
    const told = await server.store.db.selectFrom('notification').selectAll().execute()
    expect(JSON.stringify(told)).toContain('GTT expired: Buy 65 NIFTY 23 NOV FUT')
  })

  test('the kill switch cancels them', async () => {
    const id = await place()
    const answer = await server.call(session, setKillSwitch, { body: { is_on: true } })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await gtt(id)).toMatchObject({ status: 'cancelled', reason: 'kill switch' })
  })

  test.each([
    [{ triggers: [{ ...below, trigger_price: 1498 }] }, /triggers\.0\.trigger_price.*0\.25%/],
    [{ triggers: [{ ...above, trigger_price: 1490 }] }, /triggers\.0\.trigger_price/],
    [{ triggers: [{ ...below, price: 1475.03 }] }, /triggers\.0\.price.*multiples of 0\.05/],
    [{ triggers: [below, { ...below, trigger_price: 1450 }] }, /triggers\.1.*one is below/],
    [{ triggers: [] }, /triggers/],
    [{ product: 'MIS' }, /product.*cash/],
    [{ product: 'NRML' }, /product.*cash/],
    [
      { sym: FUTURE, product: 'NRML', quantity: 66, triggers: [{ ...above, trigger_price: 25_000 }] },
      /quantity.*lot/,
    ],
    [{ sym: 'INDICES_NIFTY 50', triggers: [{ ...above, trigger_price: 25_000 }] }, /sym.*index/],
  ])('are refused with the place: %j', async (more, issue) => {
    const answer = await ask(more)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toMatch(issue)
    expect(await list()).toEqual([])
  })

  test('of another user cannot be seen or cancelled, and do not block his name', async () => {
    const id = await place()
    session = await server.enter('arjun')
    expect(await list()).toEqual([])
    expect((await server.call(session, cancelGtt, { query: { gtt_uuid: id } })).statusCode).toBe(404)
    made--
    expect((await ask()).statusCode).toBe(409)
  })

  test('an order by hand is no GTT order', async () => {
    const body = {
      client_order_id: 'by-hand-1',
      sym: SYM,
      transaction_type: 'BUY',
      order_type: 'MARKET',
      product: 'cash',
      quantity: 1,
    }
    expect((await server.call(session, placeOrder, { body })).statusCode).toBe(200)
    expect(await list()).toEqual([])
  })
})
