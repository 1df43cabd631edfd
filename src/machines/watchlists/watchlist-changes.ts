import { WATCHLIST_SYMBOLS_MAX, WATCHLISTS_MAX } from '../../contract/watchlists.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { isListName, listNameWords } from '../../domain/list-name.ts'
import { texts } from '../texts.ts'

export interface Watchlist {
  readonly name: string
  readonly instruments: readonly InstrumentId[]
}

export type WatchlistChange =
  | { readonly kind: 'add'; readonly name: string; readonly instruments: readonly InstrumentId[] }
  | { readonly kind: 'remove'; readonly name: string; readonly instruments: readonly InstrumentId[] }
  | { readonly kind: 'replace'; readonly name: string; readonly instruments: readonly InstrumentId[] }
  /** All instruments of the list. */
  | { readonly kind: 'order'; readonly name: string; readonly instruments: readonly InstrumentId[] }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'delete'; readonly name: string }

/** A list that does not exist yet is added last. */
export const withChange = (lists: readonly Watchlist[], change: WatchlistChange): readonly Watchlist[] => {
  switch (change.kind) {
    case 'add':
      return put(lists, change.name, (known) => [...new Set([...known, ...change.instruments])])
    case 'replace':
      return put(lists, change.name, () => [...new Set(change.instruments)])
    case 'order':
      return put(lists, change.name, (known) => [
        ...new Set([...change.instruments.filter((id) => known.includes(id)), ...known]),
      ])
    case 'remove':
      return lists.map((list) =>
        list.name === change.name
          ? { ...list, instruments: list.instruments.filter((id) => !change.instruments.includes(id)) }
          : list,
      )
    case 'rename':
      return lists.map((list) => (list.name === change.name ? { ...list, name: change.to } : list))
    case 'delete':
      return lists.filter(({ name }) => name !== change.name)
    default:
      return change satisfies never
  }
}

const put = (
  lists: readonly Watchlist[],
  name: string,
  of: (known: readonly InstrumentId[]) => readonly InstrumentId[],
): readonly Watchlist[] =>
  lists.some((list) => list.name === name)
    ? lists.map((list) => (list.name === name ? { ...list, instruments: of(list.instruments) } : list))
    : [...lists, { name, instruments: of([]) }]

/** Null for a change that removes nothing. */
export const inverseOf = (lists: readonly Watchlist[], change: WatchlistChange): WatchlistChange | null => {
  const list = lists.find(({ name }) => name === change.name)
  if (list === undefined || change.kind === 'add' || change.kind === 'rename') return null
  const kind = change.kind === 'order' ? 'order' : 'replace'
  return { kind, name: list.name, instruments: list.instruments }
}

export const refusalOf = (lists: readonly Watchlist[], change: WatchlistChange): string | null => {
  const name = change.kind === 'rename' ? change.to : change.name
  if (!isListName(name)) return listNameWords
  const after = withChange(lists, change)
  if (after.length > WATCHLISTS_MAX) return texts.watchlistsFull(WATCHLISTS_MAX)
  const isTooLong = after.some(({ instruments }) => instruments.length > WATCHLIST_SYMBOLS_MAX)
  if (isTooLong) return texts.watchlistFull(WATCHLIST_SYMBOLS_MAX)
  const isTaken = change.kind === 'rename' && lists.some((list) => list.name === change.to)
  return isTaken ? texts.watchlistTaken(name) : null
}
