import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { createLog } from '../../../server/log.ts'
import { createQuoteHub } from '../../../server/quotes/quote-hub.ts'
import type { Peer } from '../../../server/quotes/subscriber.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import type { UserId } from '../../../server/user.ts'
import { provideQuoteSocket } from '../../../src/console/quotes/quote-adapters.ts'
import { type QuoteSubscription, QuoteSubscriptions } from '../../../src/contract/quotes/quote-messages.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { liveShareOf } from '../../../src/machines/quotes/quote-subscriptions.ts'
import { createQuoteBook } from '../../../src/market/quotes/quote-book.ts'
import { createSubscriptions } from '../../../src/market/quotes/subscriptions.ts'
import type { HttpClient } from '../../../src/platform/http-client.ts'
import type { OpenQuotes, OpenSocket } from '../../../src/platform/open-quotes.ts'
import { openSharedQuotes, type WorkerPort } from '../../../src/platform/shared-quotes/attached-socket.ts'
import { createSharedQuotes } from '../../../src/platform/shared-quotes/shared-quotes.ts'
import { createMovingMarket } from '../../server/quotes/moving-market.ts'
import { createMemoryBrowser } from '../../support/browser/memory-browser.ts'
import { clockAt } from '../../support/clock.ts'
import { instrument } from '../../support/server/live.ts'

const INFY = instrument('NSE_INFY')
const TCS = instrument('NSE_TCS')
const NEWCO = instrument('NSE_NEWCO')

/** Passes the page's connection through the worker that pages share, of which this page is the only one. */
const throughWorker = (openSocket: OpenSocket, ticks: () => number): OpenQuotes => {
  const shared = createSharedQuotes({ openSocket, ticks, after: (_, run) => queueMicrotask(run) })
  return openSharedQuotes({
    startWorker: () => {
      const port: WorkerPort = {
        onmessage: null,
        postMessage: (message) => queueMicrotask(() => hear(message)),
        close: () => {},
      }
      const hear = shared.join({ post: (data) => queueMicrotask(() => port.onmessage?.({ data })) })
      return port
    },
    watchSleep: () => () => {},
    after: () => () => {},
    openOwn: () => {
      throw new Error('the worker is there')
    },
  })
}

/** The console's quote socket and book over the server's quote hub, with a way between that loses what a test says. */
const startWith = ({ isShared }: { readonly isShared: boolean }) => {
  const wall = clockAt('2026-11-20 10:00')
  const market = createMovingMarket(wall)
  const hub = createQuoteHub({
    ...market,
    clock: wall,
    log: createLog({ level: 'silent', secrets: createSecretWatch(), write: () => {} }),
  })
  let isLost: (item: QuoteSubscription) => boolean = () => false
  let sockets = 0
  let garble = (): void => {}

  const openSocket: OpenSocket = (_path, _protocols, listeners) => {
    sockets++
    const peer: Peer = {
      bufferedAmount: 0,
      send: (data) =>
        typeof data === 'string' ? listeners.text(data) : listeners.bytes(Uint8Array.from(data).buffer),
      close: listeners.closed,
      terminate: listeners.closed,
    }
    const joined = hub.join(peer, 'meera' as UserId)
    queueMicrotask(listeners.opened)
    garble = () => listeners.text('nonsense')
    return {
      send: (text) => {
        const kept = QuoteSubscriptions.parse(JSON.parse(text)).filter((item) => !isLost(item))
        if (kept.length > 0) joined.hear(JSON.stringify(kept))
      },
      close: joined.left,
    }
  }

  const tab = createMemoryBrowser({ openSocket, ticks: wall.now, wallClock: wall.now }).openTab()
  const platform = isShared ? { ...tab, openQuotes: throughWorker(openSocket, wall.now) } : tab
  const subscriptions = createSubscriptions({
    tell: (wanted) => quotes.send({ type: 'quotes.want', wanted }),
    defer: queueMicrotask,
  })
  const book = createQuoteBook({
    hold: subscriptions.hold,
    isSubscribed: subscriptions.isTold,
    freshnessOf: () => 'live',
    after: (_, run) => queueMicrotask(run),
  })
  // Of the calls there are, the socket makes one: for its ticket.
  const http = {
    call: () => Promise.resolve({ ticket: 'T', expires_at: 0 }),
  } as unknown as HttpClient
  const clock = new SimulatedClock()
  const quotes = createActor(
    provideQuoteSocket({ platform, http, book: () => book, user: () => 'U1', tellClock: () => {} }),
    {
      clock,
      input: { now: wall.now, random: () => 0 },
    },
  ).start()
  let wasOpen = false
  quotes.subscribe((snapshot) => {
    const isOpen = snapshot.matches({ connected: 'open' })
    if (wasOpen && !isOpen) book.silence()
    wasOpen = isOpen
  })
  quotes.send({ type: 'quotes.connect' })

  const turn = () => new Promise<void>((done) => setImmediate(done))
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await turn()
      wall.advance(1000)
      hub.round()
      await turn()
      clock.increment(1000)
    }
    await turn()
  }
  return {
    ...market,
    book,
    pass,
    watch: (...ids: readonly InstrumentId[]) => ids.map((id) => book.watch(id, () => {})),
    lose: (lost: (item: QuoteSubscription) => boolean) => {
      isLost = lost
    },
    sockets: () => sockets,
    garble: () => garble(),
    logged: platform.logged,
    share: () => liveShareOf(quotes.getSnapshot().context),
  }
}

