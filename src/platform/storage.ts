/** `token` is a cookie: see session-cookie.ts. */
export const storageKeys = {
  instruments: 'instruments',
  interval: 'interval',
  firstMarketSymbol: 'DEFAULT_MARKET_SYMBOL',
  secondMarketSymbol: 'DEFAULT_MARKET_SYMBOL_2',
  thirdMarketSymbol: 'DEFAULT_MARKET_SYMBOL_3',
  fourthMarketSymbol: 'DEFAULT_MARKET_SYMBOL_4',
  preferences: 'preferences',
  recents: 'recents',
  trials: 'trials',
  palette: 'palette',
  session: 'session',
  /** The user whose kill switch was requested in this tab and is not done. */
  killOwed: 'kill-owed',
  /** Sent orders whose response has not been seen. */
  sentOrders: 'sent-orders',
  ticket: 'ticket',
  basket: 'basket',
  strategyDrafts: 'strategy-drafts',
  chartIndicators: 'chartIndicators',
  chartLooks: 'chartLooks',
  chartIntervals: 'chartIntervals',
  chartLayout: 'chartLayout',
  drawingStyle: 'drawing-style',
  unsavedDrawings: 'unsaved-drawings',
  unsavedNotes: 'unsaved-notes',
  watchlist: 'watchlist',
  liveTradesTab: 'liveTradesTab',
  scannersTab: 'scannersTab',
  deployedTypes: 'deployed-types',
  shortcuts: 'shortcuts',
  macros: 'macros',
  lessons: 'lessons',
  firstSteps: 'first-steps',
  practice: 'practice',
  clicks: 'clicks',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** `browser` is all tabs, and kept for later. */
export type StorageArea = 'tab' | 'browser'

/** `blocked`: nothing may be stored for this page. `full`: no room is left. */
export type StorageRefusal = 'blocked' | 'full'

export interface StoragePorts {
  /** May throw: some browsers refuse any access to storage. */
  readonly areas: Readonly<Record<StorageArea, () => Storage>>
  /** A null key means all keys. Returns its unsubscribe. */
  readonly watchOtherTabs: (listener: (key: string | null) => void) => () => void
}

export interface KeptValues {
  read(area: StorageArea, key: StorageKey): string | null
  /** A refused value stays in memory while the page lives. Refused caches are not reported. */
  write(area: StorageArea, key: StorageKey, value: string, options?: { readonly isCache: boolean }): void
  remove(area: StorageArea, key: StorageKey): void
  readJson(area: StorageArea, key: StorageKey): unknown
  writeJson(area: StorageArea, key: StorageKey, value: unknown): void
  watch(key: StorageKey, listener: () => void): () => void
  /** Called once per kind of refusal that a user would notice, earlier ones included. */
  watchRefusals(listener: (refusal: StorageRefusal) => void): () => void
}

const noRoom: readonly unknown[] = ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']

/** Private windows of some browsers have no room at all and report that it is used up. */
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

  const keyIn = (area: StorageArea, key: StorageKey): string => `${area} ${key}`

  const read = (area: StorageArea, key: StorageKey): string | null => {
    const kept = memory.get(keyIn(area, key))
    if (kept !== undefined) return kept
    try {
      return areas[area]().getItem(key)
    } catch {
      return null
    }
  }

  const remove = (area: StorageArea, key: StorageKey): void => {
    memory.delete(keyIn(area, key))
    try {
      areas[area]().removeItem(key)
    } catch {
      // Unreachable storage holds nothing of ours.
    }
  }

  const write: KeptValues['write'] = (area, key, value, { isCache } = { isCache: false }) => {
    try {
      areas[area]().setItem(key, value)
      memory.delete(keyIn(area, key))
    } catch (error) {
      const refusal = refusalOf(error, areas[area])
      // The old value would otherwise come back at the next start.
      remove(area, key)
      if (isCache) return
      memory.set(keyIn(area, key), value)
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
