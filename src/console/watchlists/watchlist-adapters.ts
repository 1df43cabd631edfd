import { fromPromise } from 'xstate'
import {
  deleteWatchlist,
  getWatchlists,
  removeWatchlistItems,
  saveWatchlist,
} from '../../contract/watchlists.ts'
import { parseInstrumentId } from '../../domain/instruments/instrument.ts'
import type { WatchlistChange } from '../../machines/watchlists/watchlist-changes.ts'
import { watchlistsMachine } from '../../machines/watchlists/watchlists.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { storageKeys } from '../../platform/storage.ts'
import type { UserStorage } from '../shell/user-storage.ts'

interface WatchPorts {
  readonly http: HttpClient
  readonly memory: UserStorage
}

/** `NSE_TCS, NSE_INFY`; what is not an instrument is left out. */
const instrumentsOf = (symbols: string) =>
  symbols
    .split(',')
    .map((symbol) => parseInstrumentId(symbol.trim())?.id)
    .filter((id) => id !== undefined)

const tell = async (http: HttpClient, change: WatchlistChange): Promise<void> => {
  const { name } = change
  if (change.kind === 'delete') await http.call(deleteWatchlist, { query: { name } })
  else if (change.kind === 'rename') {
    const known = (await http.call(getWatchlists)).find((list) => list.name === name)
    // The new list is saved first, so that nothing is lost if the second call fails.
    await http.call(saveWatchlist, {
      body: { name: change.to, symbols: known?.symbols ?? '', mode: 'replace' },
    })
    await http.call(deleteWatchlist, { query: { name } })
  } else {
    const symbols = change.instruments.join(',')
    if (change.kind === 'remove') await http.call(removeWatchlistItems, { body: { name, symbols } })
    else await http.call(saveWatchlist, { body: { name, symbols, mode: change.kind } })
  }
}

export const provideWatchlists = ({ http, memory }: WatchPorts): typeof watchlistsMachine =>
  watchlistsMachine.provide({
    actors: {
      load: fromPromise(async ({ signal }) => {
        const lists = await http.call(getWatchlists, { signal })
        const kept = memory.readOfWindow(storageKeys.watchlist)
        const active = lists.find(({ name }) => name === kept)?.name ?? lists[0]?.name ?? null
        memory.adoptInWindow(storageKeys.watchlist, active)
        return {
          lists: lists.map(({ name, symbols }) => ({ name, instruments: instrumentsOf(symbols) })),
          active,
        }
      }),
      save: fromPromise(({ input }) => tell(http, input.change)),
    },
    actions: {
      storeActive: (_, active) => {
        memory.write(storageKeys.watchlist, active)
        memory.adoptInWindow(storageKeys.watchlist, active)
      },
    },
  })
