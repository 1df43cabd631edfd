import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNotifications } from '../../../../server/services/notifications/notifications.ts'
import {
  createStreamHub,
  type StreamHub,
  type StreamOutlet,
} from '../../../../server/services/notifications/stream-hub.ts'
import { createOrderNotices } from '../../../../server/services/orders/order-notices.ts'
import { createOrderPublisher } from '../../../../server/services/orders/order-publisher.ts'
import { orderRow } from '../../../../server/services/orders/order-rows.ts'
import type { User } from '../../../../server/user.ts'
import { OrderUpdate, PositionUpdate } from '../../../../src/contract/notifications/notifications.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'

const SECOND = 1000

describe('what orders tell their user', () => {
  let trading: Trading
  let user: User
  let hub: StreamHub
  let heard: string[]
  beforeEach(async () => {
    trading = await startTrading()
    user = await trading.enter('meera')
    hub = createStreamHub()
    const outlet = new PassThrough({ highWaterMark: 1 << 20 })
    heard = []
    outlet.on('data', (bytes: Buffer) => heard.push(bytes.toString()))
    hub.open(user.id, '127.0.0.1', outlet as unknown as StreamOutlet)
    await expect.poll(() => heard.splice(0)).toEqual(['event: heartbeat\ndata: {}\n\n'])
    const publisher = createOrderPublisher({
      hub,
      noticesOf: createOrderNotices(),
      rowOf: (order) => orderRow(order, null),
    })
    trading.broker.watch(publisher.publishCommitted)
  })
  afterEach(async () => {
    hub.close()
    await trading.end()
  })

  const place = (text: string, more = {}) => trading.orders.place(user, ticket(text, more))
  const stored = () =>
    createNotifications({ store: trading.store, clock: trading.clock }).list(user, {
      after: null,
      limit: null,
    })
  /** `COMPLETE direct Buy 10 INFY: …`, the newest first. */
  const notices = async () =>
    (await stored()).map((one) => `${one.orderStatus?.status} ${one.alertType} ${one.notificationMsg}`)
  /** `order OPEN`, `positions NSE_INFY`, `notice COMPLETE`. */
  const told = (): string[] =>
    heard.map((text) => {
      const data: unknown = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '')
      if (text.startsWith('event: order-update')) return `order ${OrderUpdate.parse(data).order.status}`
      if (text.startsWith('event: position-update'))
        return `positions ${PositionUpdate.parse(data).syms.join()}`
      return `notice ${(data as { order_status: { status: string } }).order_status.status}`
    })

  test('a filled order is one notice, stored with the fill and the same on the stream', async () => {
    await place('buy 10 NSE_INFY MIS')
    await trading.pass(SECOND)
    const [one] = await stored()
    expect([await notices(), one?.notificationType, one?.deploymentType, one?.isRead]).toEqual([
      ['COMPLETE direct Buy 10 INFY: filled, 10 at 1,500.05'],
      'order-webhook',
      'order',
      false,
    ])
    const ids = heard.flatMap((text) => /^id: (.*)$/m.exec(text)?.[1] ?? [])
    expect(ids).toEqual([one?.notificationUuid])
  })

  test('each change of an order is told, each fill moves positions, the end is a notice', async () => {
    await place('buy 10 NSE_INFY MIS')
    await trading.pass(SECOND)
    const all = told()
    expect([all.at(0), all.slice(-3)]).toEqual([
      'order OPEN PENDING',
      ['order COMPLETE', 'positions NSE_INFY', 'notice COMPLETE'],
    ])
    expect(all.filter((line) => line.startsWith('notice'))).toHaveLength(1)
  })

  test('a rejected order says why', async () => {
    await place('sell 7 NSE_INFY cash')
    expect([await notices(), told()]).toEqual([
      ['REJECTED direct Sell 7 INFY: rejected, Insufficient holdings. Available quantity is 0.'],
      ['order REJECTED', 'notice REJECTED'],
    ])
  })

  test('a cancelled order is a notice; a resting and a modified one is not', async () => {
    const { orderId } = await place('buy 10 NSE_INFY MIS @1490')
    await trading.pass(SECOND)
    await trading.orders.modify(user, { orderId, price: 1491 } as never)
    await trading.pass(SECOND)
    expect(await notices()).toEqual([])
    await trading.orders.cancel(user, orderId)
    await trading.pass(SECOND)
    expect((await notices()).map((line) => line.slice(0, 39))).toEqual([
      'CANCELLED direct Buy 10 INFY: cancelled',
    ])
  })

  test('an order of a strategy names it and is not one placed by hand', async () => {
    await place('buy 10 NSE_INFY MIS', { algoUuid: 'algo-1' })
    await trading.pass(SECOND)
    const [one] = await stored()
    expect([one?.alertType, one?.algoUuid]).toEqual([null, 'algo-1'])
  })

  test('the same end is the same notice, however often it is looked at', async () => {
    const noticesOf = createOrderNotices()
    const rows: string[] = []
    trading.broker.watch((committed) => {
      for (const one of committed) for (const row of [...noticesOf(one), ...noticesOf(one)]) rows.push(row.id)
    })
    await place('buy 10 NSE_INFY MIS')
    await trading.pass(SECOND)
    expect([rows.length, new Set(rows).size]).toEqual([2, 1])
  })

  test('of another user is not heard', async () => {
    const ravi = await trading.enter('ravi')
    await trading.orders.place(ravi, ticket('buy 10 NSE_INFY MIS'))
    await trading.pass(SECOND)
    expect([heard, await notices()]).toEqual([[], []])
  })
})
