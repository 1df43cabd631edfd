import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHistory } from '../../../../server/broker/history/create-history.ts'
import { createAccountHistory } from '../../../../server/services/analysis/account-history.ts'
import { createJournal } from '../../../../server/services/analysis/journal.ts'
import { createTaxReport } from '../../../../server/services/analysis/tax-report.ts'
import { createTripNotes } from '../../../../server/services/analysis/trip-notes.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { insertUser } from '../../../../server/store/session/users.ts'
import type { User, UserId } from '../../../../server/user.ts'
import { getJournal, getTripNotes, saveTripNotes } from '../../../../src/contract/journal.ts'
import { getTaxReport } from '../../../../src/contract/tax.ts'
import { taxYearOf } from '../../../../src/domain/analysis/tax/tax-year.ts'
import { fromRupees } from '../../../../src/domain/money.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { refusalOf } from '../../../support/orders/refusals.ts'
import { createStory, emptyLedger, owner, startLedger } from '../../../support/server/ledger.ts'
import { dataOf, startServer } from '../../../support/server/server.ts'
import { stores } from '../../../support/server/stores.ts'

const user = { id: owner } as User
const LATER = epochMs(Date.parse('2090-01-01'))
const parts = { clock: { now: () => epochMs(0) } as never, lastPrice: async () => fromRupees(990) }

const tell = async (store: Store, ...lines: readonly string[]): Promise<void> => {
  await emptyLedger(store)
  const { ledger } = await startLedger(store)
  const story = createStory(ledger)
  expect(await story.tell(...lines)).toEqual([])
  await ledger.abandon()
}

/** Scaled in, turned round, and half of that bought back: one closed trip, one that is held. */
const turned = [
  'a: buy 5 INFY MIS @1000',
  'a opened',
  'a filled 5 @1000',
  'b: buy 5 INFY MIS @990',
  'b opened',
  'b filled 5 @990',
  'c: sell 20 INFY MIS @1010',
  'c opened',
  'c filled 20 @1010',
  'd: buy 5 INFY MIS @1000',
  'd opened',
  'd filled 5 @1000',
]

describe.each(stores)('the journal on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store.close())

    test('lists trips with their own part of the fills, as the history has them, and values what is held', async () => {
      await tell(store, ...turned)
      const history = createHistory(store)
      const past = await createAccountHistory({ history, ...parts, readDays: async () => null })(
        user,
        'broker',
      )
      const [{ day } = { day: '' }] = past.days
      const read = createJournal({ history, ...parts })
      const { trips } = await read(user, { book: 'broker', from: day, to: day })
      const [closed, held] = trips
      expect(trips).toHaveLength(2)
      expect(past.trips).toEqual([{ ...closed, fills: undefined }])
      expect(closed).toMatchObject({
        ...{ isLong: true, quantity: 10, pnl: 150 },
        fills: [
          { side: 'buy', quantity: 5, price: 1_000 },
          { side: 'buy', quantity: 5, price: 990 },
          { side: 'sell', quantity: 10, price: 1_010 },
        ],
      })
      // 50 on what was bought back at 1,000, and 20 a unit on the five that are short at 990.
      expect(held).toMatchObject({ isLong: false, closedAt: null, quantity: 10, pnl: 150 })
      expect(await read(user, { book: 'broker', from: '2020-01-01', to: '2020-01-02' })).toMatchObject({
        trips: [],
      })
      expect((await read(user, { book: 'virtual', from: day, to: day })).trips).toEqual([])
    })

    test('keeps notes of one’s own trips alone; one that says nothing is removed', async () => {
      await tell(store, ...turned)
      const name = `n${Math.random().toString(36).slice(2, 9)}`
      await store.db.deleteFrom('trip_note').execute()
      await insertUser(store.db, {
        ...{ id: owner, name, password_hash: '-', must_change_password: 0, created_at: 0 },
      }).catch(() => {})
      const rows = await store.db
        .selectFrom('ledger_event')
        .select(['seq', 'kind'])
        .where('owner_id', '=', owner)
        .orderBy('seq')
        .execute()
      const [first = 0, second = 0] = rows.filter(({ kind }) => kind === 'order.filled').map(({ seq }) => seq)
      const opened = rows.find(({ kind }) => kind === 'account.opened')?.seq ?? 0
      const notes = createTripNotes({ store })
      const note = (trip: number, rating: number, ...tags: string[]) => ({
        ...{ trip, tags, mistakes: [], rating, text: '' },
      })
      await notes.save(user, { notes: [note(first, 2, 'pullback'), note(second, 3)] })
      await notes.save(user, { notes: [note(first, 5, 'pullback', 'news'), note(second, 0)] })
      expect(await notes.list(user)).toEqual([note(first, 5, 'pullback', 'news')])
      for (const strange of [opened, 9_999_999])
        expect(await refusalOf(notes.save(user, { notes: [note(first, 1), note(strange, 1)] }))).toBe(
          `NOT_FOUND: Error saving the note: no round trip of yours begins with fill ${strange}`,
        )
      const other = { id: 'somebody-else' as UserId } as User
      expect(await refusalOf(notes.save(other, { notes: [note(first, 1)] }))).toMatch(/^NOT_FOUND/)
      expect(await notes.list(other)).toEqual([])
      expect(await notes.list(user)).toEqual([note(first, 5, 'pullback', 'news')])
    })
  })
})

