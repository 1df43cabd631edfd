import { joinRecords } from '../../contract/quotes/quote-frame.ts'
import type { PagePort } from './worker-messages.ts'

/** Minimum interval of heartbeats to a page without news. */
export const QUIET_MS = 500

export interface SymbolNews {
  readonly record: Uint8Array | null
  readonly refusal: string | null
}

export interface Delivery {
  /** In ticks. */
  readonly now: number
  readonly clockText: () => string | null
  /** The server was just heard, so that a page may receive a heartbeat. */
  readonly isHeard: boolean
}

/** Nothing queues: until a page has taken the last news, changes are noted; the newest records follow. */
export interface PageFeed {
  readonly port: PagePort
  isOpen: boolean
  heardAt: number
  note(symbol: SymbolNews): void
  forget(symbol: SymbolNews): void
  noteClock(): void
  taken(): void
  deliver(delivery: Delivery): void
  /** For content that the worker cannot read: each page judges it. */
  passOn(content: string | ArrayBuffer): void
}

export const createPageFeed = (port: PagePort, attachedAt: number): PageFeed => {
  const due = new Set<SymbolNews>()
  let isClockDue = false
  let isAwaited = false
  let sentAt = Number.NEGATIVE_INFINITY

  const post = (texts: readonly string[], bytes: ArrayBuffer | null): void => {
    isAwaited = true
    port.post({ type: 'news', texts, bytes }, bytes === null ? [] : [bytes])
  }

  const feed: PageFeed = {
    port,
    isOpen: false,
    heardAt: attachedAt,
    note: (symbol) => {
      due.add(symbol)
    },
    forget: (symbol) => {
      due.delete(symbol)
    },
    noteClock: () => {
      isClockDue = true
    },
    taken: () => {
      isAwaited = false
    },
    deliver({ now, clockText, isHeard }) {
      if (!feed.isOpen || isAwaited) return
      if (due.size === 0 && !isClockDue && !(isHeard && now - sentAt >= QUIET_MS)) return
      const clock = isClockDue ? clockText() : null
      const refusals = [...due].map(({ refusal }) => refusal)
      const records = [...due].map(({ record, refusal }) => (refusal === null ? record : null))
      due.clear()
      isClockDue = false
      sentAt = now
      // A frame without records is the server's heartbeat.
      post(
        [clock, ...refusals].filter((text) => text !== null),
        joinRecords(records.filter((record) => record !== null)),
      )
    },
    passOn(content) {
      if (!feed.isOpen || isAwaited) return
      if (typeof content === 'string') post([content], null)
      // A copy per page, since posting transfers the bytes.
      else post([], content.slice(0))
    },
  }
  return feed
}
