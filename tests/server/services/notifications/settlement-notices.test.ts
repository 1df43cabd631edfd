import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNotifications } from '../../../../server/services/notifications/notifications.ts'
import type { User } from '../../../../server/user.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'
import { stores } from '../../../support/server/stores.ts'

const SECOND = 1000

describe.each(stores)('settlement of ended contracts on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('tells its user', () => {
    let trading: Trading
    let user: User
    beforeEach(async () => {
      trading = await startTrading({ open })
      user = await trading.enter('meera')
    })
    afterEach(() => trading.end())

    const notices = () =>
      createNotifications({ store: trading.store, clock: trading.clock }).list(user, {
        after: null,
        limit: null,
      })
    const settlements = async () => (await notices()).filter(({ orderStatus }) => orderStatus === null)

    const settle = async (): Promise<void> => {
      const orders = [
        'buy 65 NFO-FUT_NIFTY26NOVFUT NRML',
        'buy 65 NFO-OPT_NIFTY26NOV24000CE NRML',
        'sell 65 NFO-OPT_NIFTY26NOV24500CE NRML',
      ]
      for (const order of orders) await trading.orders.place(user, ticket(order))
      await trading.pass(SECOND)
      await trading.passTo('2026-11-23 15:39')
      trading.market.settle('INDICES_NIFTY 50', 24120.4)
      await trading.passTo('2026-11-23 15:42')
    }

    test('of each contract once: what it ended at, what was held, at which price it closed', async () => {
      await settle()
      const told = await settlements()
      expect(told.map(({ notificationMsg }) => notificationMsg).toSorted()).toEqual([
        'NIFTY 23 NOV 24000 CE: Settled in cash: NIFTY ended at 24120.40. Long 65 closed at 120.40',
        'NIFTY 23 NOV 24500 CE: Expired worthless: NIFTY ended at 24120.40. Short 65 closed at 0.00',
        'NIFTY 23 NOV FUT: Settled in cash: NIFTY ended at 24120.40. Long 65 closed at 24,120.40',
      ])
      expect(new Set(told.map(({ slug }) => slug))).toEqual(new Set(['positions']))
      expect(told.map(({ triggerTime }) => triggerTime.slice(0, 16))).toEqual(
        Array(3).fill('2026-11-23T10:10'),
      )
      await trading.passTo('2026-11-23 16:30')
      trading = await trading.restart()
      expect((await settlements()).length).toBe(3)
    })

    test('in the commit that settles: where the notice cannot be stored, nothing is settled', async () => {
      const settled = async () => {
        const rows = trading.store.db.selectFrom('ledger_event').select('seq')
        return (await rows.where('kind', '=', 'position.settled').execute()).length
      }
      const rename = (from: string, to: string) =>
        trading.store.db.schema.alterTable(from).renameTo(to).execute()
      await trading.orders.place(user, ticket('buy 65 NFO-OPT_NIFTY26NOV24000CE NRML'))
      await trading.pass(SECOND)
      await trading.passTo('2026-11-23 15:39')
      await rename('notification', 'notification_away')
      trading.market.settle('INDICES_NIFTY 50', 24120.4)
      await expect(trading.passTo('2026-11-23 15:40')).rejects.toThrow('nothing was done')
      const during = await settled()
      await rename('notification_away', 'notification')
      await trading.passTo('2026-11-23 15:46')
      expect([during, await settled(), (await settlements()).length]).toEqual([0, 1, 1])
    })
  })
})
