import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../../../../server/refusal.ts'
import {
  type Attempt,
  type Budget,
  createSignInLimits,
  type SignInLimits,
  waitInWords,
} from '../../../../server/services/session/sign-in-limits.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { trimFailures } from '../../../../server/store/session/sign-in.ts'
import { clockAt, type HandClock } from '../../../support/clock.ts'
import { stores } from '../../../support/server/stores.ts'

const SECOND = 1000
const HOUR = 3_600_000

describe.each(stores)('failed sign-ins on $name', ({ open, isAbsent }) => {
  let clock: HandClock
  let store: Store
  let limits: SignInLimits
  beforeEach(async () => {
    if (isAbsent) return
    clock = clockAt('2026-11-20 10:00')
    store = await open()
    limits = createSignInLimits({ store, clock })
  })
  afterEach(() => (isAbsent ? undefined : store.close()))

  const unknown = (account: string, address: string): Budget[] => [
    { kind: 'accountAtAddress', of: `${account} ${address}` },
    { kind: 'account', of: account },
    { kind: 'address', of: address },
  ]
  const browser = (of: string): Budget[] => [{ kind: 'browser', of }]

  const fail = async (attempt: Attempt): Promise<void> => {
    await attempt.failed(store.db)
    attempt.over()
  }

  /** Seconds to wait, or 0 when it was let in and failed. */
  const failing = async (budgets: readonly Budget[]): Promise<number> => {
    try {
      await fail(await limits.begin(budgets))
      return 0
    } catch (error) {
      if (error instanceof Refusal && error.code === 'TOO_MANY') return error.retryAfterSeconds ?? -1
      throw error
    }
  }

  test.skipIf(isAbsent)(
    'wait a second after three, twice as long after each more, and five minutes at most',
    async () => {
      for (let n = 0; n < 3; n++) expect(await failing(unknown('meera', '10.0.0.1'))).toEqual(0)
      const waits: number[] = []
      for (let n = 0; n < 12; n++) {
        const wait = await failing(unknown('meera', '10.0.0.1'))
        waits.push(wait)
        clock.advance(wait * SECOND - 1)
        expect(await failing(unknown('meera', '10.0.0.1'))).toEqual(1)
        clock.advance(1)
        expect(await failing(unknown('meera', '10.0.0.1'))).toEqual(0)
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    },
  )

  test.skipIf(isAbsent)(
    'of one account at one address slow down neither others there nor its owner elsewhere',
    async () => {
      for (let n = 0; n < 3; n++) await failing(unknown('meera', '10.0.0.1'))
      expect([
        await failing(unknown('meera', '10.0.0.1')),
        await failing(unknown('ravi', '10.0.0.1')),
        await failing(unknown('meera', '10.0.0.2')),
      ]).toEqual([1, 0, 0])
    },
  )

  test.skipIf(isAbsent)(
    'of one account from everywhere are slowed down after twenty, but not in a browser it knows',
    async () => {
      for (let n = 0; n < 20; n++) expect(await failing(unknown('meera', `10.0.1.${n}`))).toEqual(0)
      expect([await failing(unknown('meera', '10.0.2.1')), await failing(browser('hers'))]).toEqual([1, 0])
    },
  )

  test.skipIf(isAbsent)('of one address are slowed down after a hundred, whatever the account', async () => {
    for (let n = 0; n < 100; n++) expect(await failing(unknown(`user${n}`, '10.0.0.1'))).toEqual(0)
    expect([await failing(unknown('ravi', '10.0.0.1')), await failing(unknown('ravi', '10.0.0.2'))]).toEqual([
      1, 0,
    ])
    clock.advance(HOUR / 4)
    expect(await failing(unknown('ravi', '10.0.0.1'))).toEqual(0)
  })

  test.skipIf(isAbsent)('are forgotten a day after the last, and by a right one', async () => {
    for (let n = 0; n < 5; n++) await failing(browser('hers'))
    expect(await failing(browser('hers'))).toEqual(1)
    clock.advance(24 * HOUR)
    for (let n = 0; n < 5; n++) expect(await failing(browser('hers'))).toEqual(0)
    clock.advance(SECOND)
    const right = await limits.begin(browser('hers'))
    await right.succeeded(store.db, ['browser'])
    right.over()
    const waits: number[] = []
    for (let n = 0; n < 6; n++) waits.push(await failing(browser('hers')))
    expect(waits).toEqual([0, 0, 0, 0, 0, 1])
  })

  test.skipIf(isAbsent)('survive a restart', async () => {
    for (let n = 0; n < 3; n++) await failing(unknown('meera', '10.0.0.1'))
    limits = createSignInLimits({ store, clock })
    expect(await failing(unknown('meera', '10.0.0.1'))).toEqual(1)
  })

  test.skipIf(isAbsent)('lock nobody out when the clock is set back', async () => {
    for (let n = 0; n < 3; n++) await failing(unknown('meera', '10.0.0.1'))
    clock.set(clock.now() - HOUR)
    expect(await failing(unknown('meera', '10.0.0.1'))).toEqual(1)
  })

  test.skipIf(isAbsent)('that come at once are no more than those that come one by one', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => failing(unknown('meera', '10.0.0.1'))))
    expect(outcomes.filter((wait) => wait === 0).length).toEqual(3)
  })

  test.skipIf(isAbsent)('are counted anew where one was decided while they were being read', async () => {
    let afterRead: () => Promise<void> = async () => {}
    const heldBack = <Query extends object>(query: Query): Query =>
      new Proxy(query, {
        get: (target, name) => {
          const part: unknown = Reflect.get(target, name)
          if (typeof part !== 'function') return part
          if (name !== 'execute') return (...given: unknown[]) => heldBack(part.apply(target, given))
          return async () => {
            const rows: unknown = await part.call(target)
            await afterRead()
            return rows
          }
        },
      })
    const db = { selectFrom: (table: 'sign_in_failure') => heldBack(store.db.selectFrom(table)) }
    limits = createSignInLimits({ store: Object.create(store, { db: { value: db } }), clock })
    for (let n = 0; n < 2; n++) await failing(unknown('meera', '10.0.0.1'))
    const last = await limits.begin(unknown('meera', '10.0.0.1'))
    afterRead = async () => {
      afterRead = async () => {}
      await fail(last)
    }
    expect(await failing(unknown('meera', '10.0.0.1'))).toEqual(1)
  })

  test.skipIf(isAbsent)('are none of those that come at once and are right', async () => {
    for (let n = 0; n < 3; n++) await failing(unknown('meera', '10.0.0.1'))
    clock.advance(SECOND)
    const signIn = async (): Promise<string> => {
      const attempt = await limits.begin(unknown('meera', '10.0.0.1'))
      await attempt.succeeded(store.db, ['accountAtAddress', 'account'])
      attempt.over()
      return 'in'
    }
    expect(await Promise.all(Array.from({ length: 12 }, signIn))).toEqual(Array(12).fill('in'))
    expect(await failing(unknown('meera', '10.0.0.1'))).toEqual(0)
  })

  test.skipIf(isAbsent)('are kept in bounded number, and under no name that was typed', async () => {
    for (let n = 0; n < 4; n++) {
      clock.advance(1)
      await failing(browser(`secret ${n}`))
    }
    const keysLeft = async () =>
      (await store.db.selectFrom('sign_in_failure').select('key').execute()).map(({ key }) => key)
    expect((await keysLeft()).every((key) => /^[0-9a-f]{64}$/.test(key))).toEqual(true)
    await trimFailures(store.db, { forgottenBefore: 0, keep: 2 })
    expect((await keysLeft()).length).toEqual(2)
    await trimFailures(store.db, { forgottenBefore: clock.now() + 1, keep: 2 })
    expect(await keysLeft()).toEqual([])
  })

  test.skipIf(isAbsent)('are looked through once in a hundred for those that are forgotten', async () => {
    await failing(browser('old'))
    clock.advance(25 * HOUR)
    const count = async () => (await store.db.selectFrom('sign_in_failure').select('key').execute()).length
    for (let n = 0; n < 98; n++) await failing(browser(`new ${n}`))
    const before = await count()
    await failing(browser('last'))
    expect([before, await count()]).toEqual([99, 99])
  })

  test.skipIf(isAbsent)('let a hundred wait for one before them, and no more', async () => {
    for (let n = 0; n < 2; n++) await failing(unknown('meera', '10.0.0.1'))
    await limits.begin(unknown('meera', '10.0.0.1'))
    const others = Array.from({ length: 101 }, () => limits.begin(unknown('meera', '10.0.0.1')))
    await expect(Promise.race(others)).rejects.toThrow('Too many sign-ins at once, try again in a moment')
  })
})

test('a wait is said in seconds or minutes', () => {
  expect([1, 2, 90, 91, 300].map(waitInWords)).toEqual([
    '1 second',
    '2 seconds',
    '90 seconds',
    '2 minutes',
    '5 minutes',
  ])
})
