import type { HoldLock, OpenChannel } from './leader.ts'
import type { OpenEvents } from './notification-stream.ts'
import type { OpenQuotes } from './open-quotes.ts'
import type { CookiePorts } from './session-cookie.ts'
import type { StorageArea } from './storage.ts'

export interface Platform {
  readonly fetch: typeof fetch
  readonly createRequest: () => XMLHttpRequest
  readonly openQuotes: OpenQuotes
  readonly openEvents: OpenEvents
  readonly holdLock: HoldLock
  readonly openChannel: OpenChannel
  readonly createAudio: () => AudioContext | null
  /** Runs once after `ms`. Returns its cancel. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly storage: Readonly<Record<StorageArea, () => Storage>>
  readonly watchOtherTabs: (listener: (key: string | null) => void) => () => void
  readonly cookies: CookiePorts
  readonly history: BrowserHistory
  readonly watchNetwork: (listeners: { online(): void; offline(): void }) => () => void
  /** Calls back with the current state at once. */
  readonly watchVisibility: (listeners: { shown(): void; hidden(): void }) => () => void
  /** The keyboard goes to another window, or to the browser itself. */
  readonly watchBlur: (listener: () => void) => () => void
  readonly watchLeaving: (listener: () => void) => () => void
  readonly wallClock: () => number
  /** Monotonic ms. */
  readonly ticks: () => number
  readonly randomHex: (bytes: number) => string
  readonly isMac: boolean
  /** Where the server's operator keeps pictures of shares; null if nowhere. */
  readonly logoBase: string | null
  readonly isTyping: () => boolean
  readonly whenLoaded: (run: () => void) => () => void
  readonly log: (text: string) => void
}

export interface BrowserHistory {
  path(): string
  push(path: string): void
  replace(path: string): void
  back(): void
  /** Only navigation by the browser itself. */
  watch(listener: (path: string) => void): () => void
}
