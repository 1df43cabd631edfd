import type { Paise } from '../../../src/domain/money.ts'
import type { OrderId, OrderType, Side, Validity } from '../../../src/domain/order.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import type { ExchangeChanges, ExchangeOrder } from '../exchange.ts'

/** Where an order is within the exchange. */
export type Stage =
  | 'awaitsTrigger'
  /** Triggered, and on its way into the book. */
  | 'travels'
  /** Collected for one match, or waiting for the session after it. */
  | 'inAuction'
  | 'active'

/** An order at the exchange: what was asked of it, and how far it is. Changed by its pit alone. */
export interface StandingOrder {
  readonly id: OrderId
  readonly owner: UserId
  readonly side: Side
  readonly exchangeOrderId: string
  orderType: OrderType
  /** The worst price it takes; null of a market order that has not met a book. */
  limit: Paise | null
  triggerPrice: Paise | null
  validity: Validity
  lapsesAt: EpochMs | null
  marketProtection: number
  remaining: number
  filled: number
  /** Fills here, since it was entered or restored. */
  fillCount: number
  isTriggered: boolean
  stage: Stage
  /** Time priority: the smaller came first. */
  rank: number
  /** Units before it at its price; null as long as it stands in no queue. */
  ahead: number | null
  /** Units that stood before it when it joined. */
  joinedBehind: number
  /** What its price showed when it was last in sight; null when it never was. */
  displayed: number | null
  /** Printed at its price since the last look. */
  printed: number
  /** It could trade when it came, and takes what the other side shows at the price shown. */
  isTaking: boolean
  /** Why it does not fill. */
  note: string | null
  /** What a stop met when its trigger was passed in one leap. */
  gap: string | null
}

const isStop = (type: OrderType): boolean => type === 'SL' || type === 'SL-M'
const isMarket = (type: OrderType): boolean => type === 'MARKET' || type === 'SL-M'

const leaveQueue = (order: StandingOrder): void => {
  order.ahead = null
  order.joinedBehind = 0
  order.displayed = null
  order.printed = 0
  order.isTaking = false
  order.note = null
}

export const toStanding = (asked: ExchangeOrder, exchangeOrderId: string, rank: number): StandingOrder => ({
  id: asked.id,
  owner: asked.owner,
  side: asked.side,
  exchangeOrderId,
  orderType: asked.orderType,
  limit: isMarket(asked.orderType) ? null : asked.price,
  triggerPrice: asked.triggerPrice,
  validity: asked.validity,
  lapsesAt: asked.lapsesAt,
  marketProtection: asked.marketProtection,
  remaining: asked.quantity,
  filled: asked.filledQuantity,
  fillCount: 0,
  isTriggered: asked.isTriggered,
  stage: isStop(asked.orderType) && !asked.isTriggered ? 'awaitsTrigger' : 'active',
  rank,
  ahead: null,
  joinedBehind: 0,
  displayed: null,
  printed: 0,
  isTaking: false,
  note: null,
  gap: null,
})

/** Time priority stays when nothing but the quantity changes, and downwards. */
export const keepsPriority = (order: StandingOrder, changes: ExchangeChanges): boolean =>
  changes.orderType === order.orderType &&
  changes.price === order.limit &&
  changes.triggerPrice === order.triggerPrice &&
  changes.validity === order.validity &&
  changes.quantity - order.filled <= order.remaining

/** Gives the order its new words; `rank` is its new place in time, or the old one. */
export const changeStanding = (order: StandingOrder, changes: ExchangeChanges, rank: number): void => {
  order.orderType = changes.orderType
  order.limit = isMarket(changes.orderType) ? null : changes.price
  order.triggerPrice = changes.triggerPrice
  order.validity = changes.validity
  order.lapsesAt = changes.lapsesAt
  order.marketProtection = changes.marketProtection
  order.remaining = changes.quantity - order.filled
  order.rank = rank
  // A stop that has triggered stays in the book whatever its trigger reads now.
  order.stage = isStop(changes.orderType) && !order.isTriggered ? 'awaitsTrigger' : 'active'
  leaveQueue(order)
}

/** A worse price for the market is the better one for priority: then who came first. */
export const byPriority = (a: StandingOrder, b: StandingOrder): number => {
  const [priceA, priceB] = [a.limit ?? 0, b.limit ?? 0]
  return (a.side === 'buy' ? priceB - priceA : priceA - priceB) || a.rank - b.rank
}

export const crosses = (side: Side, limit: number, opposite: number): boolean =>
  side === 'buy' ? opposite <= limit : opposite >= limit

/** Takes what there is, once it has come to the book. */
export const isMarketType = ({ orderType }: StandingOrder): boolean =>
  orderType === 'MARKET' || orderType === 'SL-M'
