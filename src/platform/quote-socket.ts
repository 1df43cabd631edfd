import {
  QUOTE_MESSAGE_BYTES_MAX,
  QUOTES_PATH,
  QUOTES_PROTOCOL,
  type QuoteSubscription,
  QuoteText,
  TICKET_PROTOCOL_PREFIX,
} from '../contract/quote-messages.ts'
import { type InstrumentId, parseInstrumentId } from '../domain/instrument.ts'

/** The one broker the subscription names; the server takes it for a label. */
const BROKER = 'paper'
/** Told no more often, however many frames arrive. */
const HEARD_EVERY_MS = 500

/** One connection as a browser has it. */
export interface Socket {
  send(text: string): void
  close(): void
}

export interface SocketListeners {
  opened(): void
  text(text: string): void
  bytes(bytes: ArrayBuffer): void
  /** Once, however it came to an end. */
  closed(): void
}

export type OpenSocket = (path: string, protocols: readonly string[], listeners: SocketListeners) => Socket

/** A connection to the host that served the page. */
export const openBrowserSocket: OpenSocket = (path, protocols, listeners) => {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(`${scheme}//${location.host}${path}`, [...protocols])
  socket.binaryType = 'arraybuffer'
  socket.onopen = () => listeners.opened()
  socket.onmessage = ({ data }) =>
    data instanceof ArrayBuffer ? listeners.bytes(data) : listeners.text(String(data))
  socket.onclose = () => listeners.closed()
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => {
      socket.onopen = null
      socket.onmessage = null
      socket.onclose = null
      socket.close()
    },
  }
}

export interface QuoteListeners {
  opened(): void
  /** Whatever arrived, a heartbeat included. */
  heard(): void
  /** Something arrived that cannot be read. */
  garbled(): void
  closed(): void
  /** Throws when the frame cannot be read. */
  frame(bytes: ArrayBuffer): void
  clock(told: { readonly marketTime: number; readonly speed: number }): void
  /** The server does not know a symbol, or takes no more of them. Null: it could not read a message. */
  refused(message: string, instrument: InstrumentId | null): void
}

export interface QuoteSocketPorts {
  readonly openSocket: OpenSocket
  readonly ticks: () => number
  /** A label of this page's session. */
  readonly userUuid: string
  readonly ticket: string
}

export interface QuoteSocket {
  /** Says what is no longer wanted and then what is. */
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

  const socket = ports.openSocket(QUOTES_PATH, [QUOTES_PROTOCOL, TICKET_PROTOCOL_PREFIX + ports.ticket], {
    opened: listeners.opened,
    closed: listeners.closed,
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
        ...unsubscribe.map((instrument) => messageOf(instrument, 'unsubscribe', ports.userUuid)),
        ...subscribe.map((instrument) => messageOf(instrument, 'subscribe', ports.userUuid)),
      ].filter((message) => message !== null)
      for (const text of batches(messages)) socket.send(text)
    },
    close: () => socket.close(),
  }
}

/** The specification's subscription message. */
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

/** Arrays of messages, each as long as the server takes. Names are ASCII, so that characters are bytes. */
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
