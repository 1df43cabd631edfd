import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../../../server/user.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'

const SECOND = 1000

describe('orders in hand', () => {
  let trading: Trading
  let user: User
  beforeEach(async () => {
    trading = await startTrading()
    user = await trading.enter('meera')
  })
  afterEach(() => trading.end())

  const place = (text: string, more = {}) => trading.orders.place(user, ticket(text, more))
  const statuses = async () =>
    (await trading.orders.book(user)).map((row) => `${row.status} ${row.filledQuantity}/${row.quantity}`)
  const net = async () =>
    (await trading.orders.positions(user)).net
      .filter(({ quantity }) => quantity !== 0)
      .map(({ sym, quantity, product }) => `${quantity} ${sym} ${product}`)
      .sort()

  test('a change is asked for, confirmed by the exchange and kept in the history', async () => {
    const { orderId } = await place('buy 10 NSE_INFY MIS @1490')
    await trading.pass(SECOND)
    const asked = await trading.orders.modify(user, { orderId, price: 1491, quantity: 12 })
    expect(asked.status).toMatch(/^MODIFY/)
    await trading.pass(SECOND)
    const { order, history } = await trading.orders.get(user, { orderId })
    expect([order.status, order.price, order.quantity, order.modified]).toEqual(['OPEN', 1491, 12, true])
    expect(history.map(({ status }) => status)).toEqual([
      'PUT ORDER REQ RECEIVED',
      'VALIDATION PENDING',
      'OPEN PENDING',
      'OPEN',
      'MODIFY VALIDATION PENDING',
      'MODIFY PENDING',
      'MODIFIED',
      'OPEN',
    ])
  })

  test('a cancel is asked for and confirmed; of an ended order it is refused with what it is', async () => {
    const { orderId } = await place('buy 10 NSE_INFY MIS @1490')
    await trading.pass(SECOND)
    expect((await trading.orders.cancel(user, orderId)).status).toEqual('CANCEL PENDING')
    await trading.pass(SECOND)
    expect(await statuses()).toEqual(['CANCELLED 0/10'])
    await expect(trading.orders.cancel(user, orderId)).rejects.toMatchObject({
      status: 409,
      code: 'ORDER_ENDED',
      message: 'Order is already CANCELLED.',
    })
  })

  test('a cancel in the instant after placing follows the order to the exchange, and is done there', async () => {
    const { orderId, status } = await place('buy 10 NSE_INFY MIS @1490')
    expect(status).toEqual('OPEN PENDING')
    expect((await trading.orders.cancel(user, orderId)).status).toEqual('CANCEL PENDING')
    expect((await trading.orders.cancel(user, orderId)).status).toEqual('CANCEL PENDING')
    await trading.pass(SECOND)
    expect(await statuses()).toEqual(['CANCELLED 0/10'])
    const { history } = await trading.orders.get(user, { orderId })
    expect(history.map((step) => step.status)).toEqual([
      'PUT ORDER REQ RECEIVED',
      'VALIDATION PENDING',
      'OPEN PENDING',
      'CANCEL PENDING',
      'OPEN',
      'CANCEL PENDING',
      'CANCELLED',
    ])
  })

  test('a cancel in the instant after a change is done, whatever became of the change', async () => {
    const { orderId } = await place('buy 10 NSE_INFY MIS @1490')
    await trading.pass(SECOND)
    await trading.orders.modify(user, { orderId, price: 1491 })
    expect((await trading.orders.cancel(user, orderId)).status).toEqual('CANCEL PENDING')
    await trading.pass(SECOND)
    expect(await statuses()).toEqual(['CANCELLED 0/10'])
  })

  test('an order that fills on its way says so where its cancel comes early', async () => {
    const { orderId } = await place('buy 10 NSE_INFY MIS')
    await trading.orders.cancel(user, orderId)
    await trading.pass(SECOND)
    expect(await statuses()).toEqual(['COMPLETE 10/10'])
    expect(await net()).toEqual(['10 NSE_INFY MIS'])
  })

  test('cancelling all comes after the orders sent before it, also those not answered yet', async () => {
    const placed = ['buy 10 NSE_INFY MIS @1490', 'buy 5 NSE_INFY MIS @1480'].map((line) => place(line))
    const swept = await trading.orders.cancelAll(user)
    const ids = (await Promise.all(placed)).map(({ orderId }) => orderId)
    expect([swept.orderIds.toSorted(), swept.leftovers]).toEqual([ids.toSorted(), []])
    await trading.pass(SECOND)
    expect((await statuses()).toSorted()).toEqual(['CANCELLED 0/10', 'CANCELLED 0/5'])
  })

  test('a fill on the way to a cancel wins, and the order says so', async () => {
    const { orderId } = await place('buy 10 NSE_INFY MIS @1499')
    await trading.pass(SECOND)
    trading.market.set('NSE_INFY', trading.clock.now(), 1490)
    await trading.orders.cancel(user, orderId)
    await trading.pass(2 * SECOND)
    const { order } = await trading.orders.get(user, { orderId })
    const isWon = order.status === 'COMPLETE' || order.status === 'CANCELLED'
    expect([isWon, order.filledQuantity + order.cancelledQuantity, await net()]).toEqual([
      true,
      10,
      order.filledQuantity === 0 ? [] : [`${order.filledQuantity} NSE_INFY MIS`],
    ])
  })

  test('ten changes and cancels at once leave one truth in book and position', async () => {
    const { orderId } = await place('buy 10 NSE_INFY MIS @1490')
    await trading.pass(SECOND)
    const asked = Array.from({ length: 10 }, (_, turn) =>
      turn % 2 === 0
        ? trading.orders.modify(user, { orderId, price: 1491 + turn })
        : trading.orders.cancel(user, orderId),
    )
    const outcomes = await Promise.allSettled(asked)
    // A cancel of what is being cancelled is the same cancel.
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill(['rejected', 'fulfilled']).flat())
    await trading.pass(SECOND)
    const { order } = await trading.orders.get(user, { orderId })
    expect([order.status, order.price, order.cancelledQuantity]).toEqual(['CANCELLED', 1490, 10])
  })

  test('a large order is sent in slices when that is asked for', async () => {
    await expect(place('sell 1950 NFO-FUT_NIFTY26NOVFUT NRML @24200')).rejects.toMatchObject({
      code: 'FREEZE_LIMIT',
      status: 400,
    })
    await trading.orders.setLimits(user, { lotsPerOrder: 100 })
    const placed = await place('buy 1950 NFO-OPT_NIFTY26NOV24500CE NRML @20', { autoslice: true })
    expect(placed.children.length > 1).toEqual(true)
    expect(placed.children.map(({ orderId }) => orderId).sort()).toEqual(
      (await trading.orders.book(user)).map(({ orderId }) => orderId).sort(),
    )
  })

  test('exiting everything cancels what is open, then exits short positions first', async () => {
    await place('sell 65 NFO-FUT_NIFTY26NOVFUT NRML')
    await place('buy 10 NSE_INFY MIS')
    await place('buy 10 NSE_INFY MIS @1490')
    await trading.pass(SECOND)
    const swept = await trading.orders.exitAll(user, 'leave-it-all')
    expect([swept.orderIds.length, swept.leftovers]).toEqual([3, []])
    expect(swept.exits).toEqual([
      {
        sym: 'NFO-FUT_NIFTY26NOVFUT',
        product: 'NRML',
        quantity: 65,
        orderId: swept.orderIds[1],
        reason: null,
      },
      { sym: 'NSE_INFY', product: 'MIS', quantity: 10, orderId: swept.orderIds[2], reason: null },
    ])
    await trading.pass(SECOND)
    const rows = await trading.orders.book(user)
    expect([await net(), rows.slice(0, 2).map((row) => `${row.transactionType} ${row.tag}`)]).toEqual([
      [],
      ['SELL exitall', 'BUY exitall'],
    ])
    const again = await trading.orders.exitAll(user, 'leave-it-all')
    expect(again).toEqual({ orderIds: [], leftovers: [], exits: [] })
  })

  test('exiting twice at once exits a position once', async () => {
    await place('buy 10 NSE_INFY MIS')
    await trading.pass(SECOND)
    await Promise.all(['first-key', 'second-key'].map((key) => trading.orders.exitAll(user, key)))
    await trading.pass(SECOND)
    expect(await net()).toEqual([])
  })
})

