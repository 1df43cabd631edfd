import { QUOTE_RECORD_BYTES } from '../../contract/quotes/quote-frame.ts'
import type { PageFeed } from './page-feed.ts'

export interface SubscriptionMessage {
  readonly action: 'subscribe' | 'unsubscribe'
  readonly segment: string
  readonly symbol: string
}

export interface SharedSymbol {
  /** The message of the first page that wanted the symbol. */
  readonly message: SubscriptionMessage
  readonly pages: Set<PageFeed>
  record: Uint8Array | null
  /** The server's text; null if not refused. */
  refusal: string | null
  /** On the current connection, in ticks. */
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
