import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Notice, toNotificationRow } from '../../../../server/services/notifications/notices.ts'
import { inTransaction } from '../../../../server/store/database/transaction.ts'
import { insertNotifications } from '../../../../server/store/notifications.ts'
import type { UserId } from '../../../../server/user.ts'
import { getNotifications, readNotifications } from '../../../../src/contract/notifications/notifications.ts'
import { getCount, getUser } from '../../../../src/contract/session.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../../support/server/server.ts'
import { stores } from '../../../support/server/stores.ts'

const notice = (id: string, deploymentType: Notice['deploymentType'] = 'order'): Notice => ({
  notificationUuid: id,
  notificationType: 'order-webhook',
  notificationMsg: `about ${id}`,
  deploymentUuid: null,
  deploymentType,
  algoName: null,
  algoUuid: null,
  slug: null,
  actionType: 'buy',
  scannerName: null,
  alertType: 'direct',
  orderStatus: { status: 'REJECTED', statusMessage: 'Insufficient funds' },
  orderId: 'o-1',
  triggerTime: '2026-11-20T04:30:00.000Z',
  isRead: false,
})

describe.each(stores)('notifications on $name', ({ isAbsent, open }) => {
  describe.skipIf(isAbsent)('when the store is there', () => {
    let server: TestServer
    let meera: Session
    beforeEach(async () => {
      server = await startServer({ open })
      meera = await server.enter('meera')
    })
    afterEach(() => server.close())

    const ownerOf = async (session: Session): Promise<UserId> =>
      dataOf(getUser, await server.call(session, getUser)).user_uuid as UserId

    const store = async (session: Session, ...notices: readonly Notice[]): Promise<void> => {
      const owner = await ownerOf(session)
      const at = server.clock.now()
      await inTransaction(server.store, (trx) =>
        insertNotifications(
          trx,
          notices.map((one) => toNotificationRow({ owner, at, notice: one })),
        ),
      )
    }
    const list = async (session: Session, query: Record<string, string> = {}) =>
      dataOf(getNotifications, await server.call(session, getNotifications, { query })).map(
        (one) => one.notification_uuid,
      )
    const count = async (session: Session) => dataOf(getCount, await server.call(session, getCount))

    test('come back with every field, in the names of the wire', async () => {
      await store(meera, notice('n-1'))
      expect(dataOf(getNotifications, await server.call(meera, getNotifications))).toEqual([
        {
          notification_uuid: 'n-1',
          notification_type: 'order-webhook',
          notification_msg: 'about n-1',
          deployment_uuid: null,
          deployment_type: 'order',
          algo_name: null,
          algo_uuid: null,
          slug: null,
          action_type: 'buy',
          scanner_name: null,
          alert_type: 'direct',
          order_status: { status: 'REJECTED', status_message: 'Insufficient funds' },
          order_id: 'o-1',
          trigger_time: '2026-11-20T04:30:00.000Z',
          is_read: false,
        },
      ])
    })

    test('are listed the newest first; after a given one, oldest first', async () => {
      await store(meera, notice('a'), notice('b'))
      await store(meera, notice('c'))
      expect([
        await list(meera),
        await list(meera, { limit: '2' }),
        await list(meera, { after: 'a' }),
        await list(meera, { after: 'a', limit: '1' }),
        await list(meera, { after: 'c' }),
        await list(meera, { after: 'nothing' }),
      ]).toEqual([['c', 'b', 'a'], ['c', 'b'], ['b', 'c'], ['b'], [], []])
    })

    test('fill a gap of 250 page by page, each once', async () => {
      const names = Array.from({ length: 251 }, (_, n) => `n-${n}`)
      await store(meera, ...names.map((name) => notice(name)))
      const seen: string[] = ['n-0']
      for (;;) {
        const page = await list(meera, { after: seen.at(-1) ?? '' })
        if (page.length === 0) break
        expect(page.length).toBeLessThanOrEqual(100)
        seen.push(...page)
      }
      expect(seen).toEqual(names)
    })

    test('are stored once, however often their cause is', async () => {
      await store(meera, notice('a'), notice('a'))
      await store(meera, notice('a'), notice('b'))
      expect([await list(meera), (await count(meera)).used]).toEqual([['b', 'a'], 2])
    })

    test('do not stand when their cause does not', async () => {
      const owner = await ownerOf(meera)
      const failing = inTransaction(server.store, async (trx) => {
        await insertNotifications(trx, [
          toNotificationRow({ owner, at: server.clock.now(), notice: notice('a') }),
        ])
        throw new Error('the cause failed')
      })
      await expect(failing).rejects.toThrow('the cause failed')
      expect(await list(meera)).toEqual([])
    })

    test('are counted as they are stored, split by type', async () => {
      await store(meera, notice('a', 'live'), notice('b', 'live'), notice('c', 'paper'), notice('d', 'order'))
      await server.call(meera, readNotifications, { body: { notification_uuids: ['a', 'd', 'nothing'] } })
      expect(await count(meera)).toEqual({
        used: 4,
        read: 2,
        unread_count: 2,
        unread_split_count: { auto: 0, live: 1, paper: 1, scanner: 0 },
      })
      await server.call(meera, readNotifications, { body: {} })
      expect((await count(meera)).unread_count).toEqual(0)
    })

    test('of another user are as if they were not there', async () => {
      const ravi = await server.enter('ravi')
      await store(meera, notice('a'), notice('b'))
      await server.call(ravi, readNotifications, { body: { notification_uuids: ['a'] } })
      await server.call(ravi, readNotifications, { body: {} })
      expect([
        await list(ravi),
        await list(ravi, { after: 'a' }),
        (await count(ravi)).used,
        (await count(meera)).unread_count,
      ]).toEqual([[], [], 0, 2])
    })

    test('beyond five thousand of a user lose the oldest', async () => {
      for (let from = 0; from < 5500; from += 500)
        await store(meera, ...Array.from({ length: 500 }, (_, n) => notice(`n-${from + n}`)))
      const { used } = await count(meera)
      expect([used, (await list(meera, { limit: '1' }))[0], await list(meera, { after: 'n-0' })]).toEqual([
        5000,
        'n-5499',
        [],
      ])
    })
  })
})
