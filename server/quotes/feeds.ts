import type { Instrument, InstrumentId } from '../../src/domain/instrument.ts'
import type { Quote } from '../../src/domain/quote.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { Clock, Log } from '../ports.ts'
import { encodeNoPrice, encodeRecord, isSameTick } from './tick.ts'

/** Instruments that are looked at every round, whoever watches them. */
export const FEEDS_MAX = 10_000
/** The first look at an instrument may take milliseconds; the rest of the newly watched wait for the next round. */
const FIRST_LOOKS_MS = 40
/** Instruments asked for in one question, and how long after an unanswered one the next is put. */
const ASKED_MAX = 1000
const ASK_AGAIN_MS = 1000

/** One watched instrument. A socket that holds an older `version` has not seen `record` yet. */
export interface Feed {
  readonly id: InstrumentId
  /** 0 as long as no price has been known. */
  readonly version: number
  /** Says that there is no price while `version` is 0. */
  readonly record: Uint8Array
  readonly isLookedAt: boolean
}

/** Why a feed ends for all who watch it: there is no such instrument, or its source fails. */
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

/** The newest record of every watched instrument, made once for all who watch it. */
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
  /** Watched, and not known yet. One question is under way at a time. */
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
      for (const [place, feed] of asked.entries()) {
        feed.instrument = found[place] ?? null
        if (feed.instrument === null) end(feed, 'there is no such instrument')
      }
      for (const feed of asked) unknown.delete(feed)
    } catch (error) {
      // The list of instruments can take its time to be made; who watches waits for it.
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
    /**
     * Null when no more instruments can be watched. The caller's `end` is told when the feed ends by itself. Throws
     * RangeError for a symbol that does not fit into a record.
     */
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

    /** Looks at every watched instrument at one instant of market time. */
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
