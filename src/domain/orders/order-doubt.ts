import { formatNumber } from '../format.ts'
import type { VisibleDepth } from './expected-fill.ts'
import type { OrderDraft } from './order-draft.ts'
import type { QuotePrices } from './order-words.ts'

/** A move against the order of up to so many ticks needs no confirmation, whatever the user's tolerance. */
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

export const NOT_PREVIEWED = 'Not previewed yet'

/** `orders`: other instruments, quantities or prices are meant. `market`: its price got worse or is no longer live. */
export interface OrderChange {
  readonly kind: 'orders' | 'market'
  readonly text: string
}

interface Compared {
  /** As they were on screen. */
  readonly shown: readonly SeenOrder[]
  /** The same line read again now, at the prices that were shown. */
  readonly again: readonly SeenOrder[]
  readonly now: readonly SeenOrder[]
}

/** A change since the orders were shown that matters to them; null if they can be sent as shown. */
export const changeSince = ({ shown, again, now }: Compared): OrderChange | null => {
  if (!isSameOrders(again, shown)) return { kind: 'orders', text: 'Order changed since you confirmed' }
  const gone = now.find((order, index) => shown[index]?.quote?.isTrusted === true && isUntrusted(order))
  const text = gone === undefined ? movedText(shown, now) : untrustedText(gone)
  return text === null ? null : { kind: 'market', text }
}

interface Entered {
  /** As Enter would send them, at the prices that were shown. */
  readonly orders: readonly SeenOrder[]
  readonly now: readonly SeenOrder[]
  /** Null when they were not previewed. */
  readonly previewed: readonly SeenOrder[] | null
  /** Rejection predicted by the server; null when none or unknown. */
  readonly refusal: string | null
  readonly preference: AskingPreference
}

/** Null if Enter sends the orders at once. Empty when the user's preference is to be asked always. */
export const whyAsk = ({ orders, now, previewed, refusal, preference }: Entered): string | null => {
  const isPreviewed = previewed !== null && isSameOrders(orders, previewed)
  if (refusal !== null && isPreviewed) return refusal
  const untrusted = now.find(isUntrusted)
  if (untrusted !== undefined) return untrustedText(untrusted)
  const change = changeSince({ shown: orders, again: orders, now })
  if (change !== null) return change.text
  if (!isPreviewed && preference === 'unseen')
    return previewed === null ? NOT_PREVIEWED : 'Order changed since the preview'
  return preference === 'always' ? '' : null
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
