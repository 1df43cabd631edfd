import { describe, expect, test } from 'vitest'
import type { User } from '../../../../server/user.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'
import { stores } from '../../../support/server/stores.ts'

const SECOND = 1000

describe.each(stores.filter(({ isAbsent }) => !isAbsent))('keys of orders on $name', ({ open }) => {
  const withTrading = async (story: (trading: Trading, user: User) => Promise<void>): Promise<void> => {
    const trading = await startTrading({ open })
    try {
      await story(trading, await trading.enter('meera'))
    } finally {
      await trading.end()
    }
  }

  test('fifty at once with one key are one order', () =>
    withTrading(async (trading, user) => {
      const body = ticket('buy 10 NSE_INFY MIS')
      const answers = await Promise.all(Array.from({ length: 50 }, () => trading.orders.place(user, body)))
      expect([
        new Set(answers.map(({ orderId }) => orderId)).size,
        answers.filter(({ isRepeat }) => !isRepeat).length,
        (await trading.orders.book(user)).length,
      ]).toEqual([1, 1, 1])
      await trading.pass(SECOND)
      expect((await trading.orders.positions(user)).net.map(({ quantity }) => quantity)).toEqual([10])
    }))

  test('the same key with other words is refused and nothing is done', () =>
    withTrading(async (trading, user) => {
      const body = ticket('buy 10 NSE_INFY MIS @1490')
      const first = await trading.orders.place(user, body)
      await expect(trading.orders.place(user, { ...body, quantity: 11 })).rejects.toMatchObject({
        status: 409,
        code: 'KEY_REUSED',
      })
      expect((await trading.orders.book(user)).map((row) => [row.orderId, row.quantity])).toEqual([
        [first.orderId, 10],
      ])
    }))

  test('a key is for ever: after days and a restart it answers the first order', () =>
    withTrading(async (trading, user) => {
      const body = ticket('buy 10 NSE_INFY cash')
      const first = await trading.orders.place(user, body)
      await trading.passTo('2026-11-25 10:00')
      const later = await trading.orders.place(user, body)
      expect([later.orderId, later.isRepeat, later.status]).toEqual([first.orderId, true, 'COMPLETE'])
      const again = await trading.restart()
      const last = await again.orders.place(user, body)
      expect([last.orderId, last.isRepeat]).toEqual([first.orderId, true])
      const found = await again.orders.get(user, { clientOrderId: body.clientOrderId })
      expect(found.order.orderId).toEqual(first.orderId)
    }))

  test('keys of two users are nothing to each other', () =>
    withTrading(async (trading, user) => {
      const other = await trading.enter('arjun')
      const body = ticket('buy 10 NSE_INFY MIS')
      const [one, two] = [await trading.orders.place(user, body), await trading.orders.place(other, body)]
      expect(one.orderId === two.orderId).toEqual(false)
      const foreign = trading.orders.get(user, { orderId: two.orderId })
      const unknown = trading.orders.get(user, { orderId: 'nobody' })
      const errors = await Promise.all(
        [foreign, unknown].map((asked) => asked.catch((error: unknown) => error)),
      )
      expect(errors[0]).toEqual(errors[1])
      expect(errors[0]).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
    }))
})