describe('the tax report', () => {
  test('is of the closed trades of its year, in their classes', async () => {
    const store = await stores[0].open()
    await tell(store, ...turned, 'e: buy 65 CALL NRML @100', 'e opened', 'e filled 65 @100')
    const read = createTaxReport({ history: createHistory(store), ...parts, clock: { now: () => LATER } })
    const past = (await createHistory(store).of(owner))(() => undefined)
    const year = String(taxYearOf(past.opening?.day ?? ('' as never)))
    const report = await read(user, { book: 'broker', year })
    // Fifteen of the twenty that were sold meet the buys of the day; five were never bought.
    expect(report.classes.map(({ of, trades, gross }) => [of, trades, gross])).toEqual([
      ['nonSpeculative', 0, 0],
      ['speculative', 3, 5 * 10 + 5 * 20 + 5 * 10],
      ['shortTerm', 0, 0],
      ['longTerm', 0, 0],
    ])
    expect(report.unmatched).toMatchObject([{ sym: 'NSE_INFY', quantity: 5 }])
    expect((await read(user, { book: 'broker', year: '2099' })).trades).toEqual([])
    await store.close()
  })
})

describe('the journal over HTTP', () => {
  test('is empty at first, and what cannot be a note is refused by name', async () => {
    const server = await startServer()
    const session = await server.enter('asha')
    const query = { book: 'broker' as const, from: '2026-11-23', to: '2026-11-27' }
    expect(dataOf(getJournal, await server.call(session, getJournal, { query })).trips).toEqual([])
    expect(dataOf(getTripNotes, await server.call(session, getTripNotes))).toEqual([])
    const tax = { query: { book: 'broker' as const, year: '2026' } }
    expect(dataOf(getTaxReport, await server.call(session, getTaxReport, tax))).toMatchObject({ trades: [] })
    const note = { trip: 7, tags: ['pullback'], mistakes: [], rating: 3, text: 'calm' }
    const save = (more: object) =>
      server.call(session, saveTripNotes, { body: { notes: [{ ...note, ...more }] } })
    for (const [more, named] of [
      [{ tags: ['Loud'] }, 'tags'],
      [{ rating: 6 }, 'rating'],
      [{ text: 'a\u202eb' }, 'text'],
      [{ trip: 1.5 }, 'trip'],
    ] as const) {
      const { statusCode, body } = await save(more)
      expect([statusCode, body]).toEqual([400, expect.stringContaining(named)])
    }
    expect((await save({})).statusCode).toBe(404)
  })
})
