import type { VisibleDepth } from './expected-fill.ts'
import { formatNumber } from './format.ts'
import type { OrderDraft } from './order-draft.ts'
import type { PriceFacts } from './order-words.ts'

/** A price may get worse by so much unasked: percent of the price that was shown, or ticks, whichever is more. */
export const PRICE_TOLERANCE_PERCENT = 0.5
export const PRICE_TOLERANCE_TICKS = 2

/** What is known of the price of one instrument, in rupees a unit. */
export interface SeenQuote extends PriceFacts {
  /** False once it is old or the feed is silent: no order is priced from it without being asked for again. */
  readonly isTrusted: boolean
  /** Null or absent while nobody looks at the depth. */
  readonly depth?: VisibleDepth | null
}

/** One order as it was shown, with the market it was shown against. Rupees a unit. */
export interface SeenOrder {
  readonly draft: OrderDraft
  /** Its name in full. */
  readonly symbol: string
  /** Whether what it pays is made of the price of the moment. */
  readonly followsMarket: boolean
  /** What it was resolved against; null while no price is known. */
  readonly quote: SeenQuote | null
  /** What it would pay or get: its limit, else the best price of the other side. Null while there is none. */
  readonly price: number | null
  /** How much worse than the best price a market order fills over the visible depth; null while that is not known. */
  readonly impact: number | null
  readonly tickSize: number
}

export type AskingPreference = 'unseen' | 'always' | 'never'

/** Why one more Enter is wanted; the reason is empty where it is the habit of this person to be asked. */
export interface Doubt {
  readonly reason: string
}

/** Says nothing of the order itself. */
export const NOT_PREVIEWED = 'Not previewed yet'

interface Asked {
  /** As Enter would send them: what follows the market stands at the price that was shown. */
  readonly orders: readonly SeenOrder[]
  /** The same orders against the market of this moment. */
  readonly now: readonly SeenOrder[]
  /** What was shown of them; null when nothing of this very order was. */
  readonly seen: readonly SeenOrder[] | null
  /** What would refuse them, by the server; null when nothing would or it is not known. */
  readonly refusal: string | null
  readonly preference: AskingPreference
}

/** What speaks against placing these orders by this Enter; null when nothing does. */
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
  /** As the question was put. */
  readonly asked: readonly SeenOrder[]
}

/** What has changed since the question was put; null when it can be taken as answered. */
export const doubtSince = ({ orders, now, asked }: AskedSince): Doubt | null => {
  if (!isSameOrders(orders, asked)) return { reason: 'The order is no longer the one you were asked about' }
  const wasTrusted = now.filter((_, index) => asked[index]?.quote?.isTrusted === true)
  const stale = wasTrusted.find(isUntrusted)
  if (stale !== undefined) return { reason: untrustedText(stale) }
  const moved = movedText(asked, now)
  return moved === null ? null : { reason: moved }
}

/** Rupees a unit that the price may get worse by without being worth a question. */
export const priceTolerance = (price: number, tickSize: number): number =>
  Math.max((price * PRICE_TOLERANCE_PERCENT) / 100, PRICE_TOLERANCE_TICKS * tickSize)

/** The price at which an order fills has got worse than `seen` by more than the tolerance; null when it has not. */
const findWorsePrice = (
  seen: SeenOrder,
  now: SeenOrder | undefined,
): { readonly from: number; readonly to: number | null } | null => {
  if (!seen.followsMarket || seen.price === null) return null
  const price = now?.price ?? null
  if (now === undefined || price === null) return { from: seen.price, to: null }
  // Only like is held against like: a depth that came later moves no price.
  const hasDepth = seen.impact !== null && now.impact !== null
  const way = seen.draft.side === 'buy' ? 1 : -1
  const from = seen.price + (hasDepth ? way * (seen.impact ?? 0) : 0)
  const to = price + (hasDepth ? way * (now.impact ?? 0) : 0)
  return way * (to - from) > priceTolerance(from, seen.tickSize) + HAIR ? { from, to } : null
}

const isSameOrders = (orders: readonly SeenOrder[], others: readonly SeenOrder[]): boolean =>
  JSON.stringify(orders.map(({ draft }) => draft)) === JSON.stringify(others.map(({ draft }) => draft))

const isUntrusted = ({ followsMarket, quote }: SeenOrder): boolean =>
  followsMarket && quote?.isTrusted !== true

const untrustedText = ({ symbol, quote }: SeenOrder): string =>
  quote === null
    ? `No price of ${symbol} is known`
    : `The price of ${symbol} is not live: ${formatNumber(quote.lastPrice)} is the last one known`

const marketText = (orders: readonly SeenOrder[], now: readonly SeenOrder[]): string | null => {
  const untrusted = now.find(isUntrusted)
  return untrusted === undefined ? movedText(orders, now) : untrustedText(untrusted)
}

/** The first order that would fill at a worse price than the one shown, in words; null when none would. */
export const movedText = (seen: readonly SeenOrder[], now: readonly SeenOrder[]): string | null => {
  for (const [index, order] of seen.entries()) {
    const worse = findWorsePrice(order, now[index])
    if (worse === null) continue
    const side = order.draft.side === 'buy' ? 'ask' : 'bid'
    if (worse.to === null) return `No ${side} of ${order.symbol} now: ${formatNumber(worse.from)} was shown`
    const what = seen.length === 1 ? 'Price' : `Price of ${order.symbol}`
    return `${what} moved from ${formatNumber(worse.from)} to ${formatNumber(worse.to)}`
  }
  return null
}

/** Prices are sums of ticks in binary fractions: a hair beyond the tolerance is within it. */
const HAIR = 1e-9
