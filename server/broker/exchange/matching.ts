import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise } from '../../../src/domain/money.ts'
import type { Side } from '../../../src/domain/orders/order.ts'
import type { Print } from '../../../src/domain/quotes/quote.ts'
import { epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { FillModel, Report } from '../exchange.ts'
import { type BookSnapshots, createBookSnapshots } from './book-snapshot.ts'
import { fillIdOf } from './identifiers.ts'
import { inLots } from './lots.ts'
import { createParticipation, type Participation } from './participation.ts'
import { protectionPrice } from './protection.ts'
import { lookAtQueue, passPrint } from './queue.ts'
import { crosses, type StandingOrder } from './standing-order.ts'
import { type Offer, type OwnOpposite, walkBook } from './walk-book.ts'
import { priceText, unitsText } from './words.ts'

const CAPPED = "waits: simulated orders are at most 20 % of a minute's volume"

export interface Matching {
  protect(order: StandingOrder, at: number): Paise | null
  isBlockedByOwn(order: StandingOrder, own: OwnOpposite | null, at: number): boolean
  meet(order: StandingOrder, own: OwnOpposite | null, at: number): void
  look(ranked: readonly StandingOrder[], at: number): void
  /** `ranked`: best price first, then time. */
  print(ranked: readonly StandingOrder[], print: Print): void
  capacity(at: number): number
  fill(order: StandingOrder, offer: Offer, at: number, why: string): void
}

export interface MatchingParts {
  readonly seed: number
  readonly instrument: Instrument
  readonly market: LiveMarket
  readonly model: FillModel
  readonly emit: (report: Report) => void
}

const takenWords = (order: StandingOrder, takes: readonly Offer[], model: FillModel): string => {
  if (model === 'ltp') return 'at the last price, whatever the depth (ltp model)'
  const first = takes[0]
  return takes.length > 1 || first === undefined
    ? `took ${takes.length} levels`
    : `took the ${order.side === 'buy' ? 'ask' : 'bid'} at ${priceText(first.price)}`
}

const queueWords = ({ joinedBehind, limit }: StandingOrder): string =>
  joinedBehind > 0
    ? `queue of ${unitsText(joinedBehind)} ahead cleared`
    : `print at ${priceText(limit ?? (0 as Paise))}, first in the queue`

/** Displayed size fluctuates, but a later order at a price never has less ahead than an earlier one. */
const standBehind = (order: StandingOrder, before: StandingOrder | undefined): void => {
  if (before?.ahead == null || order.ahead === null) return
  if (before.side === order.side && before.limit === order.limit) {
    order.ahead = Math.max(order.ahead, before.ahead)
  }
}

const inWholeLots = (left: number, remaining: number, lotSize: number): number =>
  left >= remaining ? remaining : inLots(left, lotSize)

export const createMatching = ({ seed, instrument, market, model, emit }: MatchingParts): Matching => {
  const snapshots: BookSnapshots = createBookSnapshots(market, instrument)
  const participation: Participation = createParticipation(market, instrument)
  const { lotSize, instrumentType } = instrument
  const tickSize = fromRupees(instrument.tickSize)

  const fill: Matching['fill'] = (order, { price, quantity }, at, why) => {
    const progress = { at, remaining: order.remaining, count: order.fillCount }
    order.fillCount += 1
    order.remaining -= quantity
    order.filled += quantity
    participation.add(at, quantity)
    const instant = epochMs(at)
    const id = fillIdOf(seed, order.id, progress)
    emit({ kind: 'filled', id: order.id, at: instant, fill: { id, quantity, price, at: instant, why } })
  }

  const capped = (wanted: number, at: number): number => {
    if (model !== 'strict') return wanted
    const left = participation.left(at)
    return left >= wanted ? wanted : inLots(left, lotSize)
  }

  const offersTo = (order: StandingOrder, at: number): readonly Offer[] => {
    const snapshot = snapshots.at(at)
    if (model !== 'ltp') return snapshots.offers(order.side, snapshot)
    return snapshot.quote === null ? [] : [{ price: snapshot.quote.lastPrice, quantity: order.remaining }]
  }

  const takesOf = (order: StandingOrder, own: OwnOpposite | null, at: number): readonly Offer[] => {
    if (order.limit === null || snapshots.at(at).fault !== null) return []
    const walk = { side: order.side, limit: order.limit, lotSize, own }
    const offers = offersTo(order, at)
    const whole = walkBook(offers, { ...walk, quantity: order.remaining })
    const wanted = whole.reduce((sum, { quantity }) => sum + quantity, 0)
    if (wanted === 0) return whole
    const quantity = capped(wanted, at)
    if (quantity < wanted) order.note = CAPPED
    return quantity === wanted ? whole : walkBook(offers, { ...walk, quantity })
  }

  const isMarketable = ({ side, limit }: StandingOrder, at: number): boolean => {
    const { book } = snapshots.at(at)
    const best = (side === 'buy' ? book.asks : book.bids)[0]
    return limit !== null && best !== undefined && crosses(side, limit, best.price)
  }

  const ownSide = ({ side }: StandingOrder, at: number) => {
    const { book } = snapshots.at(at)
    return side === 'buy' ? book.bids : book.asks
  }

  const meet: Matching['meet'] = (order, own, at) => {
    order.note = null
    const { fault } = snapshots.at(at)
    if (fault !== null) {
      order.note = `no fill: ${fault}`
      return
    }
    const takes = takesOf(order, own, at)
    const why = takenWords(order, takes, model)
    for (const take of takes) {
      if (model !== 'ltp') snapshots.take(order.side, take.price, take.quantity, at)
      fill(order, take, at, why)
    }
    if (order.remaining === 0) return
    order.isTaking = isMarketable(order, at)
    if (!order.isTaking) lookAtQueue(order, ownSide(order, at))
  }

  const fillStanding = (order: StandingOrder, at: number): void => {
    const { limit } = order
    if (limit === null) return
    const why = `the ${order.side === 'buy' ? 'ask' : 'bid'} came to ${priceText(limit)}`
    if (model !== 'strict') {
      fill(order, { price: limit, quantity: order.remaining }, at, `${why} (${model} model)`)
      return
    }
    const takes = takesOf(order, null, at)
    for (const { price, quantity } of takes) snapshots.take(order.side, price, quantity, at)
    const quantity = takes.reduce((sum, take) => sum + take.quantity, 0)
    if (quantity > 0) fill(order, { price: limit, quantity }, at, why)
  }

  const look: Matching['look'] = (ranked, at) => {
    const { fault } = snapshots.at(at)
    for (const order of ranked) {
      order.note = fault === null ? null : `no fill: ${fault}`
      if (fault !== null) continue
      if (isMarketable(order, at)) {
        if (order.isTaking || order.ahead === null) {
          meet(order, null, at)
          continue
        }
        fillStanding(order, at)
      } else order.isTaking = false
      if (order.remaining > 0) lookAtQueue(order, ownSide(order, at))
    }
  }

  /** `used`: units of the print already given to other orders. */
  const shareOf = (order: StandingOrder, { price, quantity }: Print, used: number) => {
    const limit = order.limit ?? price
    const stands = order.ahead !== null && !order.isTaking
    if (model === 'ltp') {
      return { quantity: order.remaining, price, why: 'at the last price, whatever the depth (ltp model)' }
    }
    if (model === 'touch') {
      const why = `touched ${priceText(limit)} (touch model)`
      return { quantity: order.remaining, price: stands ? limit : price, why }
    }
    const lots = (left: number) => inWholeLots(left, order.remaining, lotSize)
    if (!stands) return { quantity: lots(quantity - used), price, why: `print at ${priceText(price)}` }
    if (price !== limit) {
      order.ahead = 0
      return { quantity: order.remaining, price: limit, why: `print through ${priceText(limit)}` }
    }
    return { quantity: lots(passPrint(order, quantity) - used), price: limit, why: queueWords(order) }
  }

  return {
    protect: (order, at) => {
      const { quote } = snapshots.at(at)
      if (quote === null) return null
      const { side, marketProtection } = order
      const { lastPrice, lowerCircuit, upperCircuit } = quote
      return protectionPrice({
        side,
        instrumentType,
        tickSize,
        lastPrice,
        marketProtection,
        lowerCircuit,
        upperCircuit,
      })
    },
    isBlockedByOwn: (order, own, at) =>
      own !== null &&
      order.limit !== null &&
      crosses(order.side, order.limit, own.limit) &&
      takesOf(order, own, at).length === 0,
    meet,
    look,
    print: (ranked, print) => {
      const reached = ranked.filter(({ side, limit }) => limit !== null && crosses(side, limit, print.price))
      if (reached.length === 0) return
      const { fault } = snapshots.at(print.at)
      for (const [index, order] of reached.entries()) standBehind(order, reached[index - 1])
      let used = 0
      const waiting = new Set<Side>()
      for (const order of reached) {
        if (fault !== null) {
          order.note = `no fill: ${fault}`
          continue
        }
        const share = shareOf(order, print, used)
        // One that came when the other side was there already has no queue, yet stands behind those before it.
        if (waiting.has(order.side)) continue
        const quantity = capped(share.quantity, print.at)
        if (quantity < share.quantity) order.note = CAPPED
        if (quantity > 0) {
          used += quantity
          fill(order, { price: share.price, quantity }, print.at, share.why)
        }
        if (order.remaining > 0) waiting.add(order.side)
      }
    },
    capacity: (at) => participation.left(at),
    fill,
  }
}
