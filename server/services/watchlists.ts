import { WATCHLIST_SYMBOLS_MAX, WATCHLISTS_MAX, type WatchlistMode } from '../../src/contract/watchlists.ts'
import { parseInstrumentId, segments } from '../../src/domain/instruments/instrument.ts'
import { Refusal } from '../refusal.ts'
import type { Store } from '../store/database/database.ts'
import { inTransaction, isDuplicate } from '../store/database/transaction.ts'
import {
  deleteWatchlist,
  insertWatchlist,
  listWatchlists,
  updateWatchlist,
  type WatchlistRow,
} from '../store/watchlists.ts'
import type { User } from '../user.ts'

interface Watchlist {
  readonly name: string
  /** `segment_symbol`s between commas, in the user's order. */
  readonly symbols: string
}

const SYMBOL_LENGTH_MAX = 60
const ISSUES_MAX = 10

const split = (symbols: string): readonly string[] => [
  ...new Set(
    symbols
      .split(',')
      .map((symbol) => symbol.trim())
      .filter((symbol) => symbol !== ''),
  ),
]

const readSymbols = (text: string, failure: string): readonly string[] => {
  const symbols = split(text)
  const strange = symbols.filter(
    (symbol) => parseInstrumentId(symbol) === null || symbol.length > SYMBOL_LENGTH_MAX,
  )
  if (strange.length > 0) {
    const named = strange.map((symbol) => JSON.stringify(symbol.slice(0, SYMBOL_LENGTH_MAX)))
    throw new Refusal('MALFORMED', failure, {
      issues: named
        .slice(0, ISSUES_MAX)
        .map(
          (symbol) => `body.symbols: ${symbol} is not a segment_symbol; segments are ${segments.join(', ')}`,
        ),
    })
  }
  return symbols
}

/** `order` keeps symbols that were added meanwhile. */
const merged = (
  known: readonly string[],
  symbols: readonly string[],
  mode: WatchlistMode,
): readonly string[] => {
  switch (mode) {
    case 'add':
      return [...new Set([...known, ...symbols])]
    case 'replace':
      return symbols
    case 'order':
      return [...new Set([...symbols.filter((symbol) => known.includes(symbol)), ...known])]
    default:
      return mode satisfies never
  }
}

const noList = (name: string): Refusal => new Refusal('NOT_FOUND', `No watchlist called ${name}`)

const toWatchlist = ({ name, symbols }: WatchlistRow): Watchlist => ({ name, symbols })

export const createWatchlists = ({ store }: { readonly store: Store }) => {
  const save = (
    user: User,
    name: string,
    symbols: readonly string[],
    mode: WatchlistMode,
  ): Promise<Watchlist> =>
    inTransaction(store, async (trx) => {
      const lists = await listWatchlists(trx, user.id)
      const known = lists.find((list) => list.name === name)
      const together = merged(known === undefined ? [] : split(known.symbols), symbols, mode)
      if (together.length > WATCHLIST_SYMBOLS_MAX) {
        throw new Refusal(
          'CONFLICT',
          `At most ${WATCHLIST_SYMBOLS_MAX} symbols in a watchlist; ${name} would have ${together.length}`,
        )
      }
      const saved = { name, symbols: together.join(',') }
      if (known !== undefined) {
        await updateWatchlist(trx, user.id, saved)
        return saved
      }
      if (lists.length >= WATCHLISTS_MAX)
        throw new Refusal('CONFLICT', `At most ${WATCHLISTS_MAX} watchlists; delete one first`)
      await insertWatchlist(trx, user.id, { ...saved, place: (lists.at(-1)?.place ?? 0) + 1 })
      return saved
    })

  return {
    list: async (user: Pick<User, 'id'>): Promise<Watchlist[]> =>
      (await listWatchlists(store.db, user.id)).map(toWatchlist),

    async save(
      user: User,
      { name, symbols: text, mode }: Watchlist & { readonly mode: WatchlistMode },
    ): Promise<Watchlist> {
      const symbols = readSymbols(text, 'Error adding to watchlist')
      const once = () => save(user, name, symbols, mode)
      try {
        return await once()
      } catch (error) {
        // Two concurrent creations: the retry finds the first.
        if (isDuplicate(error)) return once()
        throw error
      }
    },

    async delete(user: User, name: string): Promise<void> {
      if (!(await deleteWatchlist(store.db, user.id, name))) throw noList(name)
    },

    removeItems: (user: User, { name, symbols }: Watchlist): Promise<Watchlist> => {
      const gone = new Set(split(symbols))
      return inTransaction(store, async (trx) => {
        const known = (await listWatchlists(trx, user.id)).find((list) => list.name === name)
        if (known === undefined) throw noList(name)
        const kept = split(known.symbols).filter((symbol) => !gone.has(symbol))
        const saved = { name, symbols: kept.join(',') }
        await updateWatchlist(trx, user.id, saved)
        return saved
      })
    },
  }
}

export type Watchlists = ReturnType<typeof createWatchlists>
