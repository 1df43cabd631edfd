import type { Paise } from '../../../src/domain/money.ts'
import {
  hasPrice,
  hasTrigger,
  type OrderId,
  type OrderType,
  type Side,
  type Validity,
} from '../../../src/domain/orders/order.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import type { ExchangeChanges, ExchangeOrder } from '../exchange.ts'

export type Stage =
  | 'awaitsTrigger'
  | 'travels'
  /** Collected for a match, or for the session after it. */
  | 'inAuction'
  | 'active'

export interface StandingOrder {
  readonly id: OrderId
  readonly owner: UserId
  readonly side: Side
  readonly exchangeOrderId: string
  orderType: OrderType
  /** Worst price it accepts; null for a market order that has not reached the book. */
  limit: Paise | null
  triggerPrice: Paise | null
  validity: Validity
  lapsesAt: EpochMs | null
  marketProtection: number
  remaining: number
  filled: number
  fillCount: number
  isTriggered: boolean
  stage: Stage
  /** Time priority: smaller is earlier. */
  rank: number
  /** Units ahead at its price; null while it is in no queue. */
  ahead: number | null
  joinedBehind: number
  /** Quantity last displayed at its price; null when it never was visible. */
  displayed: number | null
  printed: number
  /** Marketable on arrival: it takes the other side at the prices displayed. */
  isTaking: boolean
  note: string | null
  /** `triggered at 101.50, beyond its limit 101.00`. */
  gap: string | null
}

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
  limit: hasPrice(asked.orderType) ? asked.price : null,
  triggerPrice: asked.triggerPrice,
  validity: asked.validity,
  lapsesAt: asked.lapsesAt,
  marketProtection: asked.marketProtection,
  remaining: asked.quantity,
  filled: asked.filledQuantity,
  fillCount: 0,
  isTriggered: asked.isTriggered,
  stage: hasTrigger(asked.orderType) && !asked.isTriggered ? 'awaitsTrigger' : 'active',
  rank,
  ahead: null,
  joinedBehind: 0,
  displayed: null,
  printed: 0,
  isTaking: false,
  note: null,
  gap: null,
})

export const keepsPriority = (order: StandingOrder, changes: ExchangeChanges): boolean =>
  changes.orderType === order.orderType &&
  changes.price === order.limit &&
  changes.triggerPrice === order.triggerPrice &&
  changes.validity === order.validity &&
  changes.quantity - order.filled <= order.remaining

export const changeStanding = (order: StandingOrder, changes: ExchangeChanges, rank: number): void => {
  order.orderType = changes.orderType
  order.limit = hasPrice(changes.orderType) ? changes.price : null
  order.triggerPrice = changes.triggerPrice
  order.validity = changes.validity
  order.lapsesAt = changes.lapsesAt
  order.marketProtection = changes.marketProtection
  order.remaining = changes.quantity - order.filled
  order.rank = rank
  // A stop that has triggered stays in the book whatever its new trigger is.
  order.stage = hasTrigger(changes.orderType) && !order.isTriggered ? 'awaitsTrigger' : 'active'
  leaveQueue(order)
}

export const byPriority = (a: StandingOrder, b: StandingOrder): number => {
  const [priceA, priceB] = [a.limit ?? 0, b.limit ?? 0]
  return (a.side === 'buy' ? priceB - priceA : priceA - priceB) || a.rank - b.rank
}

export const crosses = (side: Side, limit: number, opposite: number): boolean =>
  side === 'buy' ? opposite <= limit : opposite >= limit

export const isMarketType = ({ orderType }: StandingOrder): boolean => !hasPrice(orderType)
