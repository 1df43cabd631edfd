import { createQuoteBook, type QuoteBook } from '../market/quote-book.ts'
import { createSubscriptions } from '../market/subscriptions.ts'
import type { Platform } from '../platform/platform.ts'
import type { Actors } from './actors.ts'
import { judgeAt } from './quote-ports.ts'

/** A price that has grown old is marked no later than this. */
const JUDGE_EVERY_MS = 1_000

export interface QuoteFeedPorts {
  readonly actors: () => Pick<Actors, 'quoteSocket' | 'marketState'>
  readonly platform: Pick<Platform, 'after' | 'watchVisibility'>
  readonly now: () => number
}

export interface QuoteFeed {
  readonly book: QuoteBook
  /** Keeps the marks of all prices true. Answers its undo. */
  watch(): () => void
}

/** The quote book with its two sides: who wants a price, and how far it can be trusted. */
export const createQuoteFeed = ({ actors, platform, now }: QuoteFeedPorts): QuoteFeed => {
  const judge = () => judgeAt(actors().marketState.getSnapshot().context, now())
  let markOf: ReturnType<typeof judge> = () => 'live'

  const subscriptions = createSubscriptions({
    tell: (wanted) => {
      const { quoteSocket } = actors()
      // The last views go after the console has stopped.
      if (quoteSocket.getSnapshot().status === 'active') quoteSocket.send({ type: 'quotes.want', wanted })
    },
    defer: queueMicrotask,
  })
  const book = createQuoteBook({
    hold: subscriptions.hold,
    isSubscribed: subscriptions.isTold,
    markOf: (segment, timestamp) => markOf(segment, timestamp),
    after: platform.after,
  })

  const judgeAll = (): void => {
    markOf = judge()
    book.judge()
  }

  const watch = (): (() => void) => {
    let isOpen = false
    const judgeLater = () =>
      platform.after(JUDGE_EVERY_MS, () => {
        judgeAll()
        stopJudging = judgeLater()
      })
    let stopJudging = judgeLater()
    const subscriptionsToActors = [
      actors().marketState.subscribe(judgeAll),
      actors().quoteSocket.subscribe((quotes) => {
        const wasOpen = isOpen
        isOpen = quotes.matches({ connected: 'open' })
        if (wasOpen && !isOpen) book.silence()
      }),
    ]
    // A page that was hidden for long may have lost its connection, and is looked at now.
    const stopLooking = platform.watchVisibility({
      shown: () => actors().quoteSocket.send({ type: 'page.shown' }),
      hidden: () => {},
    })
    return () => {
      stopJudging()
      stopLooking()
      for (const subscription of subscriptionsToActors) subscription.unsubscribe()
    }
  }

  return { book, watch }
}