describe.each([
  ['to a connection of its own', { isShared: false }],
  ['to the connection that pages share', { isShared: true }],
])('a subscription lost on the way %s', (_, settings) => {
  const start = () => startWith(settings)

  test('is not live meanwhile, and is once it was sent again on the same socket', async () => {
    const { trade, watch, lose, pass, share, book, sockets } = start()
    trade(INFY, 101)
    trade(TCS, 202)
    lose(({ symbol }) => symbol === 'TCS')
    watch(INFY, TCS)
    await pass(3)
    const lost = [share().live, share().unanswered, book.quote(TCS)]
    lose(() => false)
    await pass(4)
    expect([lost, share().live, book.quote(TCS)?.freshness, sockets()]).toEqual([
      [1, [TCS], null],
      2,
      'live',
      1,
    ])
  })

  test('twice is made good by another socket', async () => {
    const { trade, watch, lose, pass, share, book, sockets } = start()
    trade(INFY, 101)
    lose(() => true)
    watch(INFY)
    await pass(9)
    lose(() => false)
    await pass(3)
    expect([share().live, book.lastPrice(INFY), sockets()]).toEqual([1, 101, 2])
  })

  test('is told from a symbol that has no price, of which the server says so', async () => {
    const { trade, list, watch, pass, share, book, sockets } = start()
    list(NEWCO)
    trade(INFY, 101)
    watch(INFY, NEWCO)
    await pass(600)
    const before = [share().live, share().unpriced, sockets()]
    trade(NEWCO, 50)
    await pass(1)
    expect([before, book.lastPrice(NEWCO), share().unpriced]).toEqual([[2, [NEWCO], 1], 50, []])
  })

  test('is told from one that the server refuses', async () => {
    const { trade, watch, pass, share, sockets } = start()
    trade(INFY, 101)
    watch(INFY, instrument('NSE_NOWHERE'))
    await pass(60)
    expect([share().live, share().refused, sockets()]).toEqual([1, ['NSE_NOWHERE'], 1])
  })
})

test('a price that passes from one watcher to the next within a turn stays live', async () => {
  const { trade, watch, pass, book } = startWith({ isShared: false })
  trade(INFY, 101)
  const [leave] = watch(INFY)
  await pass(2)
  leave?.()
  watch(INFY)
  expect(book.quote(INFY)?.freshness).toEqual('live')
})

test('a message of the feed that cannot be read is told in the log of the browser', async () => {
  const { watch, pass, garble, logged } = startWith({ isShared: false })
  watch(INFY)
  await pass(1)
  garble()
  expect(logged.at(-1)).toBe('websocket parse error')
})
