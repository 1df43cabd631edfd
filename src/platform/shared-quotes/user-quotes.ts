import { eachQuote, readQuoteName } from '../../contract/quotes/quote-frame.ts'
import { QUOTE_SYMBOLS_MAX } from '../../contract/quotes/quote-messages.ts'
import { createPageFeed, type Delivery, type PageFeed } from './page-feed.ts'
import { type ConnectionParts, openServerConnection, type ServerConnection } from './server-connection.ts'
import { readServerText, type ServerClock, subscriptionsIn } from './server-text.ts'
import {
  createSharedSymbol,
  hasAnswer,
  type SharedSymbol,
  type SubscriptionMessage,
  symbolKey,
  takeRecord,
} from './shared-symbol.ts'
import type { PageMessage, PagePort } from './worker-messages.ts'

/** An open page replies every second; after this long without a reply it is closed or frozen. */
export const PAGE_AWAY_MS = 30_000
/** A page that leaves after so long without an answer leaves because of it: see its `RENEW_MS`. */
export const UNANSWERED_MS = 9_000

export interface UserQuotes {
  attach(port: PagePort): PageFeed
  hear(page: PageFeed, message: PageMessage): void
}

/** Subscribes to each symbol once for all pages. The last page that leaves closes the connection. */
export const createUserQuotes = (parts: ConnectionParts): UserQuotes => {
  const { ticks } = parts
  const pages = new Map<PageFeed, Set<SharedSymbol>>()
  const symbols = new Map<string, SharedSymbol>()
  let connection: ServerConnection | null = null
  /** Replaces `connection` when it opens. */
  let successor: ServerConnection | null = null
  /** A page left because of an unanswered subscription: the connection may carry one direction only. */
  let isDoubted = false
  let clock: ServerClock | null = null

  const clockText = (): string | null => clock?.textAt(ticks()) ?? null
  const deliver = (page: PageFeed, isHeard = false): void => {
    const delivery: Delivery = { now: ticks(), clockText, isHeard }
    page.deliver(delivery)
  }

  const symbolsOf = (page: PageFeed): readonly SharedSymbol[] => [...(pages.get(page) ?? [])]

  const leave = (page: PageFeed): void => {
    const left = symbolsOf(page)
    if (!pages.delete(page)) return
    for (const symbol of left) unsubscribe(page, symbol)
    if (pages.size === 0) end()
  }

  const dismiss = (page: PageFeed): void => {
    leave(page)
    page.port.post({ type: 'closed' })
  }

  /** Pages open another connection when they attach again. */
  const end = (): void => {
    const left = [...pages.keys()]
    pages.clear()
    symbols.clear()
    const [present, next] = [connection, successor]
    connection = null
    successor = null
    isDoubted = false
    clock = null
    present?.close()
    next?.close()
    for (const page of left) page.port.post({ type: 'closed' })
  }

  const dismissAway = (): void => {
    for (const page of [...pages.keys()]) if (ticks() - page.heardAt > PAGE_AWAY_MS) dismiss(page)
  }

  const deliverAll = (): void => {
    for (const page of pages.keys()) deliver(page, true)
    dismissAway()
  }

  const open = (page: PageFeed): void => {
    page.isOpen = true
    page.port.post({ type: 'opened' })
    if (clock !== null) page.noteClock()
    deliver(page)
  }

  const hearFrame = (bytes: ArrayBuffer): void => {
    try {
      eachQuote(bytes, (view, at) => {
        const symbol = symbols.get(readQuoteName(view, at))
        if (symbol === undefined) return
        takeRecord(symbol, bytes, at)
        for (const page of symbol.pages) page.note(symbol)
      })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      for (const page of pages.keys()) page.passOn(bytes)
    }
    deliverAll()
  }

  const hearText = (text: string): void => {
    const read = readServerText(text, ticks())
    const symbol = read.kind === 'refusal' ? symbols.get(read.key) : undefined
    if (read.kind === 'clock') {
      clock = read.clock
      for (const page of pages.keys()) page.noteClock()
    } else if (symbol !== undefined) {
      connection?.refused(symbol)
      refuse(symbol, text)
    } else if (read.kind === 'other') for (const page of pages.keys()) page.passOn(text)
    deliverAll()
  }

  const refuse = (symbol: SharedSymbol, text: string): void => {
    symbol.refusal = text
    for (const page of symbol.pages) page.note(symbol)
  }

  const connect = (path: string, protocols: readonly string[]): ServerConnection => {
    const own: ServerConnection = openServerConnection(
      parts,
      { path, protocols },
      {
        opened: () => {
          if (own === successor) succeed(own)
          for (const symbol of symbols.values()) {
            symbol.subscribedAt = ticks()
            own.subscribe(symbol)
          }
          for (const page of pages.keys()) if (!page.isOpen) open(page)
        },
        text: (text) => {
          if (own === connection) hearText(text)
        },
        bytes: (bytes) => {
          if (own === connection) hearFrame(bytes)
        },
        closed: () => {
          if (own === successor) successor = null
          else if (own === connection) end()
        },
        noRoom: (symbol) => {
          const { segment, symbol: name } = symbol.message
          const message = `one connection watches at most ${QUOTE_SYMBOLS_MAX} symbols`
          refuse(symbol, JSON.stringify({ type: 'error', message, segment, symbol: name }))
          for (const page of symbol.pages) deliver(page)
        },
      },
    )
    return own
  }

  const succeed = (next: ServerConnection): void => {
    connection?.close()
    connection = next
    successor = null
    isDoubted = false
  }

  const subscribe = (page: PageFeed, message: SubscriptionMessage): void => {
    const key = symbolKey(message)
    const known = symbols.get(key)
    const symbol = known ?? createSharedSymbol({ ...message, action: 'subscribe' }, ticks())
    symbols.set(key, symbol)
    // A page that subscribes again has missed the answer: the server has to send it again.
    if (known === undefined || symbol.pages.has(page)) connection?.subscribe(symbol)
    else if (hasAnswer(symbol)) page.note(symbol)
    symbol.pages.add(page)
    pages.get(page)?.add(symbol)
  }

  const unsubscribe = (page: PageFeed, symbol: SharedSymbol): void => {
    if (!symbol.pages.delete(page)) return
    pages.get(page)?.delete(symbol)
    page.forget(symbol)
    if (symbol.pages.size > 0) return
    symbols.delete(symbolKey(symbol.message))
    connection?.unsubscribe(symbol)
  }

  const change = (page: PageFeed, text: string): void => {
    for (const message of subscriptionsIn(text)) {
      const known = symbols.get(symbolKey(message))
      if (message.action === 'subscribe') subscribe(page, message)
      else if (known !== undefined) unsubscribe(page, known)
    }
    deliver(page)
  }

  const isUnanswered = (symbol: SharedSymbol): boolean =>
    !hasAnswer(symbol) && ticks() - symbol.subscribedAt >= UNANSWERED_MS

  return {
    attach(port) {
      dismissAway()
      if (connection?.hasTimedOut() === true) end()
      const page = createPageFeed(port, ticks())
      pages.set(page, new Set())
      port.post({ type: 'attached' })
      if (connection?.isOpen() === true) open(page)
      if (connection === null || isDoubted) port.post({ type: 'wanted' })
      return page
    },
    hear(page, message) {
      if (!pages.has(page)) return
      page.heardAt = ticks()
      if (message.type === 'seen') {
        page.taken()
        deliver(page)
      } else if (message.type === 'send') change(page, message.text)
      else if (message.type === 'open') {
        const { path, protocols } = message
        // Several pages may have been asked for a stream ticket: the first one counts.
        if (connection === null) connection = connect(path, protocols)
        else if (isDoubted) successor ??= connect(path, protocols)
      } else if (message.type === 'leave') {
        isDoubted ||= symbolsOf(page).some(isUnanswered)
        leave(page)
      }
    },
  }
}
