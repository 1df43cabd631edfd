import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../../../../server/refusal.ts'
import { createBacktests } from '../../../../server/services/backtests/backtests.ts'
import { createStrategies, type Strategies } from '../../../../server/services/strategies/strategies.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { insertUser } from '../../../../server/store/session/users.ts'
import { parseStrategy, printStrategy } from '../../../../server/store/strategy-text.ts'
import type { User, UserId } from '../../../../server/user.ts'
import type { Strategy } from '../../../../src/domain/strategies/strategy.ts'
import { clockAt } from '../../../support/clock.ts'
import { stores } from '../../../support/server/stores.ts'
import { equityStrategy, limitedStrategy, optionsStrategy } from '../../../support/server/strategies.ts'

const equity = parseStrategy('equity', JSON.stringify(equityStrategy))
const limited = parseStrategy('equity', JSON.stringify(limitedStrategy))
const options = parseStrategy('options', JSON.stringify(optionsStrategy))
const DAY_MS = 86_400_000

const samples = [
  {
    slug: 'opt-sample-straddle',
    algoUuid: '11111111-1111-4111-8111-111111111111',
    strategy: { ...options, algoName: 'Sample straddle' },
  },
  {
    slug: 'eq-sample-dip',
    algoUuid: '22222222-2222-4222-8222-222222222222',
    strategy: { ...equity, algoName: 'Sample dip' },
  },
]

