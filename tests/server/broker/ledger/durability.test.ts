import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Committed } from '../../../../server/broker/broker.ts'
import type { PaperLedger } from '../../../../server/broker/ledger/create-ledger.ts'
import { replay } from '../../../../server/broker/ledger/recover.ts'
import { hashOfState } from '../../../../server/broker/ledger/state-text.ts'
import type { Rules } from '../../../../server/broker/rules.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { createLedgerStore } from '../../../../server/store/orders/ledger/ledger.ts'
import type { UserId } from '../../../../server/user.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import {
  createStory,
  emptyLedger,
  firstDay,
  marketAt,
  openRules,
  owner,
  placeCommand,
  startLedger,
} from '../../../support/server/ledger.ts'
import { stores } from '../../../support/server/stores.ts'

const market = marketAt(firstDay, 600)

const buy = (key: string, quantity = 65) =>
  placeCommand({ key, symbol: 'FUT', side: 'buy', quantity, price: 100 })

/** What a driver says when it fails. */
const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })

describe.each(stores)('the ledger on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    let ledger: PaperLedger
    beforeAll(async () => {
      store = await open()
    })
    beforeEach(async () => {
      await emptyLedger(store)
      ;({ ledger } = await startLedger(store))
    })
    afterEach(() => ledger.abandon())
    afterAll(() => store.close())

    const replayedHash = async (): Promise<string> =>
      hashOfState((await replay(createLedgerStore(store))).accounts)

    const restart = async (how: 'close' | 'abandon'): Promise<void> => {
      await ledger[how]()
      ;({ ledger } = await startLedger(store))
    }

    const liveDay = async (): Promise<void> => {
      const story = createStory(ledger)
      await story.tell('a: buy 65 FUT NRML @100', 'a opened', 'a filled 30 @100', 'b: buy 10 INFY cash @1000')
      await story.tell(
        'b opened',
        'b filled 10 @1000',
        'c: buy 65 FUT NRML @90 amo',
        'roll 2026-11-24 FUT=99',
      )
      await story.tell('d: sell 4 INFY cash @1000', 'd opened', 'd filled 4 @1001.05', 'modify a 130 @101')
    }

    test.each(['close', 'abandon'] as const)(
      'is the same after %s and start, and from the log alone',
      async (how) => {
        await liveDay()
        const before = [ledger.seq, ledger.lastAt, ledger.stateHash()]
        await restart(how)
        expect([ledger.seq, ledger.lastAt, ledger.stateHash()]).toEqual(before)
        expect(await replayedHash()).toBe(before[2])
      },
    )

    test('goes on after a snapshot', async () => {
      await liveDay()
      await restart('close')
      const story = createStory(ledger)
      await story.tell('e: buy 65 FUT NRML @100', 'e opened', 'e filled 65 @100')
      const before = ledger.stateHash()
      await restart('abandon')
      expect([ledger.stateHash(), await replayedHash()]).toEqual([before, before])
    })

    test('a damaged snapshot is passed over', async () => {
      await liveDay()
      const before = ledger.stateHash()
      await ledger.close()
      await store.db
        .updateTable('ledger_snapshot')
        .set({ state: Buffer.from('nonsense') })
        .execute()
      ;({ ledger } = await startLedger(store))
      expect(ledger.stateHash()).toBe(before)
    })

    test.each([
      ['a changed entry', sql`update ledger_event set body = '{}' where seq = 3`, 3],
      ['a removed entry', sql`delete from ledger_event where seq = 2`, 2],
    ])('%s is found at the start and nothing is written', async (_, tampering, seq) => {
      await liveDay()
      await ledger.abandon()
      await tampering.execute(store.db)
      await expect(startLedger(store)).rejects.toThrow(`The ledger is damaged at entry ${seq}`)
    })

    test('a second writer is refused, and let in when the first has gone', async () => {
      await expect(startLedger(store)).rejects.toThrow('Another server is writing the ledger')
      await ledger.abandon()
      const second = await startLedger(store)
      await second.ledger.abandon()
    })

    test('all commands of a turn are one commit', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          ledger.submit(`u-${index % 4}` as UserId, buy(`key-${index}`), market),
        ),
      )
      expect(answers.map(({ kind }) => kind)).toEqual(Array(40).fill('done'))
      expect([ledger.counts.commits, ledger.seq]).toEqual([1, 44])
    })

    test('of 50 with one key at once one is done and 49 are told of it', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => ledger.submit(owner, buy('the-key'), market)),
      )
      const repeats = answers.filter((answer) => answer.kind === 'done' && answer.isRepeat)
      const ids = answers.map((answer) => (answer.kind === 'done' ? answer.order?.id : null))
      expect([repeats.length, new Set(ids).size]).toEqual([49, 1])
    })

    test('one key of two owners is two orders', async () => {
      const owners = ['u-1', 'u-2'] as UserId[]
      const answers = await Promise.all(owners.map((user) => ledger.submit(user, buy('the-key'), market)))
      expect(answers.map((answer) => answer.kind === 'done' && answer.isRepeat)).toEqual([false, false])
      const [id] = answers.map((answer) => (answer.kind === 'done' ? answer.order?.id : undefined))
      expect(id === undefined ? 'none' : await ledger.findOrder(owners[1] ?? owner, id)).toBe(null)
    })

    test('of 100 at once, when 3 remain of the limit, 3 are accepted', async () => {
      await ledger.abandon()
      const refused = {
        kind: 'refused',
        stage: 'api',
        code: 'OPEN_ORDERS',
        message: 'no',
        raw: null,
      } as const
      const rules: Rules = {
        ...openRules,
        checkOrder: (account, intent, at) =>
          account.ordersToday >= 3 ? refused : openRules.checkOrder(account, intent, at),
      }
      ;({ ledger } = await startLedger(store, { rules }))
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => ledger.submit(owner, buy(`key-${index}`), market)),
      )
      expect(answers.filter(({ kind }) => kind === 'done').length).toBe(3)
    })

    test('orders refused at the door count for the rate, those refused for the rate do not', async () => {
      await ledger.abandon()
      const seen: number[] = []
      const rules: Rules = {
        ...openRules,
        checkOrder: ({ recentOrders }, { ticket }) => {
          seen.push(recentOrders.length)
          const code = ticket.quantity === 65 ? 'TICK_SIZE' : 'RATE_LIMIT'
          return { kind: 'refused', stage: 'api', code, message: 'no', raw: null }
        },
      }
      ;({ ledger } = await startLedger(store, { rules }))
      for (const [key, quantity] of [
        ['key-1', 65],
        ['key-2', 130],
        ['key-3', 65],
        ['key-4', 65],
      ] as const)
        await ledger.submit(owner, buy(key, quantity), market)
      await ledger.submit(owner, buy('key-5'), marketAt(firstDay, 600, epochMs(1_061_000)))
      expect([seen, ledger.seq]).toEqual([[0, 1, 1, 2, 0], 0])
    })

    test('an account whose sums do not hold takes cancels only', async () => {
      await ledger.abandon()
      const rules: Rules = { ...openRules, chargesOf: ({ filledQuantity }) => (filledQuantity / 2) as never }
      const started = await startLedger(store, { rules })
      ledger = started.ledger
      const story = createStory(ledger)
      await story.tell(
        'a: buy 130 FUT NRML @100',
        'a opened',
        'b: buy 65 FUT NRML @100',
        'b opened',
        'a filled 65 @100',
      )
      expect(started.faults).toEqual([{ owner, seq: 6, what: 'an amount is no whole number of paise' }])
      expect(
        await story.tell('c: buy 65 FUT NRML @100', 'modify b 130 @100', 'cancel b', 'b cancelled'),
      ).toEqual(['c: buy 65 FUT NRML @100 → CANCEL_ONLY', 'modify b 130 @100 → CANCEL_ONLY'])
    })

    test('watchers are told what is durable, in order, and the account as it was then', async () => {
      const told: Committed[] = []
      ledger.watch((committed) => told.push(...committed))
      await Promise.all([
        ledger.submit(owner, buy('key-1'), market),
        ledger.submit(owner, buy('key-2'), market),
      ])
      expect(
        told.map(({ seq, kind, account, order }) => [seq, kind, account.orders.size, order?.status]),
      ).toEqual([
        [1, 'account.opened', 0, undefined],
        [2, 'order.accepted', 1, 'OPEN PENDING'],
        [3, 'order.accepted', 2, 'OPEN PENDING'],
      ])
    })

    test('what is written along stands or falls with the commit', async () => {
      await ledger.abandon()
      let isBroken = true
      ;({ ledger } = await startLedger(store, {
        writeAlong: async (trx, committed) => {
          await trx
            .insertInto('candle_series')
            .values({ key: `${committed.length}`, interval: '1min' as never, changes: 1 })
            .execute()
          if (isBroken) throw failure('SQLITE_CONSTRAINT_NOTNULL')
        },
      }))
      await expect(ledger.submit(owner, buy('key-1'), market)).rejects.toThrow('nothing was done')
      const count = async () =>
        (await store.db.selectFrom('candle_series').select('key').execute()).map(({ key }) => key)
      expect([await count(), ledger.seq, ledger.accounts()]).toEqual([[], 0, []])
      isBroken = false
      expect((await ledger.submit(owner, buy('key-1'), market)).kind).toBe('done')
      expect([await count(), ledger.seq]).toEqual([['2'], 2])
      await store.db.deleteFrom('candle_series').execute()
    })

    test.each(['40001', '40P01'])(
      'a conflict (%s) is tried again inside, and makes one order',
      async (code) => {
        await ledger.abandon()
        let conflicts = 2
        ;({ ledger } = await startLedger(store, {
          writeAlong: async () => {
            if (conflicts-- > 0) throw failure(code)
          },
        }))
        expect((await ledger.submit(owner, buy('key-1'), market)).kind).toBe('done')
        expect([ledger.seq, ledger.counts.failedCommits]).toEqual([2, 0])
      },
    )

    test('when the store is full entries are refused and cancels go on', async () => {
      await ledger.abandon()
      let isFull = false
      ;({ ledger } = await startLedger(store, {
        writeAlong: async (_, committed) => {
          if (isFull && committed.some(({ kind }) => kind === 'order.accepted')) throw failure('SQLITE_FULL')
        },
      }))
      const first = await ledger.submit(owner, buy('key-1'), market)
      const orderId = first.kind === 'done' ? first.order?.id : undefined
      if (orderId === undefined) throw new Error('no order')
      isFull = true
      const [entry, cancel] = await Promise.allSettled([
        ledger.submit(owner, buy('key-2'), market),
        ledger.submit(owner, { kind: 'cancel', orderId, reason: null }, market),
      ])
      expect([entry.status, cancel.status]).toEqual(['rejected', 'fulfilled'])
      isFull = false
      expect((await ledger.submit(owner, buy('key-2'), market)).kind).toBe('done')
      expect(await replayedHash()).toBe(ledger.stateHash())
    })

    test('a disk that fails ends everything: nothing is acknowledged, nothing more is taken', async () => {
      await ledger.abandon()
      const started = await startLedger(store, {
        writeAlong: () => Promise.reject(failure('SQLITE_IOERR_FSYNC')),
      })
      ledger = started.ledger
      await expect(ledger.submit(owner, buy('key-1'), market)).rejects.toThrow(
        'The server has stopped taking orders',
      )
      await expect(ledger.submit(owner, buy('key-2'), market)).rejects.toThrow(
        'The server has stopped taking orders',
      )
      expect([started.lost.length, ledger.seq]).toEqual([1, 0])
    })

    test('a log that goes on under another hand is lost to this one', async () => {
      const started = { ledger, other: buy('key-2') }
      await started.ledger.submit(owner, buy('key-1'), market)
      const rows = await store.db.selectFrom('ledger_event').selectAll().orderBy('seq').execute()
      const last = rows.at(-1)
      if (last === undefined) throw new Error('no entry')
      await store.db
        .insertInto('ledger_event')
        .values({ ...last, seq: last.seq + 1, hash: 'f'.repeat(64) })
        .execute()
      await expect(started.ledger.submit(owner, started.other, market)).rejects.toThrow(
        'The server has stopped taking orders',
      )
    })

    test('a commit whose answer was lost is found in the log and not made again', async () => {
      await ledger.abandon()
      const broken = { ...store, db: withLostAnswer(store) }
      ;({ ledger } = await startLedger(broken))
      const answer = await ledger.submit(owner, buy('key-1'), market)
      expect([answer.kind, ledger.seq, ledger.counts.failedCommits]).toEqual(['done', 2, 1])
      expect(await ledger.submit(owner, buy('key-1'), market)).toEqual({ ...answer, isRepeat: true })
    })
  })
})

/** The database of which the first commit is made but answered by a broken connection. */
const withLostAnswer = (store: Store): Store['db'] => {
  let isBroken = false
  return new Proxy(store.db, {
    get: (db, name) => {
      if (name !== 'transaction') return Reflect.get(db, name).bind(db)
      return () => {
        const transaction = db.transaction()
        const execute = async (work: never) => {
          const result = await transaction.execute(work)
          if (isBroken) return result
          isBroken = true
          throw new Error('Connection terminated unexpectedly')
        }
        return { execute, setIsolationLevel: () => ({ execute }) }
      }
    },
  })
}
