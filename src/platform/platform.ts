import type { HoldLock, OpenChannel } from './leader.ts'
import type { OpenEvents } from './notification-stream.ts'
import type { OpenQuotes } from './open-quotes.ts'
import type { CookiePorts } from './session-cookie.ts'
import type { StorageArea } from './storage.ts'

/** What the console needs of the browser. Tests give it their own. */
export interface Platform {
  readonly fetch: typeof fetch
  readonly createRequest: () => XMLHttpRequest
  readonly openQuotes: OpenQuotes
  readonly openEvents: OpenEvents
  /** Shared by the pages of one browser. */
  readonly holdLock: HoldLock
  readonly openChannel: OpenChannel
  /** Null where there is no sound. */
  readonly createAudio: () => AudioContext | null
  /** Runs once, `ms` later, unless undone before. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly storage: Readonly<Record<StorageArea, () => Storage>>
  readonly watchOtherTabs: (listener: (key: string | null) => void) => () => void
  readonly cookies: CookiePorts
  readonly history: BrowserHistory
  readonly watchNetwork: (listeners: { online(): void; offline(): void }) => () => void
  /** Calls back with the present state at once. */
  readonly watchVisibility: (listeners: { shown(): void; hidden(): void }) => () => void
  /** The keyboard goes to another window, or to the browser itself. */
  readonly watchBlur: (listener: () => void) => () => void
  /** The page is being left, perhaps for good. */
  readonly watchLeaving: (listener: () => void) => () => void
  readonly wallClock: () => number
  /** Milliseconds that only ever go up. */
  readonly ticks: () => number
  readonly randomHex: (bytes: number) => string
  readonly isMac: boolean
  /** Whether keys typed now end up in a text. */
  readonly isTyping: () => boolean
  /** Runs once the page and all that belongs to it has been loaded, unless undone before. */
  readonly whenLoaded: (run: () => void) => () => void
  readonly log: (text: string) => void
}

export interface BrowserHistory {
  path(): string
  push(path: string): void
  replace(path: string): void
  back(): void
  /** Calls back when the browser itself went somewhere. */
  watch(listener: (path: string) => void): () => void
}
