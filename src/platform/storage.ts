/** What is kept in the browser, by its exact key. `token` is a cookie: see session-cookie.ts. */
export const storageKeys = {
  instruments: 'instruments',
  interval: 'interval',
  firstMarketSymbol: 'DEFAULT_MARKET_SYMBOL',
  secondMarketSymbol: 'DEFAULT_MARKET_SYMBOL_2',
  preferences: 'preferences',
  recents: 'recents',
  trials: 'trials',
  palette: 'palette',
  session: 'session',
  /** Whose kill switch was asked for in this tab and is not done. */
  killOwed: 'kill-owed',
  /** Orders that were sent and whose answer has not been seen. */
  sentOrders: 'sent-orders',
  ticket: 'ticket',
  basket: 'basket',
  chartIndicators: 'chartIndicators',
  watchlist: 'watchlist',
  liveTradesTab: 'liveTradesTab',
  shortcuts: 'shortcuts',
  macros: 'macros',
  lessons: 'lessons',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** Of one tab, or of all tabs and for later. */
export type StorageArea = 'tab' | 'browser'

/** Why a value is not remembered: nothing may be stored for this page, or there is no room left. */
export type StorageRefusal = 'blocked' | 'full'

export interface StoragePorts {
  /** May throw: browsers refuse the very mention of storage. */
  readonly areas: Readonly<Record<StorageArea, () => Storage>>
  /** Calls back when another tab has changed a key; null is all of them. Returns its own undo. */
  readonly watchOtherTabs: (listener: (key: string | null) => void) => () => void
}

export interface KeptValues {
  read(area: StorageArea, key: StorageKey): string | null
  /** A refused value is kept in memory, for as long as the page lives. `isCache` refusals are not worth a word. */
  write(area: StorageArea, key: StorageKey, value: string, options?: { readonly isCache: boolean }): void
  remove(area: StorageArea, key: StorageKey): void
  readJson(area: StorageArea, key: StorageKey): unknown
  writeJson(area: StorageArea, key: StorageKey, value: unknown): void
  watch(key: StorageKey, listener: () => void): () => void
  /** Calls back once for each kind of refusal that a person would notice, those of before included. */
  watchRefusals(listener: (refusal: StorageRefusal) => void): () => void
}

/** Browsers differ in how they call it. */
const noRoom: readonly unknown[] = ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']

/** Private windows of some browsers have room for nothing at all and say that it is used up. */
const refusalOf = (error: unknown, area: () => Storage): StorageRefusal => {
  try {
    return noRoom.includes((error as Partial<Error> | null)?.name) && area().length > 0 ? 'full' : 'blocked'
  } catch {
    return 'blocked'
  }
}

export const createStorage = ({ areas, watchOtherTabs }: StoragePorts): KeptValues => {
  const memory = new Map<string, string>()
  const refusals = new Set<StorageRefusal>()
  const refusalListeners = new Set<(refusal: StorageRefusal) => void>()

  const place = (area: StorageArea, key: StorageKey): string => `${area} ${key}`

  const read = (area: StorageArea, key: StorageKey): string | null => {
    const kept = memory.get(place(area, key))
    if (kept !== undefined) return kept
    try {
      return areas[area]().getItem(key)
    } catch {
      return null
    }
  }

  const remove = (area: StorageArea, key: StorageKey): void => {
    memory.delete(place(area, key))
    try {
      areas[area]().removeItem(key)
    } catch {
      // What cannot be reached holds nothing of ours.
    }
  }

  const write: KeptValues['write'] = (area, key, value, { isCache } = { isCache: false }) => {
    try {
      areas[area]().setItem(key, value)
      memory.delete(place(area, key))
    } catch (error) {
      const refusal = refusalOf(error, areas[area])
      // An old value would come back at the next start in place of the new one.
      remove(area, key)
      if (isCache) return
      memory.set(place(area, key), value)
      if (refusals.has(refusal)) return
      refusals.add(refusal)
      for (const tell of refusalListeners) tell(refusal)
    }
  }

  return {
    read,
    write,
    remove,
    readJson(area, key) {
      try {
        return JSON.parse(read(area, key) ?? 'null')
      } catch {
        return null
      }
    },
    writeJson: (area, key, value) => write(area, key, JSON.stringify(value)),
    watch: (key, listener) =>
      watchOtherTabs((changed) => {
        if (changed === null || changed === key) listener()
      }),
    watchRefusals(listener) {
      for (const refusal of refusals) listener(refusal)
      refusalListeners.add(listener)
      return () => refusalListeners.delete(listener)
    },
  }
}
