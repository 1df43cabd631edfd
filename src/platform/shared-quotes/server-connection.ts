import { QUOTE_MESSAGE_BYTES_MAX, QUOTE_SYMBOLS_MAX } from '../../contract/quotes/quote-messages.ts'
import type { OpenSocket } from '../open-quotes.ts'
import type { SharedSymbol } from './shared-symbol.ts'

/** The server closes a socket that sends 50 messages in a second. */
export const SEND_EVERY_MS = 100
const MESSAGES_AT_ONCE = 4
/** The server sends something every second. */
export const SILENT_MS = 3_000
const CONNECT_TIMEOUT_MS = 10_000

export interface ConnectionParts {
  readonly openSocket: OpenSocket
  readonly ticks: () => number
  readonly after: (ms: number, run: () => void) => void
}

export interface ConnectionListeners {
  opened(): void
  text(text: string): void
  bytes(bytes: ArrayBuffer): void
  closed(): void
  /** Beyond the server's limit per connection; subscribed when there is room. */
  noRoom(symbol: SharedSymbol): void
}

export interface ServerConnection {
  isOpen(): boolean
  /** True after too long without data: the connection counts as lost, whatever its ready state. */
  hasTimedOut(): boolean
  subscribe(symbol: SharedSymbol): void
  unsubscribe(symbol: SharedSymbol): void
  refused(symbol: SharedSymbol): void
  close(): void
}

const createBatch = () => {
  const texts: string[] = []
  let items: string[] = []
  let length = 0
  const endText = (): void => {
    if (items.length > 0) texts.push(`[${items.join(',')}]`)
    items = []
    length = 0
  }
  return {
    /** False when the batch is full. Names are ASCII, so characters are bytes. */
    add(symbol: SharedSymbol, action: 'subscribe' | 'unsubscribe'): boolean {
      const item = JSON.stringify({ ...symbol.message, action })
      if (length + item.length + 2 > QUOTE_MESSAGE_BYTES_MAX) endText()
      if (texts.length >= MESSAGES_AT_ONCE) return false
      items.push(item)
      length += item.length + 1
      return true
    },
    close(): readonly string[] {
      endText()
      return texts
    },
  }
}

export const openServerConnection = (
  { openSocket, ticks, after }: ConnectionParts,
  { path, protocols }: { readonly path: string; readonly protocols: readonly string[] },
  listeners: ConnectionListeners,
): ServerConnection => {
  const subscribed = new Set<SharedSymbol>()
  const toSubscribe = new Set<SharedSymbol>()
  const toUnsubscribe = new Set<SharedSymbol>()
  let isOpen = false
  let isOver = false
  let isSendDue = false
  let sentAt = Number.NEGATIVE_INFINITY
  let heardAt = ticks()

  const send = (): void => {
    isSendDue = false
    if (isOver) return
    sentAt = ticks()
    const batch = createBatch()
    let isFull = false
    for (const symbol of toUnsubscribe) {
      isFull = !batch.add(symbol, 'unsubscribe')
      if (isFull) break
      toUnsubscribe.delete(symbol)
      subscribed.delete(symbol)
    }
    for (const symbol of toSubscribe) {
      if (isFull) break
      if (!subscribed.has(symbol) && subscribed.size >= QUOTE_SYMBOLS_MAX) {
        if (symbol.refusal === null) listeners.noRoom(symbol)
        continue
      }
      isFull = !batch.add(symbol, 'subscribe')
      if (isFull) break
      toSubscribe.delete(symbol)
      subscribed.add(symbol)
    }
    for (const text of batch.close()) socket.send(text)
    if (isFull) sendSoon()
  }

  const sendSoon = (): void => {
    if (isSendDue || !isOpen) return
    isSendDue = true
    after(Math.max(0, sentAt + SEND_EVERY_MS - ticks()), send)
  }

  const socket = openSocket(path, protocols, {
    opened: () => {
      isOpen = true
      heardAt = ticks()
      listeners.opened()
      sendSoon()
    },
    text: (text) => {
      heardAt = ticks()
      listeners.text(text)
    },
    bytes: (bytes) => {
      heardAt = ticks()
      listeners.bytes(bytes)
    },
    closed: () => {
      isOver = true
      listeners.closed()
    },
  })

  return {
    isOpen: () => isOpen,
    hasTimedOut: () => ticks() - heardAt > (isOpen ? SILENT_MS : CONNECT_TIMEOUT_MS),
    subscribe(symbol) {
      toSubscribe.add(symbol)
      sendSoon()
    },
    unsubscribe(symbol) {
      toSubscribe.delete(symbol)
      if (!subscribed.has(symbol)) return
      toUnsubscribe.add(symbol)
      sendSoon()
    },
    refused(symbol) {
      if (subscribed.delete(symbol)) sendSoon()
    },
    close() {
      isOver = true
      socket.close()
    },
  }
}
