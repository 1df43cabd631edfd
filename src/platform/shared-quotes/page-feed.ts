import { joinRecords } from '../../contract/quote-frame.ts'
import type { PagePort } from './worker-messages.ts'

/** A page for which nothing is new hears that the feed is alive no more often than this. */
export const QUIET_MS = 500

/** What is known of a symbol; `SharedSymbol` says it at length. */
export interface SymbolNews {
  readonly record: Uint8Array | null
  readonly refusal: string | null
}

export interface Delivery {
  /** In ticks. */
  readonly now: number
  /** The server's clock as it is now; null before it was heard. */
  readonly clockText: () => string | null
  /** The server has just been heard from, so that a page may hear a heartbeat. */
  readonly isHeard: boolean
}

/**
 * What one page is to be told. Nothing queues for it: while it has not taken the last news, the symbols that change are
 * noted, and their newest records follow when it has.
 */
export interface PageFeed {
  readonly port: PagePort
  /** The page was told that the connection is open. */
  isOpen: boolean
  /** In ticks. */
  heardAt: number
  note(symbol: SymbolNews): void
  forget(symbol: SymbolNews): void
  noteClock(): void
  /** The page has taken the last news. */
  taken(): void
  deliver(delivery: Delivery): void
  /** For what the worker cannot read: each page judges it for itself. */
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
      // A frame of no records is the server's heartbeat.
      post(
        [clock, ...refusals].filter((text) => text !== null),
        joinRecords(records.filter((record) => record !== null)),
      )
    },
    passOn(content) {
      if (!feed.isOpen || isAwaited) return
      if (typeof content === 'string') post([content], null)
      // A copy each: posting takes the bytes away from here.
      else post([], content.slice(0))
    },
  }
  return feed
}
