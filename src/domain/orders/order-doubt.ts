import { formatNumber } from '../format.ts'
import type { VisibleDepth } from './expected-fill.ts'
import type { OrderDraft } from './order-draft.ts'
import type { QuotePrices } from './order-words.ts'

/** The least move against the order that needs a confirmation, whatever the user's tolerance. */
const PRICE_TOLERANCE_TICKS = 2

export interface SeenQuote extends QuotePrices {
  /** False when the quote is stale or without data: an order priced from it needs confirmation. */
  readonly isTrusted: boolean
  /** Null or absent while the depth is not subscribed. */
  readonly depth?: VisibleDepth | null
}

export interface SeenOrder {
  readonly draft: OrderDraft
  readonly symbol: string
  /** The price it pays depends on the market price. */
  readonly followsMarket: boolean
  readonly quote: SeenQuote | null
  /** Its limit, else the best opposite price; null without one. */
  readonly price: number | null
  /** Rupees a unit worse than the best price, over the visible depth; null while unknown. */
  readonly impact: number | null
  readonly tickSize: number
  /** The user's setting: a smaller move against the order needs no confirmation. */
  readonly tolerancePercent: number
}

export type AskingPreference = 'unseen' | 'always' | 'never'

/** Another Enter is required. The reason is empty when the user's preference is to be asked always. */
export interface Doubt {
  readonly reason: string
}

export const NOT_PREVIEWED = 'Not previewed yet'

interface Asked {
  /** As Enter would send them, at the prices that were shown. */
  readonly orders: readonly SeenOrder[]
  readonly now: readonly SeenOrder[]
  /** The orders as previewed; null when they were not previewed. */
  readonly seen: readonly SeenOrder[] | null
  /** Rejection predicted by the server; null when none or unknown. */
  readonly refusal: string | null
  readonly preference: AskingPreference
}

export const doubtAbout = ({ orders, now, seen, refusal, preference }: Asked): Doubt | null => {
  const isShown = seen !== null && isSameOrders(orders, seen)
  if (refusal !== null && isShown) return { reason: refusal }
  const changed = marketText(orders, now)
  if (changed !== null) return { reason: changed }
  if (!isShown && preference === 'unseen')
    return { reason: seen === null ? NOT_PREVIEWED : 'Order changed since the preview' }
  return preference === 'always' ? { reason: '' } : null
}

interface AskedSince extends Pick<Asked, 'orders' | 'now'> {
  readonly asked: readonly SeenOrder[]
}

export const doubtSince = ({ orders, now, asked }: AskedSince): Doubt | null => {
  if (!isSameOrders(orders, asked)) return { reason: 'Order changed since you confirmed' }
  const wasTrusted = now.filter((_, index) => asked[index]?.quote?.isTrusted === true)
  const stale = wasTrusted.find(isUntrusted)
  if (stale !== undefined) return { reason: untrustedText(stale) }
  const moved = movedText(asked, now)
  return moved === null ? null : { reason: moved }
}

/** Rupees. */
export const priceTolerance = (
  price: number,
  { tickSize, tolerancePercent }: Pick<SeenOrder, 'tickSize' | 'tolerancePercent'>,
): number => Math.max((price * tolerancePercent) / 100, PRICE_TOLERANCE_TICKS * tickSize)

const findWorsePrice = (
  seen: SeenOrder,
  now: SeenOrder | undefined,
): { readonly from: number; readonly to: number | null } | null => {
  if (!seen.followsMarket || seen.price === null) return null
  const price = now?.price ?? null
  if (now === undefined || price === null) return { from: seen.price, to: null }
  // Impacts are compared only if both are known, so depth that arrives later does not count as a move.
  const hasDepth = seen.impact !== null && now.impact !== null
  const way = seen.draft.side === 'buy' ? 1 : -1
  const from = seen.price + (hasDepth ? way * (seen.impact ?? 0) : 0)
  const to = price + (hasDepth ? way * (now.impact ?? 0) : 0)
  return way * (to - from) > priceTolerance(from, seen) + HAIR ? { from, to } : null
}

const isSameOrders = (orders: readonly SeenOrder[], others: readonly SeenOrder[]): boolean =>
  JSON.stringify(orders.map(({ draft }) => draft)) === JSON.stringify(others.map(({ draft }) => draft))

const isUntrusted = ({ followsMarket, quote }: SeenOrder): boolean =>
  followsMarket && quote?.isTrusted !== true

const untrustedText = ({ symbol, quote }: SeenOrder): string =>
  quote === null
    ? `No price for ${symbol}`
    : `${symbol} quote is not live: last price ${formatNumber(quote.lastPrice)}`

const marketText = (orders: readonly SeenOrder[], now: readonly SeenOrder[]): string | null => {
  const untrusted = now.find(isUntrusted)
  return untrusted === undefined ? movedText(orders, now) : untrustedText(untrusted)
}

export const movedText = (seen: readonly SeenOrder[], now: readonly SeenOrder[]): string | null => {
  for (const [index, order] of seen.entries()) {
    const worse = findWorsePrice(order, now[index])
    if (worse === null) continue
    const side = order.draft.side === 'buy' ? 'ask' : 'bid'
    if (worse.to === null) return `No ${side} for ${order.symbol} now: ${formatNumber(worse.from)} was shown`
    const what = seen.length === 1 ? 'Price' : `Price of ${order.symbol}`
    return `${what} moved from ${formatNumber(worse.from)} to ${formatNumber(worse.to)}`
  }
  return null
}

/** Floating-point tolerance in rupees, since prices are sums of ticks. */
const HAIR = 1e-9
