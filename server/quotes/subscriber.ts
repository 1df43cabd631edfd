import { QUOTE_RECORD_BYTES } from '../../src/contract/quotes/quote-frame.ts'
import {
  QUOTE_SYMBOLS_MAX,
  type QuoteSubscription,
  quoteCloseCodes,
} from '../../src/contract/quotes/quote-messages.ts'
import { type InstrumentId, instrumentId } from '../../src/domain/instruments/instrument.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import type { Feed, FeedEnd } from './feeds.ts'
import { readMessage } from './messages.ts'
import type { UserFeeds } from './user-feeds.ts'

export const MESSAGES_PER_SECOND = 50
export const REFUSALS_PER_MINUTE = 100
export const WAITING_BYTES_MAX = 256 * 1024
export const DRAINED_BYTES = 64 * 1024
export const SLOW_MS_MAX = 30_000
export const HEARTBEAT_MS = 1000
export const CLOCK_TEXT_MS = 10_000
/** A subscription is answered by then, even if its instrument could not be looked at. */
export const FIRST_ANSWER_MS = 2_000

const HEADER_BYTES = 2
const NOTHING_SENT = -1

export const heartbeatFrame = new Uint8Array([QUOTE_RECORD_BYTES & 0xff, QUOTE_RECORD_BYTES >> 8])

export interface Peer {
  readonly bufferedAmount: number
  send(data: Uint8Array | string): void
  close(code: number, reason: string): void
  terminate(): void
}

export interface Counts {
  frames: number
  records: number
  heartbeats: number
  heldBack: number
  dropped: number
  refused: number
}

interface Watched {
  readonly feed: Feed
  readonly onEnd: FeedEnd
  sent: number
  subscribedAt: number
}

/** "No price" is sent only once it is certain, or after FIRST_ANSWER_MS. */
const isDue = ({ feed, sent, subscribedAt }: Watched, now: number): boolean =>
  feed.version > sent && (feed.version > 0 || feed.isLookedAt || now - subscribedAt >= FIRST_ANSWER_MS)

const compose = (changed: readonly Watched[]): Uint8Array => {
  const frame = Buffer.allocUnsafeSlow(HEADER_BYTES + changed.length * QUOTE_RECORD_BYTES)
  frame.set(heartbeatFrame)
  let at = HEADER_BYTES
  for (const watched of changed) {
    frame.set(watched.feed.record, at)
    watched.sent = watched.feed.version
    at += QUOTE_RECORD_BYTES
  }
  return frame
}

const createBudget = (windowMs: number, most: number) => {
  let begun = Number.NEGATIVE_INFINITY
  let taken = 0
  return (now: number): boolean => {
    if (now - begun >= windowMs) {
      begun = now
      taken = 0
    }
    taken++
    return taken <= most
  }
}

/** Nothing queues: after a missed round the next one sends the newest records. */
export const createSubscriber = (peer: Peer, feeds: UserFeeds, counts: Counts) => {
  const watching = new Map<InstrumentId, Watched>()
  const mayHear = createBudget(1000, MESSAGES_PER_SECOND)
  const mayRefuse = createBudget(60_000, REFUSALS_PER_MINUTE)
  let slowSince: number | null = null
  let lastFrameAt = Number.NEGATIVE_INFINITY
  let lastClockAt = Number.NEGATIVE_INFINITY
  let isGone = false

  const leave = (): void => {
    isGone = true
    for (const [id, { onEnd }] of watching) feeds.unwatch(id, onEnd)
    watching.clear()
  }

  const close = (code: number, reason: string): void => {
    if (isGone) return
    leave()
    peer.close(code, reason)
  }

  const refuse = (now: number, message: string, about: QuoteSubscription | null): void => {
    if (isGone) return
    counts.refused++
    if (!mayRefuse(now)) {
      close(quoteCloseCodes.tooMany, 'too many refused subscriptions')
      return
    }
    const { segment = null, symbol = null } = about ?? {}
    peer.send(JSON.stringify({ type: 'error', message, segment, symbol }))
  }

  const subscribe = (now: number, item: QuoteSubscription): void => {
    const id = instrumentId(item.segment, item.symbol)
    const known = watching.get(id)
    if (known !== undefined) {
      // A repeated subscription means that the answer was lost.
      known.sent = NOTHING_SENT
      known.subscribedAt = now
      return
    }
    if (watching.size >= QUOTE_SYMBOLS_MAX) {
      refuse(now, `one socket watches at most ${QUOTE_SYMBOLS_MAX} symbols`, item)
      return
    }
    const onEnd: FeedEnd = (reason) => {
      watching.delete(id)
      feeds.unwatch(id, onEnd)
      refuse(now, reason, item)
    }
    const feed = feeds.watch(id, onEnd)
    if (typeof feed === 'string') refuse(now, feed, item)
    else watching.set(id, { feed, onEnd, sent: NOTHING_SENT, subscribedAt: now })
  }

  const unsubscribe = (item: QuoteSubscription): void => {
    const id = instrumentId(item.segment, item.symbol)
    const watched = watching.get(id)
    if (watched === undefined) return
    watching.delete(id)
    feeds.unwatch(id, watched.onEnd)
  }

  const isSlow = (now: number): boolean => {
    const waiting = peer.bufferedAmount
    if (slowSince === null && waiting + HEADER_BYTES + watching.size * QUOTE_RECORD_BYTES > WAITING_BYTES_MAX)
      slowSince = now
    if (slowSince !== null && waiting <= DRAINED_BYTES) slowSince = null
    return slowSince !== null
  }

  const sendClock = (now: number, clock: { readonly market: EpochMs; readonly speed: number }): void => {
    lastClockAt = now
    const { market, speed } = clock
    peer.send(JSON.stringify({ type: 'clock', market_time: market, wall_time: now, speed }))
  }

  const sendChanged = (now: number): void => {
    const changed: Watched[] = []
    for (const watched of watching.values()) if (isDue(watched, now)) changed.push(watched)
    if (changed.length > 0) {
      counts.frames++
      counts.records += changed.length
      lastFrameAt = now
      peer.send(compose(changed))
    } else if (now - lastFrameAt >= HEARTBEAT_MS || now < lastFrameAt) {
      counts.heartbeats++
      lastFrameAt = now
      peer.send(heartbeatFrame)
    }
  }

  return {
    hear(now: number, text: string): void {
      if (isGone) return
      if (!mayHear(now)) {
        close(quoteCloseCodes.tooMany, `more than ${MESSAGES_PER_SECOND} messages in a second`)
        return
      }
      const read = readMessage(text)
      if (read.kind === 'refused') {
        refuse(now, read.message, null)
        return
      }
      for (const item of read.items) {
        if (isGone) return
        if (item.action === 'subscribe') subscribe(now, item)
        else unsubscribe(item)
      }
    },

    /** A ping counts as a message. Returns false when it must not be answered. */
    hearPing(now: number): boolean {
      if (isGone || mayHear(now)) return !isGone
      close(quoteCloseCodes.flood, 'too many pings')
      return false
    },

    /** `now` is wall time. */
    round(now: number, clock: { readonly market: EpochMs; readonly speed: number }): void {
      if (isGone) return
      if (isSlow(now)) {
        counts.heldBack++
        if (slowSince !== null && now - slowSince >= SLOW_MS_MAX) {
          counts.dropped++
          leave()
          peer.terminate()
        }
        return
      }
      if (now - lastClockAt >= CLOCK_TEXT_MS) sendClock(now, clock)
      sendChanged(now)
    },

    close,
    leave,
  }
}

export type Subscriber = ReturnType<typeof createSubscriber>
