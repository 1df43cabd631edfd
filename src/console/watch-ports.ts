import { fromPromise } from 'xstate'
import { readNotifications } from '../contract/notifications.ts'
import {
  deleteWatchlist,
  getWatchlists,
  removeWatchlistItems,
  saveWatchlist,
} from '../contract/watchlists.ts'
import { parseInstrumentId } from '../domain/instrument.ts'
import { noticePanelMachine } from '../machines/notice-panel.ts'
import type { WatchlistChange } from '../machines/watchlist-changes.ts'
import { watchlistsMachine } from '../machines/watchlists.ts'
import type { HttpClient } from '../platform/http-client.ts'
import { storageKeys } from '../platform/storage.ts'
import type { createOwnMemory } from './own-memory.ts'

interface WatchPorts {
  readonly http: HttpClient
  readonly memory: ReturnType<typeof createOwnMemory>
}

/** `NSE_TCS, NSE_INFY` as instruments; empty items and what is no instrument are left out. */
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
    // First the new one, so that nothing is lost when the second call does not arrive.
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
        // From now on no other window changes it.
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

/** Ids marked in one call. */
const MARKED_AT_ONCE_MAX = 100

export const provideNoticePanel = ({ http }: Pick<WatchPorts, 'http'>): typeof noticePanelMachine =>
  noticePanelMachine.provide({
    actors: {
      mark: fromPromise(async ({ input: { notices } }) => {
        if (notices === null) return http.call(readNotifications, { body: {} })
        for (let from = 0; from < notices.length; from += MARKED_AT_ONCE_MAX) {
          const notificationUuids = notices.slice(from, from + MARKED_AT_ONCE_MAX)
          await http.call(readNotifications, { body: { notificationUuids } })
        }
        return null
      }),
    },
  })
