import { QUOTE_SYMBOLS_MAX } from '../../src/contract/quotes/quote-messages.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Quote } from '../../src/domain/quotes/quote.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { Clock, Log } from '../ports.ts'
import { encodeNoPrice, encodeRecord, isSameTick } from './tick.ts'

/** Distinct symbols over all sockets of one user: two full sockets. The same symbol in twelve windows counts once. */
export const USER_SYMBOLS_MAX = 2 * QUOTE_SYMBOLS_MAX
/** Distinct symbols of all users. A round looks at each, so it is bounded; no user can leave the others without. */
export const FEEDS_MAX = 4 * USER_SYMBOLS_MAX
/** A first look may take ms; other new instruments wait for the next round. */
const FIRST_LOOKS_MS = 40
const ASKED_MAX = 1000
const ASK_AGAIN_MS = 1000

export interface Feed {
  readonly id: InstrumentId
  /** 0 until the first price; `record` then says that there is none. */
  readonly version: number
  readonly record: Uint8Array
  readonly isLookedAt: boolean
}

export type FeedEnd = (reason: string) => void

interface OwnFeed {
  readonly id: InstrumentId
  version: number
  record: Uint8Array
  instrument: Instrument | null
  quote: Quote | null
  isLookedAt: boolean
  readonly watchers: Set<FeedEnd>
}

export type FindInstruments = (ids: readonly InstrumentId[]) => Promise<readonly (Instrument | null)[]>

export const createFeeds = ({
  live,
  findInstruments,
  clock,
  log,
}: {
  readonly live: LiveMarket
  readonly findInstruments: FindInstruments
  readonly clock: Clock
  readonly log: Log
}) => {
  const feeds = new Map<InstrumentId, OwnFeed>()
  const unknown = new Set<OwnFeed>()
  let isAsking = false
  let askAgainAt = Number.NEGATIVE_INFINITY

  const end = (feed: OwnFeed, reason: string): void => {
    if (feeds.get(feed.id) === feed) feeds.delete(feed.id)
    for (const tell of feed.watchers) tell(reason)
  }

  const lookUp = async (asked: readonly OwnFeed[]): Promise<void> => {
    try {
      const found = await findInstruments(asked.map((feed) => feed.id))
      for (const [index, feed] of asked.entries()) {
        feed.instrument = found[index] ?? null
        if (feed.instrument === null) end(feed, 'there is no such instrument')
      }
      for (const feed of asked) unknown.delete(feed)
    } catch (error) {
      // Building the instrument list may take a while; watchers wait.
      askAgainAt = clock.now() + ASK_AGAIN_MS
      log.warn({ err: error, instruments: asked.length }, 'instruments could not be looked up, asked again')
    } finally {
      isAsking = false
    }
  }

  const look = (feed: OwnFeed, instrument: Instrument, at: EpochMs): void => {
    try {
      const quote = live.quote(instrument, at)
      if (quote === null) {
        if (live.knows?.(instrument) === false) end(feed, 'there are no prices of this instrument')
        return
      }
      if (feed.quote !== null && isSameTick(feed.quote, quote)) return
      feed.record = encodeRecord(quote)
      feed.quote = quote
      feed.version++
    } catch (error) {
      log.error({ err: error, instrument: feed.id }, 'an instrument cannot be quoted')
      end(feed, 'this instrument cannot be quoted')
    }
  }

  return {
    /** Null at the limit. `onEnd` runs if the feed ends by itself. Throws RangeError for a long symbol. */
    watch(id: InstrumentId, onEnd: FeedEnd): Feed | null {
      const known = feeds.get(id)
      if (known === undefined && feeds.size >= FEEDS_MAX) return null
      const feed = known ?? {
        id,
        version: 0,
        record: encodeNoPrice(id),
        instrument: null,
        quote: null,
        isLookedAt: false,
        watchers: new Set<FeedEnd>(),
      }
      feed.watchers.add(onEnd)
      if (known === undefined) {
        feeds.set(id, feed)
        unknown.add(feed)
      }
      return feed
    },

    unwatch(id: InstrumentId, onEnd: FeedEnd): void {
      const feed = feeds.get(id)
      if (feed?.watchers.delete(onEnd) !== true || feed.watchers.size > 0) return
      feeds.delete(id)
      unknown.delete(feed)
    },

    refresh(at: EpochMs): void {
      if (unknown.size > 0 && !isAsking && clock.now() >= askAgainAt) {
        isAsking = true
        void lookUp([...unknown].slice(0, ASKED_MAX))
      }
      const begun = clock.now()
      for (const feed of feeds.values()) {
        if (feed.instrument === null) continue
        if (!feed.isLookedAt && clock.now() - begun > FIRST_LOOKS_MS) continue
        feed.isLookedAt = true
        look(feed, feed.instrument, at)
      }
    },

    size: () => feeds.size,
  }
}

export type Feeds = ReturnType<typeof createFeeds>
