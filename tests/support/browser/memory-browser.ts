import { type OpenSocket, openOwnQuotes } from '../../../src/platform/open-quotes.ts'
import type { Platform } from '../../../src/platform/platform.ts'
import { createMemoryRequest } from '../memory-request.ts'

export const memoryStorage = (
  values: Map<string, string>,
  changed: (key: string) => void = () => {},
): Storage => ({
  get length() {
    return values.size
  },
  key: (index) => [...values.keys()][index] ?? null,
  getItem: (key) => values.get(key) ?? null,
  setItem: (key, value) => {
    if (values.get(key) === value) return
    values.set(key, value)
    changed(key)
  },
  removeItem: (key) => {
    if (values.delete(key)) changed(key)
  },
  clear: () => values.clear(),
})

export interface MemoryTab extends Platform {
  path(): string
  readonly logged: readonly string[]
  setVisible(isVisible: boolean): void
  setOnline(isOnline: boolean): void
  blur(): void
  leave(): void
  setTyping(isTyping: boolean): void
}

/** `full` keeps what is stored and accepts nothing more. */
type StorageFault = 'blocked' | 'full'

export interface MemoryBrowser {
  openTab(path?: string): MemoryTab
  setStorageFault(fault: StorageFault | null): void
  readonly cookies: Map<string, string>
  readonly kept: Map<string, string>
}

export interface MemoryBrowserSettings {
  readonly fetch?: typeof fetch
  readonly wallClock?: () => number
  readonly ticks?: () => number
  /** Absent: every connection fails. */
  readonly openSocket?: OpenSocket
  readonly openEvents?: Platform['openEvents']
  /** Absent: the page is loaded already. */
  readonly whenLoaded?: Platform['whenLoaded']
}