describe('the kill switch', () => {
  let trading: Trading
  let user: User
  beforeEach(async () => {
    trading = await startTrading()
    user = await trading.enter('meera')
  })
  afterEach(() => trading.end())

  const place = (text: string) => trading.orders.place(user, ticket(text))

  test('stops new orders, cancels open ones, exits positions, and arms again', async () => {
    await place('buy 10 NSE_INFY MIS')
    await place('buy 10 NSE_INFY MIS @1490')
    await trading.pass(SECOND)
    await place('buy 5 NSE_INFY MIS @1480')
    const at = trading.clock.now()
    const answer = await trading.orders.setKillSwitch(user, { isOn: true, exitPositions: true, cause: 'one' })
    expect([answer.isOn, answer.leftovers, trading.clock.now() - at <= SECOND]).toEqual([true, [], true])
    await expect(place('buy 1 NSE_INFY MIS')).rejects.toMatchObject({ code: 'KILL_SWITCH' })
    await trading.pass(SECOND)
    const positions = (await trading.orders.positions(user)).net
    expect(positions.map(({ quantity }) => quantity)).toEqual([0])
    const open = (await trading.orders.book(user)).filter((row) => !/COMPLETE|CANCELLED/.test(row.status))
    expect(open).toEqual([])
    await trading.orders.setKillSwitch(user, { isOn: false, exitPositions: true, cause: 'two' })
    expect((await place('buy 1 NSE_INFY MIS')).status).toEqual('OPEN PENDING')
  })

  test('needs no quotes, and lists what could not be exited, with the reason', async () => {
    await place('buy 10 NSE_INFY MIS')
    await trading.pass(SECOND)
    for (const sym of ['NSE_INFY', 'NSE_20MICRONS']) trading.market.silence(sym)
    const answer = await trading.orders.setKillSwitch(user, { isOn: true, exitPositions: true, cause: 'one' })
    expect([answer.isOn, answer.orderIds.length + answer.leftovers.length]).toEqual([true, 1])
    expect(answer.exits.map(({ sym, reason }) => ({ sym, reason }))).toEqual(
      answer.leftovers.map(({ sym, reason }) => ({ sym, reason })),
    )
  })
})

