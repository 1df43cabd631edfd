import { createQuoteBook, type QuoteBook } from '../../market/quotes/quote-book.ts'
import { createSubscriptions } from '../../market/quotes/subscriptions.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Actors } from '../actors.ts'
import { judgeAt } from './quote-adapters.ts'

const JUDGE_EVERY_MS = 1_000

export interface QuoteFeedPorts {
  readonly actors: () => Pick<Actors, 'quoteSocket' | 'marketState'>
  readonly platform: Pick<Platform, 'after' | 'watchVisibility'>
  readonly now: () => number
}

export interface QuoteFeed {
  readonly book: QuoteBook
  /** Keeps the freshness of all quotes up to date. Returns its undo. */
  watch(): () => void
}

export const createQuoteFeed = ({ actors, platform, now }: QuoteFeedPorts): QuoteFeed => {
  const judge = () => judgeAt(actors().marketState.getSnapshot().context, now())
  let freshnessOf: ReturnType<typeof judge> = () => 'live'

  const subscriptions = createSubscriptions({
    tell: (wanted) => {
      const { quoteSocket } = actors()
      // The last views unmount after the console has stopped.
      if (quoteSocket.getSnapshot().status === 'active') quoteSocket.send({ type: 'quotes.want', wanted })
    },
    defer: queueMicrotask,
  })
  const book = createQuoteBook({
    hold: subscriptions.hold,
    isSubscribed: subscriptions.isTold,
    freshnessOf: (segment, timestamp) => freshnessOf(segment, timestamp),
    after: platform.after,
  })

  const judgeAll = (): void => {
    freshnessOf = judge()
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
    // A page hidden for long may have lost its connection.
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
