import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../../../server/user.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'
import { stores } from '../../../support/server/stores.ts'

const SECOND = 1000
const CALL = 'NFO-OPT_NIFTY26NOV24000CE'
const FUTURE = 'NFO-FUT_NIFTY26NOVFUT'
/** Of one lot. */
const UNITS = 65

type Asked = Parameters<Trading['orders']['brackets']['create']>[1]
type Product = Asked['product']

const price = (value: number) => ({ kind: 'price', value }) as const

describe.each(stores)('exits of stops and targets on $name', ({ open, isAbsent }) => {
  if (isAbsent) return
  let trading: Trading
  let user: User
  const begin = async (now: string) => {
    trading = await startTrading({ open, now })
    user = await trading.enter('meera')
  }
  beforeEach(() => begin('2026-11-20 10:00'))
  afterEach(() => trading.end())

  const place = async (text: string, more = {}) => {
    const placed = await trading.orders.place(user, ticket(text, more))
    await trading.pass(SECOND)
    return placed
  }
  const set = (sym: string, rupees: number) => trading.market.set(sym, trading.clock.now(), rupees)
  const guard = (sym: string, product: Product, more: Partial<Asked>) =>
    trading.orders.brackets.create(user, { sym, product, ...more })
  const listed = async () =>
    (await trading.orders.brackets.list(user)).map(
      ({ status, product, quantity, message }) =>
        `${status} ${quantity} ${product}${message === null ? '' : `: ${message}`}`,
    )
  const net = async () =>
    Object.fromEntries(
      (await trading.orders.positions(user)).net
        .filter(({ quantity }) => quantity !== 0)
        .map(({ sym, product, quantity }) => [`${sym} ${product}`, quantity]),
    )
  const book = async (isExit: boolean) =>
    (await trading.orders.book(user))
      .filter(({ clientOrderId }) => (clientOrderId?.startsWith('brk-') === true) === isExit)
      .map(({ status, quantity, filledQuantity }) => `${status} ${filledQuantity}/${quantity}`)
  const notices = async () => {
    const rows = await trading.store.db
      .selectFrom('notification')
      .select('content')
      .where('owner_id', '=', user.id)
      .orderBy('seq')
      .execute()
    return rows.map(({ content }) => (JSON.parse(content) as { notificationMsg: string }).notificationMsg)
  }

  describe('cut short', () => {
    /** Twelve lots are to be left where the book takes five, and the market runs away from what is left. */
    const halfLeft = async () => {
      await trading.end()
      await begin('2026-11-19 10:00')
      await place(`buy ${12 * UNITS} ${CALL} NRML`)
      await guard(CALL, 'NRML', { stop: price(160) })
      trading.market.thin(CALL, UNITS)
      set(CALL, 150)
      for (let look = 0; look < 50 && (await net())[`${CALL} NRML`] === 12 * UNITS; look++)
        await trading.pass(100)
      set(CALL, 100)
      await trading.pass(5 * SECOND)
      expect([await listed(), await book(true)]).toEqual([['exiting 780 NRML'], ['OPEN 325/780']])
    }

    test('by the end of the day, they go on with the rest the day after', async () => {
      await halfLeft()
      await trading.passTo('2026-11-20 09:14')
      trading.market.thin(CALL, 100_000)
      expect([await listed(), await net()]).toEqual([['exiting 780 NRML'], { [`${CALL} NRML`]: 455 }])
      await trading.passTo('2026-11-20 09:16')
      expect([await listed(), await net()]).toEqual([
        [expect.stringMatching(/^done 780 NRML: Stop hit at 160\.00: sold 780 at /)],
        {},
      ])
      expect(await book(true)).toEqual(['COMPLETE 455/455'])
    })

    test('and a crash, they leave the rest once', async () => {
      await halfLeft()
      await trading.passTo('2026-11-20 09:14')
      trading.market.thin(CALL, 100_000)
      trading = await trading.restart(3 * 60_000)
      await trading.pass(3 * SECOND)
      // As if the note of the second exit had never been written.
      await trading.store.db
        .updateTable('bracket')
        .set({ status: 'exiting', message: null, ended_at: null })
        .execute()
      trading = await trading.restart(SECOND)
      await trading.pass(3 * SECOND)
      expect([await listed(), await net(), await book(true)]).toEqual([
        [expect.stringMatching(/^done 780 NRML: .*: sold 780 at /)],
        {},
        ['COMPLETE 455/455'],
      ])
    })

    test('by their owner, they leave the rest alone and say so', async () => {
      await halfLeft()
      const [exit] = await trading.orders.book(user)
      await trading.orders.cancel(user, exit?.orderId ?? '')
      await trading.pass(3 * SECOND)
      expect([await listed(), await net()]).toEqual([
        [expect.stringMatching(/^cancelled 780 NRML: Stop hit.*: sold 325 at .*; 455 were not filled: /)],
        { [`${CALL} NRML`]: 455 },
      ])
    })

    test('with the rest left by hand, they have nothing more to do', async () => {
      await halfLeft()
      await trading.passTo('2026-11-20 09:14')
      trading.market.thin(CALL, 100_000)
      await trading.orders.exitAll(user, 'exit-all-key-1').catch(() => {})
      await trading.passTo('2026-11-20 09:16')
      expect([await net(), (await listed())[0]?.slice(0, 4)]).toEqual([{}, 'done'])
    })

    test('between two days, they can be taken away', async () => {
      await halfLeft()
      await trading.passTo('2026-11-20 09:00')
      const [waiting] = await trading.orders.brackets.list(user)
      await trading.orders.brackets.cancel(user, waiting?.bracketId ?? '')
      await trading.passTo('2026-11-20 09:17')
      expect([await listed(), await net()]).toEqual([
        ['cancelled 780 NRML: Removed by you'],
        { [`${CALL} NRML`]: 455 },
      ])
    })
  })

  describe('beside orders of the trader', () => {
    const long = async () => {
      await place('buy 10 NSE_INFY MIS')
      await guard('NSE_INFY', 'MIS', { stop: price(1490) })
    }

    test('cancel a resting one that would oversell, then leave', async () => {
      await long()
      await place('sell 10 NSE_INFY MIS @1520')
      set('NSE_INFY', 1489)
      await trading.pass(3 * SECOND)
      expect([await net(), await book(false), (await listed())[0]?.slice(0, 4)]).toEqual([
        {},
        ['CANCELLED 0/10', 'COMPLETE 10/10'],
        'done',
      ])
      const [resting] = (await trading.orders.book(user)).filter(({ status }) => status === 'CANCELLED')
      const { history } = await trading.orders.get(user, { orderId: resting?.orderId })
      expect(history.map(({ statusMessage }) => statusMessage)).toContain(
        'Cancelled because the stop or target of its position was hit',
      )
      set('NSE_INFY', 1525)
      await trading.pass(3 * SECOND)
      expect(await net()).toEqual({})
    })

    test('leave those that fit beside them, and take the newest of the others', async () => {
      await long()
      await place('buy 10 NSE_INFY MIS')
      const { orderId: kept } = await place('sell 4 NSE_INFY MIS @1520')
      const { orderId: taken } = await place('sell 4 NSE_INFY MIS @1521')
      const bracket = (await trading.orders.brackets.list(user))[0]
      expect(bracket?.quantity).toBe(20)
      await trading.orders.brackets.cancel(user, bracket?.bracketId ?? '')
      await guard('NSE_INFY', 'MIS', { clientOrderId: 'other-order-1', stop: price(1490) })
      await place('buy 14 NSE_INFY MIS', { clientOrderId: 'other-order-1' })
      set('NSE_INFY', 1489)
      await trading.pass(3 * SECOND)
      const statusOf = async (id: string) =>
        (await trading.orders.book(user)).find(({ orderId }) => orderId === id)?.status
      // 34 were held, 14 of them left by the stop: both orders of 4 fit into the 20 that stay.
      expect([await net(), await statusOf(kept), await statusOf(taken)]).toEqual([
        { 'NSE_INFY MIS': 20 },
        'OPEN',
        'OPEN',
      ])
      await guard('NSE_INFY', 'MIS', { clientOrderId: 'other-order-2', stop: price(1480) })
      await place('buy 1 NSE_INFY MIS', { clientOrderId: 'other-order-2' })
      await place('sell 15 NSE_INFY MIS')
      set('NSE_INFY', 1479)
      await trading.pass(3 * SECOND)
      // Of 6 one is left by the stop: 5 stay for the orders, which is one order of 4.
      expect([await net(), await statusOf(kept), await statusOf(taken)]).toEqual([
        { 'NSE_INFY MIS': 5 },
        'OPEN',
        'CANCELLED',
      ])
    })

    test('cancel a stop order of the trader that waits for the same price', async () => {
      await long()
      await place('sell 10 NSE_INFY MIS @1450 !1485')
      set('NSE_INFY', 1488)
      await trading.pass(3 * SECOND)
      set('NSE_INFY', 1480)
      await trading.pass(3 * SECOND)
      expect([await net(), (await book(false))[0]]).toEqual([{}, 'CANCELLED 0/10'])
    })
  })

  describe('of a position that is converted', () => {
    const convert = (sym: string, quantity: number, oldProduct: Product, newProduct: Product) =>
      trading.orders.convert(user, {
        sym,
        quantity,
        oldProduct,
        newProduct,
        transactionType: 'BUY',
        positionType: 'day',
      })

    test('go along with it', async () => {
      await place(`buy ${UNITS} ${FUTURE} MIS`)
      await guard(FUTURE, 'MIS', { stop: price(24_000) })
      await convert(FUTURE, UNITS, 'MIS', 'NRML')
      await trading.pass(2 * SECOND)
      expect(await listed()).toEqual([`watching ${UNITS} NRML`])
      trading = await trading.restart(SECOND)
      set(FUTURE, 23_990)
      await trading.pass(3 * SECOND)
      expect([await net(), (await listed())[0]?.slice(0, 12)]).toEqual([{}, 'done 65 NRML'])
    })

    test('stay with the part that was not converted', async () => {
      await place(`buy ${2 * UNITS} ${FUTURE} MIS`)
      await guard(FUTURE, 'MIS', { stop: price(24_000) })
      await convert(FUTURE, UNITS, 'MIS', 'NRML')
      await trading.pass(2 * SECOND)
      expect(await listed()).toEqual([`watching ${UNITS} MIS`])
    })

    test('of an order go along when it has filled', async () => {
      await guard('NSE_INFY', 'MIS', { clientOrderId: 'converted-order-1', stop: price(1490) })
      await place('buy 10 NSE_INFY MIS', { clientOrderId: 'converted-order-1' })
      await convert('NSE_INFY', 10, 'MIS', 'cash')
      await trading.pass(2 * SECOND)
      expect(await listed()).toEqual(['watching 10 cash'])
      set('NSE_INFY', 1489)
      await trading.pass(3 * SECOND)
      expect(await net()).toEqual({})
    })

    test.each([
      ['another stop stands there', true, 'another stop or target is already set there'],
      ['more is held there than it guarded', false, 'the new product already holds other units'],
    ])('end in words where %s', async (_, isGuarded, why) => {
      await place(`buy ${UNITS} ${FUTURE} NRML`)
      if (isGuarded) await guard(FUTURE, 'NRML', { stop: price(23_000) })
      await place(`buy ${UNITS} ${FUTURE} MIS`)
      const { bracketId } = await guard(FUTURE, 'MIS', { stop: price(24_000) })
      await convert(FUTURE, UNITS, 'MIS', 'NRML')
      await trading.pass(2 * SECOND)
      const said = `Stop and target removed when the position was converted to NRML: ${why}`
      const ended = (await trading.orders.brackets.list(user)).find((one) => one.bracketId === bracketId)
      expect([ended?.status, ended?.message]).toEqual(['failed', said])
      expect((await notices()).at(-1)).toBe(`NIFTY26NOVFUT: ${said}`)
    })

    test('a conversion that is refused leaves it watching', async () => {
      await place('buy 10 NSE_INFY MIS')
      await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      await expect(convert('NSE_INFY', 99, 'MIS', 'cash')).rejects.toThrow('Cannot convert 99 units')
      await trading.pass(2 * SECOND)
      expect(await listed()).toEqual(['watching 10 MIS'])
    })
  })
})
