import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../../../server/user.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'

const SECOND = 1000

describe('a day of trading', () => {
  let trading: Trading
  let user: User
  beforeEach(async () => {
    trading = await startTrading()
    user = await trading.enter('meera')
  })
  afterEach(() => trading.end())

  const place = (text: string, more = {}) => trading.orders.place(user, ticket(text, more))
  /** `COMPLETE 10/10 @1500.05`, the newest first. */
  const book = async () =>
    (await trading.orders.book(user)).map(
      (row) =>
        `${row.status} ${row.filledQuantity}/${row.quantity}${row.averagePrice > 0 ? ` @${row.averagePrice}` : ''}`,
    )
  /** `10 NSE_INFY MIS @1500.05 pnl -1`. */
  const positions = async () =>
    (await trading.orders.positions(user)).net.map(
      (row) => `${row.quantity} ${row.sym} ${row.product} @${row.averagePrice} pnl ${row.pnl}`,
    )

  test('an order is acknowledged, fills a moment later, and is a position', async () => {
    const placed = await place('buy 10 NSE_INFY MIS')
    expect([placed.status, placed.isRepeat, placed.children]).toEqual(['OPEN PENDING', false, []])
    expect(await positions()).toEqual([])
    await trading.pass(SECOND)
    expect([await book(), await positions()]).toEqual([
      ['COMPLETE 10/10 @1500.05'],
      ['10 NSE_INFY MIS @1500.05 pnl -0.5'],
    ])
  })

  test('an exit makes it flat, and it stays listed until the day ends', async () => {
    await place('buy 10 NSE_INFY MIS')
    await trading.pass(SECOND)
    trading.market.set('NSE_INFY', trading.clock.now(), 1510)
    await place('sell 10 NSE_INFY MIS')
    await trading.pass(SECOND)
    expect(await positions()).toEqual(['0 NSE_INFY MIS @0 pnl 99'])
    await trading.passTo('2026-11-23 09:20')
    expect(await positions()).toEqual([])
  })

  test('shares bought for delivery are unsettled the next day, settled the day after, and then sold', async () => {
    const holdings = async () =>
      (await trading.orders.holdings(user)).holdings.map(
        (row) => `${row.quantity}+${row.t1Quantity}-${row.usedQuantity} ${row.sym} @${row.averagePrice}`,
      )
    await place('buy 10 NSE_INFY cash')
    await trading.pass(SECOND)
    expect([await positions(), await holdings()]).toEqual([['10 NSE_INFY cash @1500.05 pnl -0.5'], []])
    await trading.passTo('2026-11-23 09:20')
    expect([await positions(), await holdings()]).toEqual([[], ['0+10-0 NSE_INFY @1500.05']])
    await trading.passTo('2026-11-25 09:20')
    expect(await holdings()).toEqual(['10+0-0 NSE_INFY @1500.05'])
    await place('sell 4 NSE_INFY cash')
    await trading.pass(SECOND)
    expect([await positions(), await holdings()]).toEqual([
      ['-4 NSE_INFY cash @1499.95 pnl -0.2'],
      ['10+0-4 NSE_INFY @1500.05'],
    ])
    const rejected = await place('sell 7 NSE_INFY cash')
    expect([rejected.status, (await trading.orders.book(user))[0]?.statusMessage]).toEqual([
      'REJECTED',
      'Insufficient holdings. Available quantity is 6.',
    ])
  })

  test('an order for the next session waits in the queue, and goes out when it begins', async () => {
    await trading.passTo('2026-11-20 17:00')
    await expect(place('buy 10 NSE_INFY cash @1500')).rejects.toMatchObject({ code: 'AMO_REQUIRED' })
    await place('buy 10 NSE_INFY cash @1505 amo')
    await place('buy 10 NSE_INFY cash @1520 !1515 amo')
    await place('buy 65 NFO-FUT_NIFTY26NOVFUT NRML @24160 amo')
    expect(await book()).toEqual(
      Array(3)
        .fill('AMO REQ RECEIVED 0/65')
        .with(1, 'AMO REQ RECEIVED 0/10')
        .with(2, 'AMO REQ RECEIVED 0/10'),
    )
    await trading.passTo('2026-11-23 09:01')
    expect(await book()).toEqual(['AMO REQ RECEIVED 0/65', 'AMO REQ RECEIVED 0/10', 'OPEN 0/10'])
    await trading.passTo('2026-11-23 09:16')
    expect(await book()).toEqual(['COMPLETE 65/65 @24150.05', 'TRIGGER PENDING 0/10', 'COMPLETE 10/10 @1500'])
  })

  test('intraday positions are left by the broker at 15:10 and 15:25, for a fee', async () => {
    await place('buy 10 NSE_INFY MIS')
    await place('sell 65 NFO-FUT_NIFTY26NOVFUT MIS')
    await place('buy 10 NSE_INFY MIS @1490')
    await place('buy 1 NSE_INFY cash')
    await trading.pass(SECOND)
    const before = (await trading.orders.funds(user)).chargesToday
    await trading.passTo('2026-11-20 15:12')
    expect(await positions()).toEqual([
      '0 NSE_INFY MIS @0 pnl -1',
      '-65 NFO-FUT_NIFTY26NOVFUT MIS @24149.95 pnl -3.25',
      '1 NSE_INFY cash @1500.05 pnl -0.05',
    ])
    await trading.passTo('2026-11-20 15:27')
    const rows = await trading.orders.book(user)
    expect(rows.map((row) => `${row.status} ${row.sym} ${row.tag} ${row.placedBy}`)).toEqual([
      'COMPLETE NFO-FUT_NIFTY26NOVFUT autosqoff system',
      'COMPLETE NSE_INFY autosqoff system',
      'COMPLETE NSE_INFY null user',
      'CANCELLED NSE_INFY null user',
      'COMPLETE NFO-FUT_NIFTY26NOVFUT null user',
      'COMPLETE NSE_INFY null user',
    ])
    const charges = rows.slice(0, 2).reduce((sum, row) => sum + row.charges, 0)
    expect((await trading.orders.funds(user)).chargesToday).toBeCloseTo(before + charges + 2 * 59, 6)
    expect((await positions()).filter((line) => line.includes('MIS') && !line.startsWith('0'))).toEqual([])
  })

  test('orders of the day lapse with their session', async () => {
    await place('buy 10 NSE_INFY cash @1490')
    await place('buy 10 NSE_20MICRONS cash @195')
    await place('buy 65 NFO-FUT_NIFTY26NOVFUT NRML @24000')
    await trading.passTo('2026-11-20 15:31')
    expect(await book()).toEqual(['OPEN 0/65', 'CANCELLED 0/10', 'CANCELLED 0/10'])
    await trading.passTo('2026-11-20 15:41')
    expect(await book()).toEqual(['CANCELLED 0/65', 'CANCELLED 0/10', 'CANCELLED 0/10'])
  })

  test('contracts are settled in cash on their last day', async () => {
    await place('buy 65 NFO-FUT_NIFTY26NOVFUT NRML')
    await place('buy 65 NFO-OPT_NIFTY26NOV24000CE NRML')
    await place('buy 65 NFO-OPT_NIFTY26NOV24500CE NRML')
    await trading.pass(SECOND)
    await trading.passTo('2026-11-23 15:39')
    expect((await positions()).length).toEqual(3)
    const before = (await trading.orders.funds(user)).chargesToday
    trading.market.settle('INDICES_NIFTY 50', 24120.4)
    await trading.passTo('2026-11-23 15:42')
    // 0.15 % of 65 × 120.40, what the call in the money pays.
    expect((await trading.orders.funds(user)).chargesToday).toBeCloseTo(before + 11.74, 6)
    const rows = (await trading.orders.positions(user)).net
    expect(rows.map((row) => `${row.sym} ${row.quantity} sold at ${row.daySellPrice}`).sort()).toEqual([
      'NFO-FUT_NIFTY26NOVFUT 0 sold at 24120.4',
      'NFO-OPT_NIFTY26NOV24000CE 0 sold at 120.4',
      'NFO-OPT_NIFTY26NOV24500CE 0 sold at 0',
    ])
  })

  test('every row of one answer has the prices of one instant', async () => {
    await place('buy 10 NSE_INFY MIS')
    await trading.pass(SECOND)
    const { asOf, net, day } = await trading.orders.positions(user)
    expect([asOf, net]).toEqual([trading.clock.now(), day])
  })
})