const createHistory = (start: string) => {
  const entries = [start]
  const listeners = new Set<(path: string) => void>()
  return {
    path: () => entries.at(-1) ?? '/',
    push: (path: string) => {
      entries.push(path)
    },
    replace: (path: string) => {
      entries[entries.length - 1] = path
    },
    back: () => {
      if (entries.length > 1) entries.pop()
      for (const listener of listeners) listener(entries.at(-1) ?? '/')
    },
    watch: (listener: (path: string) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const createLocks = (): {
  readonly hold: Platform['holdLock']
  /** The page that holds the lock freezes and never wakes. */
  freezeHolder(name: string): void
} => {
  const waiting = new Map<string, (() => void)[]>()
  const sleepers = new Map<() => void, () => void>()
  return {
    freezeHolder: (name) => {
      const queue = waiting.get(name) ?? []
      const frozen = queue.shift()
      if (frozen !== undefined) sleepers.get(frozen)?.()
      const next = queue[0]
      if (next !== undefined) queueMicrotask(next)
    },
    hold: (name, held, slept) => {
      sleepers.set(held, slept)
      const queue = waiting.get(name) ?? []
      waiting.set(name, queue)
      queue.push(held)
      if (queue.length === 1) queueMicrotask(held)
      return () => {
        const wasFirst = queue[0] === held
        const index = queue.indexOf(held)
        if (index >= 0) queue.splice(index, 1)
        const next = queue[0]
        if (wasFirst && next !== undefined) queueMicrotask(next)
      }
    },
  }
}

const closeAtOnce: OpenSocket = (_path, _protocols, listeners) => {
  queueMicrotask(listeners.closed)
  return { send: () => {}, close: () => {} }
}

const callNow: Platform['whenLoaded'] = (run) => {
  run()
  return () => {}
}

/** A sender does not hear itself, and receivers get copies. */
export const createChannels = (): { readonly open: Platform['openChannel'] } => {
  const members = new Map<string, Set<(message: unknown) => void>>()
  return {
    open: (name, heard) => {
      const all = members.get(name) ?? new Set()
      members.set(name, all)
      all.add(heard)
      return {
        post: (message) => {
          for (const other of all)
            if (other !== heard) queueMicrotask(() => all.has(other) && other(structuredClone(message)))
        },
        close: () => {
          all.delete(heard)
        },
      }
    },
  }
}

const faulty = (storage: Storage, fault: StorageFault | null): Storage => {
  if (fault === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError')
  if (fault === null) return storage
  const setItem = (): never => {
    throw new DOMException('exceeded the quota', 'QuotaExceededError')
  }
  return Object.create(storage, { setItem: { value: setItem } })
}

export const createMemoryBrowser = (settings: MemoryBrowserSettings = {}): MemoryBrowser => {
  const cookies = new Map<string, string>()
  const kept = new Map<string, string>()
  const locks = createLocks()
  const channels = createChannels()
  const watchers = new Map<symbol, Set<(key: string | null) => void>>()
  let fault: StorageFault | null = null

  const openTab = (start = '/'): MemoryTab => {
    const me = Symbol('tab')
    watchers.set(me, new Set())
    const session = memoryStorage(new Map())
    const local = memoryStorage(kept, (key) => {
      for (const [tab, listeners] of watchers)
        if (tab !== me) for (const listener of listeners) queueMicrotask(() => listener(key))
    })
    const history = createHistory(start)
    const logged: string[] = []
    const networks = new Set<{ online(): void; offline(): void }>()
    const sights = new Set<{ shown(): void; hidden(): void }>()
    const blurred = new Set<() => void>()
    const leavers = new Set<() => void>()
    let typing = false
    let visible = true
    const watched = <Listener>(all: Set<Listener>, listener: Listener) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    }
    return {
      path: history.path,
      logged,
      setVisible: (isVisible) => {
        visible = isVisible
        for (const one of sights) isVisible ? one.shown() : one.hidden()
      },
      setOnline: (isOnline) => {
        for (const one of networks) isOnline ? one.online() : one.offline()
      },
      blur: () => {
        for (const one of blurred) one()
      },
      leave: () => {
        for (const one of leavers) one()
      },
      setTyping: (isTyping) => {
        typing = isTyping
      },
      fetch: settings.fetch ?? (() => Promise.reject(new TypeError('fetch failed'))),
      createRequest: () =>
        createMemoryRequest(settings.fetch ?? (() => Promise.reject(new TypeError('fetch failed')))),
      openQuotes: openOwnQuotes(settings.openSocket ?? closeAtOnce),
      openEvents: (url, listeners) => {
        if (settings.openEvents !== undefined) return settings.openEvents(url, listeners)
        queueMicrotask(listeners.failed)
        return () => {}
      },
      holdLock: locks.hold,
      openChannel: channels.open,
      createAudio: () => null,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      storage: { tab: () => faulty(session, fault), browser: () => faulty(local, fault) },
      watchOtherTabs: (listener) => watched(watchers.get(me) ?? new Set(), listener),
      cookies: {
        read: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        write: (text) => {
          const [name = '', value = ''] = text.split(';')[0]?.split('=') ?? []
          if (/Max-Age=0(;|$)/.test(text)) cookies.delete(name)
          else cookies.set(name, value)
        },
        isSecure: false,
      },
      history,
      watchNetwork: (listeners) => watched(networks, listeners),
      watchVisibility: (listeners) => {
        if (visible) listeners.shown()
        else listeners.hidden()
        return watched(sights, listeners)
      },
      watchBlur: (listener) => watched(blurred, listener),
      watchLeaving: (listener) => watched(leavers, listener),
      whenLoaded: settings.whenLoaded ?? callNow,
      wallClock: settings.wallClock ?? (() => Date.now()),
      ticks: settings.ticks ?? (() => performance.now()),
      randomHex: (bytes) =>
        [...crypto.getRandomValues(new Uint8Array(bytes))]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join(''),
      isMac: false,
      logoBase: null,
      isTyping: () => typing,
      log: (text) => {
        logged.push(text)
      },
    }
  }

  const setStorageFault = (next: StorageFault | null): void => {
    fault = next
  }
  return { openTab, setStorageFault, cookies, kept }
}
