import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createDrills,
  type DrillParts,
  type MarketShocks,
} from '../../../../server/services/learning/drills.ts'
import { createLateAnswers } from '../../../../server/services/learning/late-answers.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { insertUser } from '../../../../server/store/session/users.ts'
import type { UserId } from '../../../../server/user.ts'
import { clockAt, type HandClock } from '../../../support/clock.ts'
import { refusalOf } from '../../../support/orders/refusals.ts'
import { stores } from '../../../support/server/stores.ts'

const makeUser = async (store: Store) => {
  const user = { id: randomUUID() as UserId, name: `u${randomUUID().slice(0, 8)}` }
  await insertUser(store.db, { ...user, password_hash: '-', must_change_password: 0, created_at: 0 })
  return user
}

const MINUTE = 60_000

describe.each(stores)('drills on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    let clock: HandClock
    let user: { id: UserId }
    let frozen: (readonly [UserId, number])[]
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      user = await makeUser(store)
      clock = clockAt('2026-11-20 10:00')
      frozen = []
    })

    const start = (of: Partial<DrillParts> = {}) =>
      createDrills({
        ...{ store, clock, shocks: null, tradingUsers: () => [], broker: { book: 'virtual' } },
        market: { now: () => clock.now() + 5 * MINUTE, speed: 2 },
        late: createLateAnswers({ now: clock.now }),
        freezeQuotes: (of, until) => frozen.push([of, until]),
        ...of,
      })

    const shocks: MarketShocks = {
      add: async () => ({ id: 's', startsAt: clock.now() + 6 * MINUTE, endsAt: clock.now() + 21 * MINUTE }),
    }

    test('freeze the quotes of their user for a minute, and are kept', async () => {
      const drills = start()
      const begun = clock.now()
      const drill = await drills.begin(user, { kind: 'quotes', share: null })
      expect(drill).toEqual({
        ...{
          id: drill.id,
          kind: 'quotes',
          share: null,
          begunAt: begun,
          endsAt: begun + MINUTE,
          endedAt: null,
        },
        ...{ marketFrom: begun + 5 * MINUTE, marketTo: begun + 7 * MINUTE },
      })
      expect(frozen).toEqual([[user.id, begun + MINUTE]])
      expect(await drills.list(await makeUser(store))).toEqual([])
      clock.advance(MINUTE - 1)
      expect(await drills.list(user)).toEqual([drill])
      clock.advance(1)
      expect(await drills.list(user)).toEqual([{ ...drill, endedAt: begun + MINUTE }])
      expect(await refusalOf(drills.end(user))).toBe('CONFLICT: No drill is running')
    })

    test('are one at a time, and end early where they concern their user alone', async () => {
      const drills = start()
      const drill = await drills.begin(user, { kind: 'quotes', share: null })
      expect(await refusalOf(drills.begin(user, { kind: 'broker', share: null }))).toBe(
        'CONFLICT: Another drill is running: quotes freeze. One at a time',
      )
      await drills.begin(await makeUser(store), { kind: 'broker', share: null })
      clock.advance(10_000)
      const ended = { ...drill, endedAt: clock.now(), marketTo: clock.now() + 5 * MINUTE }
      expect(await drills.end(user)).toEqual(ended)
      expect(frozen.at(-1)).toEqual([user.id, 0])
      clock.advance(1_000)
      await drills.begin(user, { kind: 'broker', share: null })
      expect((await drills.list(user)).map(({ kind, endedAt }) => [kind, endedAt])).toEqual([
        ['broker', null],
        ['quotes', ended.endedAt],
      ])
    })

    test('two begun in one instant: one runs, the other is refused', async () => {
      const drills = start()
      const both = await Promise.allSettled([
        drills.begin(user, { kind: 'quotes', share: null }),
        drills.begin(user, { kind: 'broker', share: null }),
      ])
      expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    })

    test('of one user are over after a restart; an expired session is over with the next sign-in', async () => {
      await start().begin(user, { kind: 'quotes', share: null })
      clock.advance(5_000)
      const again = start()
      expect((await again.list(user)).map(({ endedAt }) => endedAt)).toEqual([clock.now()])
      await again.begin(user, { kind: 'session', share: null })
      clock.advance(20_000)
      expect((await again.list(user))[0]?.endedAt).toBe(null)
      await again.signedIn(user.id)
      expect((await again.list(user))[0]?.endedAt).toBe(clock.now())
    })

    test('of the market are refused without a port, and while others trade there', async () => {
      expect(await refusalOf(start().begin(user, { kind: 'crash', share: null }))).toBe(
        'CONFLICT: This market has no flash crash drill: its prices cannot be moved',
      )
      const others = ['a', 'b'].map((id) => id as UserId)
      const shared = start({ shocks, tradingUsers: () => [user.id, ...others] })
      expect(await refusalOf(shared.begin(user, { kind: 'gap', share: null }))).toBe(
        'CONFLICT: The market is shared: 2 other users hold positions, orders or running deployments. Try again once there are none',
      )
      expect(await shared.list(user)).toEqual([])
    })

    test('of the market run their course by market time, also over a restart', async () => {
      const drills = start({ shocks, tradingUsers: () => [user.id] })
      expect(await refusalOf(drills.begin(user, { kind: 'circuit', share: null }))).toBe(
        'MALFORMED: A circuit drill needs a share, as in: drill circuit INFY',
      )
      const drill = await drills.begin(user, { kind: 'circuit', share: 'NSE_INFY' })
      expect([drill.share, drill.endsAt, drill.endedAt]).toEqual(['NSE_INFY', null, null])
      expect(await refusalOf(drills.end(user))).toBe(
        'CONFLICT: A drill of the market cannot be ended: prices run their course',
      )
      clock.advance(15 * MINUTE)
      expect((await start({ shocks }).list(user))[0]?.endedAt).toBe(null)
      clock.advance(MINUTE)
      expect((await drills.list(user))[0]?.endedAt).toBe(clock.now())
    })

    test('are for virtual money', async () => {
      const real = start({ broker: { book: 'broker' } })
      expect(await refusalOf(real.begin(user, { kind: 'quotes', share: null }))).toBe(
        'CONFLICT: Drills are for virtual money: this account trades at a real broker',
      )
    })
  })
})
