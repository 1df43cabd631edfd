import { createLog } from '../../../server/log.ts'
import { createQuoteHub } from '../../../server/quotes/quote-hub.ts'
import type { Peer } from '../../../server/quotes/subscriber.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import type { UserId } from '../../../server/user.ts'
import { decodeQuotes } from '../../../src/contract/quotes/quote-frame.ts'
import { type QuoteSubscription, QuoteSubscriptions } from '../../../src/contract/quotes/quote-messages.ts'
import { type InstrumentId, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { OpenSocket, SocketListeners } from '../../../src/platform/open-quotes.ts'
import { createSharedQuotes } from '../../../src/platform/shared-quotes/shared-quotes.ts'
import type { WorkerMessage } from '../../../src/platform/shared-quotes/worker-messages.ts'
import { createMovingMarket } from '../../server/quotes/moving-market.ts'
import { clockAt } from '../clock.ts'

const ROUND_MS = 100

const messageOf = (action: QuoteSubscription['action'], id: InstrumentId): QuoteSubscription => {
  const { segment, tradingSymbol } = parseInstrumentId(id) ?? { segment: 'NSE', tradingSymbol: id }
  return { stream_type: 'quote', action, segment, symbol: tradingSymbol }
}

/** Quote sockets in this thread, over a connection that a test can break. */
const createServer = (wall: ReturnType<typeof clockAt>) => {
  const market = createMovingMarket(wall)
  const hub = createQuoteHub({
    ...market,
    clock: wall,
    log: createLog({ level: 'silent', secrets: createSecretWatch(), write: () => {} }),
  })
  const open = new Map<SocketListeners, string>()
  const tickets: string[] = []
  const heard: QuoteSubscription[] = []
  let isLost: (item: QuoteSubscription) => boolean = () => false
  let isMute = false
  let answersAt = 0

  const openSocket: OpenSocket = (_path, protocols, listeners) => {
    const ticket = protocols.at(-1) ?? ''
    tickets.push(ticket)
    const end = (): void => {
      if (open.delete(listeners)) listeners.closed()
    }
    let joined: ReturnType<typeof hub.join> | null = null
    let isClosed = false
    const begin = (): void => {
      if (isClosed) return
      open.set(listeners, ticket)
      const peer: Peer = {
        bufferedAmount: 0,
        send: (data) => {
          if (isMute) return
          if (typeof data === 'string') listeners.text(data)
          else listeners.bytes(Uint8Array.from(data).buffer)
        },
        close: end,
        terminate: end,
      }
      joined = hub.join(peer, 'meera' as UserId)
      listeners.opened()
    }
    opening.push({ at: wall.now() + answersAt, begin })
    return {
      send: (text) => {
        const items = QuoteSubscriptions.parse(JSON.parse(text))
        heard.push(...items)
        const kept = items.filter((item) => !isLost(item))
        if (kept.length > 0) joined?.hear(JSON.stringify(kept))
      },
      close: () => {
        isClosed = true
        open.delete(listeners)
        joined?.left()
      },
    }
  }
  const opening: { at: number; begin: () => void }[] = []

  return {
    ...market,
    hub,
    openSocket,
    sockets: () => [...open.values()],
    tickets,
    /** Subscriptions since the last call, as `+NSE_INFY -NSE_TCS`. */
    heard: () =>
      heard
        .splice(0)
        .map(({ action, segment, symbol }) => `${action === 'subscribe' ? '+' : '-'}${segment}_${symbol}`),
    lose: (lost: (item: QuoteSubscription) => boolean) => {
      isLost = lost
    },
    mute: (isSo: boolean) => {
      isMute = isSo
    },
    answerAfter: (ms: number) => {
      answersAt = ms
    },
    cut: () => {
      for (const listeners of [...open.keys()]) {
        open.delete(listeners)
        listeners.closed()
      }
    },
    say: (content: string | ArrayBuffer) => {
      for (const listeners of open.keys())
        typeof content === 'string' ? listeners.text(content) : listeners.bytes(content)
    },
    round: () => {
      hub.round()
      for (const one of opening.splice(0)) {
        if (one.at <= wall.now()) one.begin()
        else opening.push(one)
      }
    },
  }
}

export const startSharedPages = () => {
  const wall = clockAt('2026-11-20 10:00')
  const server = createServer(wall)
  let timers: { readonly at: number; readonly run: () => void }[] = []
  const after = (ms: number, run: () => void): void => {
    timers.push({ at: wall.now() + ms, run })
  }
  const shared = createSharedQuotes({ openSocket: server.openSocket, ticks: wall.now, after })
  const pages: { read(): boolean }[] = []

  const runTimers = (): void => {
    const due = timers.filter(({ at }) => at <= wall.now())
    timers = timers.filter(({ at }) => at > wall.now())
    for (const { run } of due) run()
  }

  const readAll = (): void => {
    while (pages.map((page) => page.read()).some((hasRead) => hasRead)) {
      // Reading sends, which may bring more to read.
    }
  }

  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= ROUND_MS) {
      readAll()
      wall.advance(ROUND_MS)
      runTimers()
      server.round()
      await new Promise<void>((done) => setImmediate(done))
      readAll()
    }
  }

  /** The ticket carries the user's name; null is refused. */
  const open = (user: string, ticket: string | null = user) => {
    const inbox: WorkerMessage[] = []
    const told: string[] = []
    const prices = new Map<InstrumentId, number>()
    let isAwake = true
    let heartbeats = 0
    const hear = shared.join({
      // As a port does: the sender loses what is transferred.
      post: (message, transfer = []) => inbox.push(structuredClone(message, { transfer: [...transfer] })),
    })

    const take = (message: WorkerMessage): void => {
      if (message.type !== 'news') {
        told.push(message.type)
        if (message.type === 'wanted' && ticket !== null)
          hear({ type: 'open', path: '/quotes/v2', protocols: ['quote.v2', ticket] })
        return
      }
      hear({ type: 'seen' })
      told.push(...message.texts)
      if (message.bytes === null) return
      try {
        const ticks = decodeQuotes(message.bytes)
        if (ticks.length === 0) heartbeats++
        for (const { instrument, price } of ticks) prices.set(instrument, price)
      } catch {
        told.push('unreadable')
      }
    }
    const page = {
      prices,
      /** `attached`, `opened`, `closed` and texts since the last call. */
      told: () => told.splice(0),
      heartbeats: () => heartbeats,
      waiting: () => inbox.length,
      freeze: () => {
        isAwake = false
      },
      wake: () => {
        isAwake = true
      },
      attach: () => hear({ type: 'attach', user }),
      leave: () => hear({ type: 'leave' }),
      subscribe: (...ids: readonly InstrumentId[]) =>
        hear({ type: 'send', text: JSON.stringify(ids.map((id) => messageOf('subscribe', id))) }),
      unsubscribe: (...ids: readonly InstrumentId[]) =>
        hear({ type: 'send', text: JSON.stringify(ids.map((id) => messageOf('unsubscribe', id))) }),
      read: (): boolean => {
        if (!isAwake || inbox.length === 0) return false
        for (const message of inbox.splice(0)) take(message)
        return true
      },
    }
    pages.push(page)
    page.attach()
    return page
  }

  return { ...server, wall, shared, after, pass, runTimers, open }
}
