import type { LiveMarket } from '../market/live/live-market.ts'
import { type MarketClock, speedOf } from '../market/market-clock.ts'
import type { Clock, Log } from '../ports.ts'
import type { UserId } from '../user.ts'
import { createFeeds, type FindInstruments } from './feeds.ts'
import { type Counts, createSubscriber, type Peer, type Subscriber } from './subscriber.ts'
import { createUserFeeds } from './user-feeds.ts'

const ROUND_MS = 100
/** Between rounds that overrun, so that messages and closes are processed. */
const BREATH_MS = 10

export interface QuoteHubParts {
  readonly live: LiveMarket
  readonly marketClock: MarketClock
  readonly clock: Clock
  readonly findInstruments: FindInstruments
  readonly log: Log
}

/** Each changed instrument is encoded once per round, for all subscribers. */
export const createQuoteHub = ({ live, marketClock, clock, findInstruments, log }: QuoteHubParts) => {
  const feeds = createFeeds({ live, findInstruments, clock, log })
  const feedsOf = createUserFeeds(feeds)
  const subscribers = new Map<Subscriber, UserId>()
  const frozen = new Map<UserId, number>()
  const counts: Counts = { frames: 0, records: 0, heartbeats: 0, heldBack: 0, dropped: 0, refused: 0 }
  const speed = speedOf(marketClock.mode)

  const round = (): void => {
    const market = marketClock.now()
    feeds.refresh(market)
    const now = clock.now()
    for (const [user, until] of frozen) if (until <= now) frozen.delete(user)
    for (const [subscriber, user] of subscribers)
      if (!frozen.has(user)) subscriber.round(now, { market, speed })
  }

  let timer: ReturnType<typeof setTimeout> | null = null
  const next = (due: number): void => {
    timer = setTimeout(
      () => {
        const begun = clock.now()
        try {
          round()
        } catch (error) {
          log.error({ err: error }, 'a round of quotes failed')
        }
        next(begun + ROUND_MS)
      },
      // A wall clock that is set back must not stall the rounds.
      Math.max(BREATH_MS, Math.min(ROUND_MS, due - clock.now())),
    )
    timer.unref()
  }

  return {
    join(peer: Peer, user: UserId) {
      const subscriber = createSubscriber(peer, feedsOf(user), counts)
      subscribers.set(subscriber, user)
      return {
        hear: (text: string): void => subscriber.hear(clock.now(), text),
        hearPing: (): boolean => subscriber.hearPing(clock.now()),
        close: subscriber.close,
        left: (): void => {
          subscriber.leave()
          subscribers.delete(subscriber)
        },
      }
    },
    /** Sockets of this user are sent nothing until then, in wall time. */
    freeze: (user: UserId, until: number): void => {
      frozen.set(user, until)
    },
    round,
    start: (): void => next(clock.now()),
    counts: () => ({ ...counts, sockets: subscribers.size, feeds: feeds.size() }),
    close(code: number, reason: string): void {
      if (timer !== null) clearTimeout(timer)
      for (const subscriber of subscribers.keys()) subscriber.close(code, reason)
    },
  }
}

export type QuoteHub = ReturnType<typeof createQuoteHub>