describe('limits of the account', () => {
  test('two changes at once are both kept, and what is used is told beside them', async () => {
    const trading = await startTrading()
    const user = await trading.enter('meera')
    await Promise.all([
      trading.orders.setLimits(user, { lotsPerOrder: 7 }),
      trading.orders.setLimits(user, { priceBand: 5 }),
      trading.orders.setLimits(user, { dailyLoss: 1234.5 }),
    ])
    await trading.orders.place(user, ticket('buy 10 NSE_INFY MIS'))
    await trading.orders.place(user, ticket('buy 10 NSE_INFY MIS @1490'))
    await trading.pass(SECOND)
    const { lotsPerOrder, priceBand, dailyLoss, used } = await trading.orders.limits(user)
    expect([lotsPerOrder, priceBand, dailyLoss]).toEqual([7, 5, 1234.5])
    expect([used?.openPositions, used?.openOrders, used?.ordersToday]).toEqual([1, 1, 2])
    // Charges are a loss from the first fill on.
    expect((used?.dailyLoss ?? 0) > 0).toEqual(true)
    await trading.end()
  })
})

describe('a restart in the middle', () => {
  test('keeps orders, positions and money, and the orders go on', async () => {
    const first = await startTrading()
    const user = await first.enter('meera')
    await first.orders.place(user, ticket('buy 10 NSE_INFY cash'))
    const resting = await first.orders.place(user, ticket('buy 10 NSE_INFY cash @1490'))
    await first.pass(SECOND)
    const stop = await first.orders.place(user, ticket('sell 10 NSE_INFY cash @1470 !1475'))
    await first.pass(SECOND)
    await first.orders.modify(user, { orderId: resting.orderId, price: 1491 })
    await first.orders.place(user, ticket('buy 1 NSE_INFY cash'))
    const before = await Promise.all([first.orders.positions(user), first.orders.funds(user)])

    const second = await first.restart()
    const { order } = await second.orders.get(user, { orderId: resting.orderId })
    expect([order.status, order.price, order.statusMessage]).toEqual([
      'OPEN',
      1490,
      'The server restarted before the change was confirmed; the order is unchanged',
    ])
    expect((await second.orders.positions(user)).net).toEqual(before[0].net)
    second.market.set('NSE_INFY', epochMs(second.clock.now() + SECOND), 1474)
    await second.pass(5 * SECOND)
    const statuses = new Map((await second.orders.book(user)).map((row) => [row.orderId, row.status]))
    expect([
      statuses.get(resting.orderId),
      statuses.get(stop.orderId),
      [...statuses.values()].sort(),
    ]).toEqual(['COMPLETE', 'COMPLETE', ['COMPLETE', 'COMPLETE', 'COMPLETE', 'COMPLETE']])
    await second.end()
  })

  test('leaves intraday positions whose time came while the server was down', async () => {
    const first = await startTrading({ now: '2026-11-20 15:00' })
    const user = await first.enter('meera')
    await first.orders.place(user, ticket('buy 10 NSE_INFY MIS'))
    await first.orders.place(user, ticket('buy 10 NSE_20MICRONS MIS @195'))
    await first.pass(SECOND)
    const second = await first.restart(40 * 60 * SECOND)
    await second.pass(SECOND)
    expect((await second.orders.positions(user)).net.map(({ quantity }) => quantity)).toEqual([0])
    const rows = await second.orders.book(user)
    expect(rows.map((row) => `${row.status} ${row.tag} ${row.orderTimestamp.slice(11)}`)).toEqual([
      'COMPLETE autosqoff 15:10:01',
      'CANCELLED null 15:00:00',
      'COMPLETE null 15:00:00',
    ])
    expect(second.logged.some((line) => line.includes('catching up on duties'))).toEqual(true)
    const third = await second.restart(SECOND)
    expect((await third.orders.book(user)).length).toEqual(3)
    await third.end()
  })
})
