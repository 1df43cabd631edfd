import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../../../server/refusal.ts'
import { createWatchlists, type Watchlists } from '../../../server/services/watchlists.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { insertUser } from '../../../server/store/session/users.ts'
import type { User, UserId } from '../../../server/user.ts'
import {
  deleteWatchlist,
  getWatchlists,
  removeWatchlistItems,
  saveWatchlist,
  WATCHLIST_SYMBOLS_MAX,
  WATCHLISTS_MAX,
} from '../../../src/contract/watchlists.ts'
import { dataOf, startServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

describe.each(stores)('watchlists on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    let watchlists: Watchlists
    let user: User
    beforeAll(async () => {
      store = await open()
      watchlists = createWatchlists({ store })
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      user = await makeUser(store)
    })

    const add = (name: string, symbols: string) => watchlists.save(user, { name, symbols, mode: 'add' })
    const replace = (name: string, symbols: string) =>
      watchlists.save(user, { name, symbols, mode: 'replace' })
    const remove = (name: string, symbols: string) => watchlists.removeItems(user, { name, symbols })
    const all = async () => (await watchlists.list(user)).map(({ name, symbols }) => `${name}: ${symbols}`)

    test('lists and symbols keep the order in which they came', async () => {
      await add('Zinc', 'NSE_TCS,INDICES_NIFTY 50')
      await add('Banks', 'NSE_SBIN')
      await add('Zinc', 'NSE_INFY')
      expect(await all()).toEqual(['Zinc: NSE_TCS,INDICES_NIFTY 50,NSE_INFY', 'Banks: NSE_SBIN'])
    })

    test.each([
      [' NSE_TCS , ,,NSE_INFY,', 'NSE_TCS,NSE_INFY'],
      ['NSE_TCS,NSE_INFY,NSE_TCS', 'NSE_TCS,NSE_INFY'],
      ['NSE_M&M', 'NSE_M&M'],
      ['', ''],
    ])('%j is kept as %j', async (given, kept) => {
      expect(await add('List', given)).toEqual({ name: 'List', symbols: kept })
      expect(await all()).toEqual([`List: ${kept}`])
    })

    test('adding what is there changes nothing, replacing sets list and order', async () => {
      await add('List', 'NSE_TCS,NSE_INFY,NSE_SBIN')
      expect((await add('List', 'NSE_INFY')).symbols).toBe('NSE_TCS,NSE_INFY,NSE_SBIN')
      expect((await replace('List', 'NSE_SBIN,NSE_TCS')).symbols).toBe('NSE_SBIN,NSE_TCS')
    })

    test('ordering takes away nothing that was added meanwhile, and adds nothing', async () => {
      await add('List', 'NSE_TCS,NSE_INFY,NSE_SBIN')
      const ordered = await watchlists.save(user, {
        name: 'List',
        symbols: 'NSE_INFY,NSE_GONE,NSE_TCS',
        mode: 'order',
      })
      expect(ordered.symbols).toBe('NSE_INFY,NSE_TCS,NSE_SBIN')
    })

    test('symbols are taken off, and what is not there is no matter', async () => {
      await add('List', 'NSE_TCS,NSE_INFY,NSE_SBIN')
      expect(await remove('List', ' NSE_INFY, NSE_NONE')).toEqual({
        name: 'List',
        symbols: 'NSE_TCS,NSE_SBIN',
      })
      expect((await remove('List', 'NSE_TCS,NSE_SBIN')).symbols).toBe('')
      expect(await all()).toEqual(['List: '])
    })

    test('a symbol of no segment is refused by name, and nothing is kept', async () => {
      expect(await refusalOf(add('List', 'NSE_TCS,MCX_GOLD,SBIN'))).toBe(
        'MALFORMED: Error adding to watchlist; ' +
          'body.symbols: "MCX_GOLD" is not a segment_symbol; segments are NSE, BSE, NFO-FUT, NFO-OPT, BFO-FUT, BFO-OPT, INDICES; ' +
          'body.symbols: "SBIN" is not a segment_symbol; segments are NSE, BSE, NFO-FUT, NFO-OPT, BFO-FUT, BFO-OPT, INDICES',
      )
      expect(await all()).toEqual([])
    })

    test('a list that is not there cannot be removed, nor what is on it', async () => {
      expect(await refusalOf(watchlists.delete(user, 'None'))).toBe('NOT_FOUND: No watchlist called None')
      expect(await refusalOf(remove('None', 'NSE_TCS'))).toBe('NOT_FOUND: No watchlist called None')
    })

    test('nobody sees, changes or removes the list of another', async () => {
      await add('List', 'NSE_TCS')
      const other = await makeUser(store)
      expect(await watchlists.list(other)).toEqual([])
      await watchlists.save(other, { name: 'List', symbols: 'NSE_SBIN', mode: 'replace' })
      await watchlists.delete(other, 'List')
      expect(await refusalOf(watchlists.removeItems(other, { name: 'List', symbols: 'NSE_TCS' }))).toBe(
        'NOT_FOUND: No watchlist called List',
      )
      expect(await all()).toEqual(['List: NSE_TCS'])
    })

    test('a full list takes no more, and says how many it would hold', async () => {
      const symbols = Array.from({ length: WATCHLIST_SYMBOLS_MAX }, (_, index) => `NSE_S${index}`).join(',')
      await add('Full', symbols)
      await add('Full', 'NSE_S0')
      expect(await refusalOf(add('Full', 'NSE_MORE'))).toBe(
        'CONFLICT: At most 500 symbols in a watchlist; Full would have 501',
      )
      expect((await watchlists.list(user))[0]?.symbols).toBe(symbols)
    })

    test('as many lists as may be, and not one more', async () => {
      for (let made = 0; made < WATCHLISTS_MAX; made++) await add(`List ${made}`, '')
      expect(await refusalOf(add('More', ''))).toBe('CONFLICT: At most 50 watchlists; delete one first')
      await watchlists.delete(user, 'List 7')
      await add('More', '')
      expect((await all()).at(-1)).toBe('More: ')
    })

    test('what many add at once is all there', async () => {
      const names = Array.from({ length: 8 }, (_, index) => `NSE_S${index}`)
      await Promise.all(names.map((name) => add('List', name)))
      const [list] = await watchlists.list(user)
      expect(list?.symbols.split(',').sort()).toEqual(names)
    })
  })
})

