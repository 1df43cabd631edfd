import { formatNumber } from './format.ts'
import type { OrderDraft } from './order-draft.ts'

/** Prices may move so far between preview and Enter: percent of what was seen, or ticks, whichever is more. */
export const PRICE_TOLERANCE_PERCENT = 0.5
export const PRICE_TOLERANCE_TICKS = 3

/** One order as it was shown, with the market it was shown against. Rupees a unit. */
export interface SeenOrder {
  readonly draft: OrderDraft
  /** Its name in full. */
  readonly symbol: string
  /** Whether what it pays is made of the price of the moment. */
  readonly followsMarket: boolean
  /** Null while none is known. */
  readonly lastPrice: number | null
  /** False once the price is old or the feed is silent. */
  readonly isTrusted: boolean
  readonly tickSize: number
}

export type AskingPreference = 'unseen' | 'always' | 'never'

/** Why one more Enter is wanted; the reason is empty where it is the habit of this person to be asked. */
export interface Doubt {
  readonly reason: string
}

interface Asked {
  readonly orders: readonly SeenOrder[]
  /** What was shown of them; null when nothing of this very order was. */
  readonly seen: readonly SeenOrder[] | null
  /** What would refuse them, by the server; null when nothing would or it is not known. */
  readonly refusal: string | null
  readonly preference: AskingPreference
}

/** What speaks against placing these orders by this Enter; null when nothing does. */
export const doubtAbout = ({ orders, seen, refusal, preference }: Asked): Doubt | null => {
  const shown = seen !== null && isSameOrders(orders, seen) ? seen : null
  if (refusal !== null && shown !== null) return { reason: refusal }
  const untrusted = orders.find((order) => order.followsMarket && !order.isTrusted)
  if (untrusted !== undefined) return { reason: untrustedText(untrusted) }
  const moved = shown === null ? null : movedText(orders, shown)
  if (moved !== null) return { reason: moved }
  if (shown === null && preference === 'unseen')
    return { reason: seen === null ? 'Not previewed yet' : 'Not as it was previewed' }
  return preference === 'always' ? { reason: '' } : null
}

/** What has changed since the question was put; null when it can be taken as answered. */
export const doubtSince = (orders: readonly SeenOrder[], asked: readonly SeenOrder[]): Doubt | null => {
  if (!isSameOrders(orders, asked)) return { reason: 'The order is no longer the one you were asked about' }
  const stale = orders.find((order, place) => !order.isTrusted && asked[place]?.isTrusted === true)
  if (stale?.followsMarket === true) return { reason: untrustedText(stale) }
  const moved = movedText(orders, asked)
  return moved === null ? null : { reason: moved }
}

/** Rupees a unit that the price may differ by without being worth a question. */
export const priceTolerance = (price: number, tickSize: number): number =>
  Math.max((price * PRICE_TOLERANCE_PERCENT) / 100, PRICE_TOLERANCE_TICKS * tickSize)

/** One and the same order, but for prices that follow the market. */
const isSameOrders = (orders: readonly SeenOrder[], others: readonly SeenOrder[]): boolean =>
  orders.length === others.length &&
  orders.every((order, place) => {
    const other = others[place]
    return other !== undefined && printOf(order) === printOf(other)
  })

const printOf = ({ draft, followsMarket }: SeenOrder): string =>
  JSON.stringify(followsMarket ? { ...draft, price: null, triggerPrice: null } : draft)

const untrustedText = ({ symbol, lastPrice }: SeenOrder): string =>
  lastPrice === null
    ? `No price of ${symbol} is known`
    : `The price of ${symbol} is not live: ${formatNumber(lastPrice)} is the last one known`

const movedText = (orders: readonly SeenOrder[], seen: readonly SeenOrder[]): string | null => {
  for (const [place, order] of orders.entries()) {
    const before = seen[place]?.lastPrice ?? null
    const { lastPrice, tickSize, followsMarket } = order
    if (!followsMarket || lastPrice === null || before === null || hasStayed(before, lastPrice, tickSize))
      continue
    return `Price moved from ${formatNumber(before)} to ${formatNumber(lastPrice)}`
  }
  return null
}

/** Prices are sums of ticks in binary fractions: a hair beyond the tolerance is within it. */
const HAIR = 1e-9

const hasStayed = (before: number, now: number, tickSize: number): boolean =>
  Math.abs(now - before) <= priceTolerance(before, tickSize) + HAIR
