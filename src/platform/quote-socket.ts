import {
  QUOTE_MESSAGE_BYTES_MAX,
  QUOTES_PATH,
  QUOTES_PROTOCOL,
  type QuoteSubscription,
  QuoteText,
  TICKET_PROTOCOL_PREFIX,
} from '../contract/quotes/quote-messages.ts'
import { type InstrumentId, parseInstrumentId } from '../domain/instruments/instrument.ts'
import type { OpenQuotes, QuoteCall } from './open-quotes.ts'

/** The subscription needs a broker; the server treats it as a label. */
const BROKER = 'paper'
const HEARD_EVERY_MS = 500

export interface QuoteListeners {
  opened(): void
  heard(): void
  garbled(): void
  closed(): void
  failed(error: unknown): void
  /** Throws RangeError for an unreadable frame. */
  frame(bytes: ArrayBuffer): void
  clock(told: { readonly marketTime: number; readonly speed: number }): void
  /** Unknown to the server, or beyond its limit. Null: the server could not read a message. */
  refused(message: string, instrument: InstrumentId | null): void
}

export interface QuoteSocketPorts {
  readonly openQuotes: OpenQuotes
  readonly ticks: () => number
  readonly user: string
  readonly label: string
  readonly ticket: () => Promise<string>
}

export interface QuoteSocket {
  subscribe(change: {
    readonly unsubscribe: readonly InstrumentId[]
    readonly subscribe: readonly InstrumentId[]
  }): void
  close(): void
}

export const openQuoteSocket = (ports: QuoteSocketPorts, listeners: QuoteListeners): QuoteSocket => {
  let heardAt = Number.NEGATIVE_INFINITY

  const heard = (): void => {
    const now = ports.ticks()
    if (now - heardAt < HEARD_EVERY_MS) return
    heardAt = now
    listeners.heard()
  }

  const told = (text: string): void => {
    const read = QuoteText.safeParse(parseJson(text))
    if (!read.success) listeners.garbled()
    else if (read.data.type === 'clock')
      listeners.clock({ marketTime: read.data.market_time, speed: read.data.speed })
    else {
      const { message, segment, symbol } = read.data
      listeners.refused(message, parseInstrumentId(`${segment}_${symbol}`)?.id ?? null)
    }
  }

  const call: QuoteCall = {
    path: QUOTES_PATH,
    user: ports.user,
    protocols: async () => [QUOTES_PROTOCOL, TICKET_PROTOCOL_PREFIX + (await ports.ticket())],
  }
  const socket = ports.openQuotes(call, {
    opened: listeners.opened,
    closed: listeners.closed,
    failed: listeners.failed,
    text: (text) => {
      heard()
      told(text)
    },
    bytes: (bytes) => {
      heard()
      try {
        listeners.frame(bytes)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        listeners.garbled()
      }
    },
  })

  return {
    subscribe({ unsubscribe, subscribe }) {
      const messages = [
        ...unsubscribe.map((instrument) => messageOf(instrument, 'unsubscribe', ports.label)),
        ...subscribe.map((instrument) => messageOf(instrument, 'subscribe', ports.label)),
      ].filter((message) => message !== null)
      for (const text of batches(messages)) socket.send(text)
    },
    close: () => socket.close(),
  }
}

const messageOf = (
  instrument: InstrumentId,
  action: 'subscribe' | 'unsubscribe',
  userUuid: string,
): string | null => {
  const parts = parseInstrumentId(instrument)
  if (parts === null) return null
  const message: QuoteSubscription = {
    stream_type: 'quote',
    segment: parts.segment,
    symbol: parts.tradingSymbol,
    user_uuid: userUuid,
    action,
    broker: BROKER,
  }
  return JSON.stringify(message)
}

/** Arrays of messages, each as long as the server takes. Names are ASCII, so characters are bytes. */
const batches = (messages: readonly string[]): readonly string[] => {
  const texts: string[] = []
  let batch: string[] = []
  let length = 0
  const close = (): void => {
    if (batch.length > 0) texts.push(`[${batch.join(',')}]`)
    batch = []
    length = 0
  }
  for (const message of messages) {
    if (length + message.length + 2 > QUOTE_MESSAGE_BYTES_MAX) close()
    batch.push(message)
    length += message.length + 1
  }
  close()
  return texts
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
