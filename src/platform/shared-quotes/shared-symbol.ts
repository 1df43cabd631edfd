import { QUOTE_RECORD_BYTES } from '../../contract/quote-frame.ts'
import type { PageFeed } from './page-feed.ts'

/** A subscription as a page sends it, labels included. */
export interface SubscriptionMessage {
  readonly action: 'subscribe' | 'unsubscribe'
  readonly segment: string
  readonly symbol: string
}

/** One symbol that at least one page wants. */
export interface SharedSymbol {
  /** Of the first page that wanted it. */
  readonly message: SubscriptionMessage
  readonly pages: Set<PageFeed>
  /** The newest record of the server; null before the first. */
  record: Uint8Array | null
  /** The server's text that refuses it; null while it is not refused. */
  refusal: string | null
  /** When it was subscribed to on the present connection, in ticks. */
  subscribedAt: number
}

export const symbolKey = ({
  segment,
  symbol,
}: {
  readonly segment: string
  readonly symbol: string
}): string => `${segment}_${symbol}`

export const createSharedSymbol = (message: SubscriptionMessage, now: number): SharedSymbol => ({
  message,
  pages: new Set(),
  record: null,
  refusal: null,
  subscribedAt: now,
})

export const hasAnswer = ({ record, refusal }: SharedSymbol): boolean => record !== null || refusal !== null

export const takeRecord = (symbol: SharedSymbol, frame: ArrayBuffer, at: number): void => {
  symbol.record ??= new Uint8Array(QUOTE_RECORD_BYTES)
  symbol.record.set(new Uint8Array(frame, at, QUOTE_RECORD_BYTES))
  symbol.refusal = null
}