test('watchlists are reached by their calls', async () => {
  const server = await startServer()
  const session = await server.enter('asha')
  const saved = await server.call(session, saveWatchlist, {
    body: { name: ' Auto & more ', symbols: 'NSE_M&M, ' },
  })
  expect(dataOf(saveWatchlist, saved)).toEqual({ name: 'Auto & more', symbols: 'NSE_M&M' })
  const removed = await server.call(session, removeWatchlistItems, {
    body: { name: 'Auto & more', symbols: 'NSE_M&M' },
  })
  expect(dataOf(removeWatchlistItems, removed)).toEqual({ name: 'Auto & more', symbols: '' })
  expect(dataOf(getWatchlists, await server.call(session, getWatchlists))).toEqual([
    { name: 'Auto & more', symbols: '' },
  ])
  const path = { ...deleteWatchlist, path: `/watchlist/${encodeURIComponent('Auto & more')}` }
  expect((await server.call(session, path)).statusCode).toBe(200)
  expect((await server.call(session, path)).statusCode).toBe(404)
  expect((await server.call(session, saveWatchlist, { body: { name: 'a,b', symbols: '' } })).json()).toEqual({
    status: 'error',
    data: null,
    message: 'Error adding to watchlist',
    code: 'MALFORMED',
    issues: ['body.name: Use letters, digits, spaces and & only'],
  })
  await server.close()
})

const makeUser = async (store: Store): Promise<User> => {
  const user = { id: randomUUID() as UserId, name: `u${randomUUID().slice(0, 8)}` }
  await insertUser(store.db, { ...user, password_hash: '-', must_change_password: 0, created_at: 0 })
  return user
}

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