describe.each(stores)('strategies on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    const clock = clockAt('2026-11-20 10:00')
    let store: Store
    let strategies: Strategies
    let user: User
    beforeAll(async () => {
      store = await open()
      strategies = createStrategies({ store, clock, samples })
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      clock.set(Date.parse('2026-11-20T10:00:00+05:30'))
      user = await makeUser(store)
    })

    const named = (algoName: string, change: Partial<Strategy> = {}): Strategy =>
      ({ ...equity, algoName, ...change }) as Strategy
    const save = (strategy: Strategy, change: Parameters<Strategies['save']>[2] = {}) =>
      strategies.save(user, strategy, change)
    const names = async (query: Parameters<Strategies['list']>[1] = {}) =>
      (await strategies.list(user, query)).data.map((entry) => entry.algoName)

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

    test('what is saved comes back as it was, of either category', async () => {
      for (const strategy of [equity, limited, options]) {
        const { slug, algoUuid } = await save(strategy)
        expect(await strategies.get(user, slug)).toEqual({
          ...strategy,
          slug,
          algoUuid,
          version: 1,
          latestVersion: 1,
          isSample: false,
          createdAt: clock.now(),
          updatedAt: clock.now(),
        })
      }
    })

    test('its limits are kept by the names of the wire, and what was saved before them is read without', () => {
      expect(JSON.parse(printStrategy(limited))).toMatchObject({
        trailing: { distance: 0.5, after: 0.6 },
        entries: { per: 'day', most: 3 },
        losses_in_a_row: 2,
        quantity: { by: 'risk', value: 2_000 },
      })
      expect(parseStrategy('equity', printStrategy(limited))).toStrictEqual(limited)
      expect(printStrategy(equity)).not.toMatch(/trailing|entries|losses/)
      expect(Object.keys(equity).filter((key) => /trailing|entries|losses/.test(key))).toEqual([])
    })

    test('a version that adds limits says them', async () => {
      const { slug } = await save(equity)
      await save({ ...limited, algoName: equity.algoName }, { slug, version: 1 })
      const [newest] = await strategies.versions(user, slug)
      expect(newest?.changes).toEqual([
        'Quantity: risk ₹2,000, was 100% of the capital',
        'Stop and target: stop 5%, trailing 0.5% once 0.6% in profit, was stop 5%',
        'Limits: at most 3 entries a day, stops after 2 losses in a row, was none',
      ])
    })

    test('only the slug of an options strategy begins with opt, whatever the names are', async () => {
      const one = await save(named('Optimal entry'))
      const two = await save({ ...options, algoName: 'Equity hedge' })
      expect([one.slug.slice(0, 17), two.slug.slice(0, 17)]).toEqual([
        'eq-optimal-entry-',
        'opt-equity-hedge-',
      ])
    })

    test('saved again under the same id it is the same strategy, many times at once too', async () => {
      const algoUuid = randomUUID()
      const saved = await Promise.all(Array.from({ length: 5 }, () => save(equity, { algoUuid })))
      expect(new Set(saved.map(({ slug }) => slug)).size).toEqual(1)
      expect(await names()).toEqual(['RSI dip'])
      expect(await refusalOf(save(named('Another'), { algoUuid }))).toEqual(
        'CONFLICT: This algo_uuid belongs to another strategy',
      )
    })

    test('two strategies of one user have two names, in whatever letters; two users may share one', async () => {
      await save(equity)
      expect(await refusalOf(save(named('rsi DIP')))).toEqual(
        'CONFLICT: You have a strategy named rsi DIP already',
      )
      const other = await makeUser(store)
      expect((await strategies.save(other, equity, {})).version).toEqual(1)
    })

    test('each save is a version that stays readable, and one that changes nothing is none', async () => {
      const { slug } = await save(equity)
      clock.advance(60_000)
      const second = named('RSI dip', { entryLogic: 'rsi(14) < 25', stopLoss: null } as Partial<Strategy>)
      expect((await save(second, { slug, version: 1 })).version).toEqual(2)
      expect((await save(second, { slug, version: 2 })).version).toEqual(2)
      expect(await strategies.get(user, slug, 1)).toMatchObject({ ...equity, version: 1, latestVersion: 2 })
      expect(await strategies.get(user, slug)).toMatchObject({ ...second, version: 2 })
      expect(await refusalOf(strategies.get(user, slug, 3))).toEqual(
        'NOT_FOUND: No version 3 of this strategy',
      )
      expect(await strategies.versions(user, slug)).toEqual([
        {
          version: 2,
          savedAt: clock.now(),
          changes: [
            'Entry: rsi(14) < 25, was rsi(14) < 30 and close > sma(close,200)',
            'Stop and target: none, was stop 5%',
          ],
        },
        { version: 1, savedAt: clock.now() - 60_000, changes: [] },
      ])
    })

    test('a save made from an older version is refused with the newer one, and loses nothing', async () => {
      const { slug } = await save(equity)
      await save(named('Mine'), { slug, version: 1 })
      expect(await refusalOf(save(named('Theirs'), { slug, version: 1 }))).toEqual(
        'VERSION_CONFLICT: Version 2 was saved on 2026-11-20 at 10:00; this change was made from version 1',
      )
      expect(await names()).toEqual(['Mine'])
      // What the first answer may have been lost of is no conflict.
      expect((await save(named('Mine'), { slug, version: 1 })).version).toEqual(2)
    })

    test.each<[string, Partial<Record<string, unknown>>, string]>([
      [
        'a name in other letters',
        { algoName: 'RSI/dip' },
        'body.algo_name: Use letters, digits, spaces and & only, 60 at most',
      ],
      [
        'a rule that does not parse',
        { entryLogic: 'rsi(14) <' },
        'body.entry_logic: column 10: found the end, expected',
      ],
      ['no instrument', { segSyms: [] }, 'body.seg_syms: expected an instrument'],
      ['one named twice', { segSyms: ['NSE_TCS', 'NSE_TCS'] }, 'body.seg_syms.1: NSE_TCS is named twice'],
      ['a stop over the cap', { stopLoss: 1000 }, 'body.stop_loss: expected above 0, at most 999'],
      ['futures in cash', { segSyms: ['INDICES_NIFTY 50'] }, 'body.product: cash is for shares'],
      [
        'a window that ends before it starts',
        { tradingStopTime: '09:00' },
        'body.trading_stop_time: expected a time after 09:15',
      ],
      [
        'half a share',
        { quantity: { by: 'shares', value: 0.5 } },
        'body.quantity.value: expected whole shares',
      ],
      [
        'a risk without a stop',
        { quantity: { by: 'risk', value: 2_000 }, stopLoss: null },
        'body.quantity.by: expected a stop loss, because the risk is what is lost there',
      ],
      [
        'a risk with a stop in rupees',
        { quantity: { by: 'risk', value: 2_000 }, tpslType: 'abs' },
        'body.quantity.by: expected a stop in percent or points',
      ],
      [
        'a trailing stop of 0',
        { trailing: { distance: 0, after: null } },
        'body.trailing.distance: expected above 0, at most 999',
      ],
      [
        'no entries',
        { entries: { per: 'day', most: 0 } },
        'body.entries.most: expected a whole number from 1 to 10000',
      ],
      ['no losses', { lossesInARow: 0 }, 'body.losses_in_a_row: expected a whole number from 1 to 10000'],
      ['half a lot', { quantity: { by: 'lots', value: 0.5 } }, 'body.quantity.value: expected whole lots'],
    ])('%s is refused by field, and nothing is kept', async (_, change, issue) => {
      const refusal = await refusalOf(save(named('RSI dip', change as Partial<Strategy>)))
      expect(refusal.slice(0, `MALFORMED: Error saving strategy; ${issue}`.length)).toEqual(
        `MALFORMED: Error saving strategy; ${issue}`,
      )
      expect(await names()).toEqual([])
    })

    test('a copy takes a free name, and copying again under its id is the same copy', async () => {
      const { slug } = await save(equity)
      const algoUuid = randomUUID()
      const [copy, again] = [
        await strategies.copy(user, { slug, algoUuid }),
        await strategies.copy(user, { slug, algoUuid }),
      ]
      expect(again).toEqual(copy)
      await strategies.copy(user, { slug: copy.slug })
      await strategies.copy(user, { slug: 'eq-sample-dip' })
      await strategies.copy(user, { slug: 'opt-sample-straddle', algoName: 'My straddle' })
      expect(await names({ sort: 'name' })).toEqual([
        'My straddle',
        'RSI dip',
        'RSI dip 2',
        'RSI dip 3',
        'Sample dip',
      ])
      expect(await refusalOf(strategies.copy(user, { slug: 'eq-nothing-1' }))).toEqual(
        'NOT_FOUND: No such strategy',
      )
    })

    test('a deleted strategy is gone until it is restored, within 30 days', async () => {
      const { slug, algoUuid } = await save(equity)
      await strategies.delete(user, 'equity', algoUuid, 'request-1')
      expect(await names()).toEqual([])
      expect(await refusalOf(strategies.get(user, slug))).toEqual('NOT_FOUND: No such strategy')
      expect(await refusalOf(strategies.delete(user, 'equity', algoUuid, 'request-2'))).toEqual(
        'NOT_FOUND: No such strategy',
      )
      expect((await strategies.restore(user, algoUuid)).slug).toEqual(slug)
      expect((await strategies.get(user, slug)).algoName).toEqual('RSI dip')

      await strategies.delete(user, 'equity', algoUuid, 'request-3')
      await save(equity)
      expect(await refusalOf(strategies.restore(user, algoUuid))).toEqual(
        'CONFLICT: You have a strategy named RSI dip already',
      )
      clock.advance(30 * DAY_MS + 1)
      await save(named('Later'))
      expect(await refusalOf(strategies.restore(user, algoUuid))).toEqual('NOT_FOUND: No such strategy')
    })

    test('is deleted on the path of its category only', async () => {
      const { algoUuid } = await save(equity)
      expect(await refusalOf(strategies.delete(user, 'options', algoUuid, 'request'))).toEqual(
        'NOT_FOUND: No such strategy',
      )
    })

    describe('the list', () => {
      beforeEach(async () => {
        await save(named('Alpha', { trend: 'bullish', subCategory: 'trend' }))
        clock.advance(1000)
        await save(named('beta', { trend: 'bearish', subCategory: 'swing', note: '100% of ITC' }))
        clock.advance(1000)
        await save({ ...options, algoName: 'Gamma' })
      })

      test.each<[string, Parameters<Strategies['list']>[1], string[]]>([
        ['newest change first', {}, ['Gamma', 'beta', 'Alpha']],
        ['oldest first', { sort: 'created' }, ['Alpha', 'beta', 'Gamma']],
        ['by name whatever the letters', { sort: 'name' }, ['Alpha', 'beta', 'Gamma']],
        ['by name backwards', { sort: '-name' }, ['Gamma', 'beta', 'Alpha']],
        ['of two trends', { trend: 'bullish,neutral', sort: 'name' }, ['Alpha', 'Gamma']],
        ['of a sub-category', { subCategory: 'swing' }, ['beta']],
        ['by a word of the note, % being a letter', { search: '100%' }, ['beta']],
        ['by a word of the rule', { search: 'SMA(close', sort: 'name' }, ['Alpha', 'beta']],
        ['by a leg', { search: 'sell atm pe' }, ['Gamma']],
        ['by an instrument', { search: 'infy', sort: 'name' }, ['Alpha', 'beta']],
        ['of the second page', { limit: '2', page: '2', sort: 'name' }, ['Gamma']],
        ['of a page behind the last', { page: '9' }, []],
      ])('is %s', async (_, query, expected) => {
        expect(await names(query)).toEqual(expected)
      })

      test('counts each trend under the search, and pages under the trend', async () => {
        const { data: _, ...page } = await strategies.list(user, {
          search: 'tcs',
          trend: 'bearish',
          limit: '1',
        })
        expect(page).toEqual({
          currentPage: 1,
          perPage: 1,
          total: 1,
          totalPages: 1,
          trendCounts: { bullish: 1, bearish: 1, neutral: 0, others: 0 },
        })
      })

      test('says what each does, in words', async () => {
        const [gamma, beta] = (await strategies.list(user, {})).data
        expect([gamma?.entry, gamma?.exit, gamma?.legs, gamma?.segSyms]).toEqual([
          'at 09:20',
          'at 15:15, combined stop ₹5,000, lock ₹1,500 after ₹4,000',
          ['Sell ATM CE, stop 30%', 'Sell ATM PE, stop 30%'],
          ['INDICES_NIFTY 50'],
        ])
        expect([beta?.entry, beta?.exit]).toEqual([
          'rsi(14) < 30 and close > sma(close,200)',
          'rsi(14) > 55, stop 5%',
        ])
      })

      test('shows the newest backtest of a strategy, sorts by it with the untested last, and forgets it with its run', async () => {
        const backtests = createBacktests({ store, clock })
        const test = async (name: string, slug: string, figure: number) => {
          const [entry] = (await strategies.list(user, { search: name })).data
          if (entry === undefined) throw new Error(name)
          const params = {
            name,
            from: '2026-01-01',
            to: '2026-03-31',
            strategy: { algo_uuid: entry.algoUuid, slug: entry.slug, version: 1 },
          }
          await backtests.save(user, {
            slug,
            segSym: 'NSE_TCS',
            algoUuid: entry.algoUuid,
            backtestParams: params,
            backtestResults: { NSE_TCS: { final_pnl: figure } },
          })
          await backtests.saveCumulative(user, { slug, cumulative: cumulative(figure) })
        }
        await test('alpha', 'alpha-1', 4)
        await test('beta', 'beta-1', 9)
        await test('alpha', 'alpha-2', -3)
        expect(await names({ sort: '-return' })).toEqual(['beta', 'Alpha', 'Gamma'])
        expect(await names({ sort: 'return' })).toEqual(['Alpha', 'beta', 'Gamma'])
        const [alpha] = (await strategies.list(user, { search: 'alpha' })).data
        expect(alpha?.lastBacktest).toEqual({
          slug: 'alpha-2',
          version: 1,
          at: clock.now(),
          symbols: 1,
          from: '2026-01-01',
          to: '2026-03-31',
          finalPnl: -3,
          return: -3,
          maxDraw: 2,
          sharpe: 1.5,
          trades: 7,
          wins: 3,
          curve: [1, 0.5, 0.5],
        })
        await backtests.delete(user, 'alpha-2', 'request')
        expect((await strategies.list(user, { search: 'alpha' })).data[0]?.lastBacktest).toEqual(null)
      })
    })

    test('samples are listed, filtered and sorted as one’s own, and belong to nobody', async () => {
      expect(await names({ sample: 'true', sort: 'name' })).toEqual(['Sample dip', 'Sample straddle'])
      expect(await names({ sample: 'true', trend: 'neutral' })).toEqual(['Sample straddle'])
      expect(await names({ sample: 'true', search: 'RSI(14)' })).toEqual(['Sample dip'])
      expect(await names({ sample: 'true', subCategory: 'swing' })).toEqual([])
      expect(await strategies.get(user, 'eq-sample-dip')).toMatchObject({ isSample: true, version: 1 })
      expect(await strategies.versions(user, 'eq-sample-dip')).toEqual([
        { version: 1, savedAt: 0, changes: [] },
      ])
      expect(await refusalOf(save(equity, { slug: 'eq-sample-dip' }))).toEqual('NOT_FOUND: No such strategy')
    })

    test('another user sees, changes, copies and deletes none of them', async () => {
      const { slug, algoUuid } = await save(equity)
      const other = await makeUser(store)
      for (const act of [
        () => strategies.get(other, slug),
        () => strategies.versions(other, slug),
        () => strategies.copy(other, { slug }),
        () => strategies.save(other, equity, { slug }),
        () => strategies.delete(other, 'equity', algoUuid, 'request'),
        () => strategies.restore(other, algoUuid),
      ])
        expect(await refusalOf(act())).toEqual('NOT_FOUND: No such strategy')
      // An id is one's own only: the same id names nothing of another user.
      expect((await strategies.save(other, equity, { algoUuid })).algoUuid).toEqual(algoUuid)
      expect(await names()).toEqual(['RSI dip'])
    })
  })
})

const cumulative = (figure: number) => ({
  symbols: 1,
  final_pnl: figure,
  return: figure,
  max_draw: 2,
  merged_max_draw: 5,
  sharpe: 1.5,
  merged_sharpe: 0.5,
  win_count: 3,
  loss_count: 4,
  daily_returns: [
    ['2026-01-01', 1],
    ['2026-01-02', -0.5],
    ['2026-01-05', null],
  ],
})

const makeUser = async (store: Store): Promise<User> => {
  const user = { id: randomUUID() as UserId, name: `u${randomUUID().slice(0, 8)}` }
  await insertUser(store.db, { ...user, password_hash: '-', must_change_password: 0, created_at: 0 })
  return user
}
