import * as z from 'zod/mini'
import { listNamePattern, listNameWords } from '../domain/list-name.ts'
import { endpoint } from './endpoint.ts'

export const WATCHLISTS_MAX = 50
export const WATCHLIST_SYMBOLS_MAX = 500

export const watchlistModes = ['add', 'replace', 'order'] as const
export type WatchlistMode = (typeof watchlistModes)[number]

const Name = z.string().check(z.regex(listNamePattern, listNameWords), z.trim(), z.minLength(1))
/** Comma-separated `segment_symbol`s; empty items are dropped. */
const Symbols = z.string().check(z.maxLength(30_000))

export const getWatchlists = endpoint({
  name: 'getWatchlists',
  method: 'GET',
  path: '/watchlist',
  reply: z.array(z.strictObject({ name: z.string(), symbols: z.string() })),
  failure: 'Error fetching watchlist',
  summary: "The user's watchlists in their order, symbols separated by commas.",
})

export const saveWatchlist = endpoint({
  name: 'saveWatchlist',
  method: 'POST',
  path: '/watchlist',
  body: z.strictObject({
    name: Name,
    symbols: Symbols,
    /** `add` appends new symbols; `replace` sets list and order; `order` reorders, unnamed symbols last. */
    mode: z._default(z.enum(watchlistModes), 'add'),
  }),
  reply: z.strictObject({ name: z.string(), symbols: z.string() }),
  failure: 'Error adding to watchlist',
  summary: 'Adds symbols to a watchlist; creates it if there is none of that name.',
})

export const deleteWatchlist = endpoint({
  name: 'deleteWatchlist',
  method: 'DELETE',
  path: '/watchlist/:name',
  query: z.strictObject({ name: Name }),
  failure: 'Error removing from watchlist',
  summary: 'Removes a watchlist.',
})

export const removeWatchlistItems = endpoint({
  name: 'removeWatchlistItems',
  method: 'POST',
  path: '/watchlist/remove_items',
  body: z.strictObject({ name: Name, symbols: Symbols }),
  reply: z.strictObject({ name: z.string(), symbols: z.string() }),
  failure: 'Error removing items from watchlist',
  summary: 'Removes symbols from a watchlist.',
})
