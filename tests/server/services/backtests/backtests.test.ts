import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../../../../server/refusal.ts'
import { type Backtests, createBacktests } from '../../../../server/services/backtests/backtests.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { insertUser } from '../../../../server/store/session/users.ts'
import type { User, UserId } from '../../../../server/user.ts'
import { clockAt } from '../../../support/clock.ts'
import { stores } from '../../../support/server/stores.ts'

const params = {
  name: 'Golden Cross',
  interval: '15min',
  from: '2026-01-01',
  to: '2026-03-31',
  entry: {
    kind: 'compare',
    left: { kind: 'indicator', key: 'rsi', params: ['close', 14] },
    comparator: 'lower than',
    right: { kind: 'number', value: 30 },
  },
  oddKey_here: { 'INDICES_NIFTY 50': [1, null] },
}

const report = (finalPnl: number) => ({ final_pnl: finalPnl, trade_log: [{}, {}], source: 'simulated' })

const request = (slug: string, segSym: string, finalPnl = 10.05) => ({
  slug,
  segSym,
  algoUuid: 'a-1',
  backtestParams: params,
  backtestResults: { [segSym]: report(finalPnl) },
})

describe.each(stores)('saved backtests on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    const clock = clockAt('2026-11-20 10:00')
    let store: Store
    let backtests: Backtests
    let user: User
    beforeAll(async () => {
      store = await open()
      backtests = createBacktests({ store, clock })
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      user = await makeUser(store)
    })

    const refusalOf = async (act: Promise<unknown>): Promise<string> => {
      try {
        await act
        return 'done'
      } catch (error) {
        return error instanceof Refusal
          ? `${error.code}: ${[error.message, ...error.issues].join('; ')}`
          : String(error)
      }
    }

    test('take as many bytes as a user may have, and say what is used when there is no more room', async () => {
      const tight = createBacktests({ store, clock, bytesPerUser: 3 * 1024 * 1024 })
      const large = (slug: string, bytes: number) => ({
        ...request(slug, 'NSE_TCS'),
        backtestResults: { NSE_TCS: { ...report(1), padding: '₹'.repeat(bytes / 3) } },
      })
      await tight.save(user, large('first', 1.5 * 1024 * 1024))
      const refused =
        'NO_ROOM: Your saved backtests take 1.6 of 3 MB and this one needs 2.1 MB more; delete some first'
      expect(await refusalOf(tight.save(user, large('second', 2.001 * 1024 * 1024)))).toEqual(refused)
      expect((await tight.list(user, { page: 1, limit: null, search: '' })).total).toEqual(1)
      expect(await refusalOf(tight.save(user, large('first', 2.5 * 1024 * 1024)))).toEqual('done')
      const cumulative = { padding: 'x'.repeat(1024 * 1024) }
      expect(
        (await refusalOf(tight.saveCumulative(user, { slug: 'first', cumulative }))).slice(0, 38),
      ).toEqual('NO_ROOM: Your saved backtests take 2.6')
      await tight.delete(user, 'first', 'request')
      expect(await refusalOf(tight.save(user, large('second', 2.001 * 1024 * 1024)))).toEqual('done')
      expect(await refusalOf(tight.save(await makeUser(store), large('second', 2.5 * 1024 * 1024)))).toEqual(
        'done',
      )
    })

    test('what was saved comes back as it was, names and all', async () => {
      const id = await backtests.save(user, request('run-1', 'NSE_RELIANCE'))
      expect(await backtests.getSingle(user, 'run-1', 'NSE_RELIANCE')).toEqual({
        _id: id,
        segSym: 'NSE_RELIANCE',
        algoUuid: 'a-1',
        userUuid: user.id,
        backtestParams: params,
        backtestResults: { NSE_RELIANCE: report(10.05) },
        createdAt: clock.now(),
        updatedAt: clock.now(),
        slug: 'run-1',
      })
    })

    test('saving the same again answers the same id and changes nothing', async () => {
      const id = await backtests.save(user, request('run-1', 'NSE_TCS'))
      const before = await backtests.get(user, 'run-1')
      clock.advance(1000)
      expect(await backtests.save(user, request('run-1', 'NSE_TCS'))).toEqual(id)
      expect(await backtests.get(user, 'run-1')).toEqual(before)
    })

    test('the same saved many times at once is saved once', async () => {
      const ids = await Promise.all(
        Array.from({ length: 6 }, () => backtests.save(user, request('run-1', 'NSE_TCS'))),
      )
      expect(new Set(ids).size).toEqual(1)
      expect((await backtests.list(user, { page: 1, limit: null, search: '' })).total).toEqual(1)
    })

    test('another report for the symbol replaces the first under the same id', async () => {
      const id = await backtests.save(user, request('run-1', 'NSE_TCS', 1))
      expect(await backtests.save(user, request('run-1', 'NSE_TCS', 2))).toEqual(id)
      const { backtestResults } = await backtests.getSingle(user, 'run-1', 'NSE_TCS')
      expect(backtestResults).toEqual({ NSE_TCS: report(2) })
    })

    test('a run is saved with one set of parameters only', async () => {
      await backtests.save(user, request('run-1', 'NSE_TCS'))
      const other = { ...request('run-1', 'NSE_INFY'), backtestParams: { ...params, interval: 'day' } }
      expect(await refusalOf(backtests.save(user, other))).toEqual(
        'CONFLICT: This backtest is saved with other parameters',
      )
    })

    test.each([
      [
        { segSym: 'RELIANCE' },
        'MALFORMED: Error saving backtest; body.seg_sym: expected segment_symbol, such as NSE_RELIANCE',
      ],
      [
        { backtestResults: {} },
        'MALFORMED: Error saving backtest; body.backtest_results: expected exactly one report, under the name of seg_sym',
      ],
      [
        { backtestResults: { NSE_TCS: report(1), NSE_INFY: report(1) } },
        'MALFORMED: Error saving backtest; body.backtest_results: expected exactly one report, under the name of seg_sym',
      ],
    ])('%j is refused', async (change, sentence) => {
      expect(await refusalOf(backtests.save(user, { ...request('run-1', 'NSE_TCS'), ...change }))).toEqual(
        sentence,
      )
    })

    test('a run lists what it was about, sums its symbols to the paisa and keeps their order', async () => {
      await backtests.save(user, request('run-1', 'NSE_TCS', 0.1))
      clock.advance(1)
      const record = await backtests.save(user, request('run-1', 'NSE_INFY', 0.2))
      const [meta] = (await backtests.list(user, { page: 1, limit: null, search: '' })).data
      const about = {
        slug: 'run-1',
        name: 'Golden Cross',
        interval: '15min',
        from: '2026-01-01',
        to: '2026-03-31',
        entry: 'rsi(close,14) < 30',
        source: 'simulated',
        createdAt: clock.now() - 1,
        updatedAt: clock.now(),
      }
      expect(meta).toEqual({
        ...about,
        backtestUuid: meta?.backtestUuid,
        segSyms: ['NSE_TCS', 'NSE_INFY'],
        symbols: 2,
        finalPnl: 0.3,
        trades: 4,
      })
      expect(await backtests.getMeta(user, meta?.backtestUuid ?? '')).toEqual(meta)
      expect(await backtests.getMeta(user, record)).toEqual({
        ...about,
        backtestUuid: record,
        segSyms: ['NSE_INFY'],
        symbols: 1,
        finalPnl: 0.2,
        trades: 2,
      })
    })

    test('a run that was interrupted says how many symbols it was begun over', async () => {
      const instruments = ['NSE_TCS', 'NSE_INFY', 'NSE_SBIN']
      const asBegun = (segSym: string) => ({
        ...request('run-1', segSym),
        backtestParams: { ...params, instruments },
      })
      await backtests.save(user, asBegun('NSE_TCS'))
      const record = await backtests.save(user, asBegun('NSE_INFY'))
      const listed = async () => {
        const [meta] = (await backtests.list(user, { page: 1, limit: null, search: '' })).data
        return [meta?.segSyms.length, meta?.symbols]
      }
      expect([await listed(), (await backtests.getMeta(user, record)).symbols]).toEqual([[2, 3], 1])
      await backtests.save(user, asBegun('NSE_SBIN'))
      expect(await listed()).toEqual([3, 3])
    })

    test('the figures over all symbols are kept with the run', async () => {
      await backtests.save(user, request('run-1', 'NSE_TCS'))
      const cumulative = { final_pnl: 1, daily_returns: [['2026-01-01', null]] }
      await backtests.saveCumulative(user, { slug: 'run-1', cumulative })
      expect((await backtests.get(user, 'run-1')).cumulative).toEqual(cumulative)
      expect(await refusalOf(backtests.saveCumulative(user, { slug: 'none', cumulative }))).toEqual(
        'NOT_FOUND: No such backtest',
      )
    })

    test('pages are newest first and of twenty unless another size is asked for', async () => {
      for (let n = 1; n <= 23; n++) {
        clock.advance(1)
        await backtests.save(user, request(`run-${n}`, 'NSE_TCS'))
      }
      const slugs = async (page: number, limit: number | null) => {
        const { data, ...paging } = await backtests.list(user, { page, limit, search: '' })
        return { ...paging, slugs: data.map((run) => run.slug) }
      }
      expect(await slugs(2, null)).toEqual({
        currentPage: 2,
        perPage: 20,
        total: 23,
        totalPages: 2,
        slugs: ['run-3', 'run-2', 'run-1'],
      })
      expect((await slugs(1, 2)).slugs).toEqual(['run-23', 'run-22'])
      expect((await slugs(1, 999)).perPage).toEqual(100)
      expect((await slugs(9, 10)).slugs).toEqual([])
    })

    test.each([
      ['golden', ['b', 'a']],
      ['RELI', ['a']],
      ['nse_t', ['b']],
      ['RSI(close,14)', ['b', 'a']],
      ['%', []],
      ['_S', []],
      ["' or 1=1 --", []],
      ['nothing like it', []],
    ])('a search for %j finds %j', async (search, slugs) => {
      await backtests.save(user, request('a', 'NSE_RELIANCE'))
      clock.advance(1)
      await backtests.save(user, request('b', 'NSE_TCS'))
      const { data } = await backtests.list(user, { page: 1, limit: null, search })
      expect(data.map((run) => run.slug)).toEqual(slugs)
    })

    test('a deleted run is gone with all of its reports, and its deletion is on record', async () => {
      const id = await backtests.save(user, request('run-1', 'NSE_TCS'))
      await backtests.delete(user, 'run-1', 'request-1')
      expect(await refusalOf(backtests.getMeta(user, id))).toEqual('NOT_FOUND: No such backtest')
      expect(await refusalOf(backtests.delete(user, 'run-1', 'request-2'))).toEqual(
        'NOT_FOUND: No such backtest',
      )
      const entries = await store.db
        .selectFrom('audit')
        .select(['action', 'object', 'request'])
        .where('actor', '=', user.id)
        .execute()
      expect(entries).toEqual([{ action: 'backtest.deleted', object: 'run-1', request: 'request-1' }])
    })

    test("another user's run is as if it were not there", async () => {
      const id = await backtests.save(user, request('run-1', 'NSE_TCS'))
      const other = await makeUser(store)
      const nothing = 'NOT_FOUND: No such backtest'
      expect(await refusalOf(backtests.get(other, 'run-1'))).toEqual(nothing)
      expect(await refusalOf(backtests.getSingle(other, 'run-1', 'NSE_TCS'))).toEqual(nothing)
      expect(await refusalOf(backtests.getMeta(other, id))).toEqual(nothing)
      expect(await refusalOf(backtests.delete(other, 'run-1', 'r'))).toEqual(nothing)
      expect((await backtests.list(other, { page: 1, limit: null, search: '' })).total).toEqual(0)
      expect((await backtests.get(user, 'run-1')).records.map((record) => record._id)).toEqual([id])
    })

    test('figures too large to be money or counts still list', async () => {
      for (const segSym of ['NSE_TCS', 'NSE_INFY']) {
        const absurd = { final_pnl: 9e13, win_count: Number.MAX_SAFE_INTEGER, loss_count: 1 }
        await backtests.save(user, { ...request('run-1', segSym), backtestResults: { [segSym]: absurd } })
      }
      const [meta] = (await backtests.list(user, { page: 1, limit: null, search: '' })).data
      expect([meta?.finalPnl, meta?.trades]).toEqual([null, 2])
    })

    test('parameters of a version whose conditions are not known still list', async () => {
      const strange = {
        ...request('run-1', 'NSE_TCS'),
        backtestParams: { name: 7, entry: { kind: 'oracle' } },
      }
      const id = await backtests.save(user, strange)
      const { name, entry } = await backtests.getMeta(user, id)
      expect({ name, entry }).toEqual({ name: '', entry: '' })
    })
  })
})

const makeUser = async (store: Store): Promise<User> => {
  const user = { id: randomUUID() as UserId, name: `u${randomUUID().slice(0, 8)}` }
  await insertUser(store.db, { ...user, password_hash: '-', must_change_password: 0, created_at: 0 })
  return user
}
