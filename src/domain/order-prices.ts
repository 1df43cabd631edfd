import { formatNumber, formatRupees } from './format.ts'
import type { Side } from './order.ts'
import type { Protection } from './order-draft.ts'
import {
  type OrderFacts,
  type PriceAsk,
  type PriceReference,
  type Resolved,
  refused,
  resolved,
} from './order-words.ts'
import { findOffTick, pricesBeside } from './tick.ts'

/** Rupees a unit beyond which no order is taken. */
export const PRICE_MAX = 10_000_000
/** Where the list gives none. */
const USUAL_TICK = 0.05
/** What a division of two prices may be off by. */
const DUST = 1e-6

const toPaise = (rupees: number): number => Math.round(rupees * 100) / 100

/**
 * The nearest price the exchange takes on the side that is not worse than a price that follows the market: a buyer never
 * pays more and a seller never gets less.
 */
export const toTick = (price: number, tickSize: number, side: Side): number => {
  const tick = tickSize > 0 ? tickSize : USUAL_TICK
  const ticks = price / tick
  return toPaise((side === 'buy' ? Math.floor(ticks + DUST) : Math.ceil(ticks - DUST)) * tick)
}

const references: Readonly<Record<PriceReference, string>> = {
  last: 'last price',
  bid: 'bid',
  ask: 'ask',
  dayHigh: "day's high",
  dayLow: "day's low",
}

const referencePrice = (to: PriceReference, { quote }: OrderFacts): number | null => {
  if (quote === null) return null
  return to === 'last' ? quote.lastPrice : quote[to]
}

/** The limit in rupees a unit, null of a market order. */
export const limitOf = (ask: PriceAsk, side: Side, facts: OrderFacts): Resolved<number | null> => {
  if (ask.kind === 'market') return resolved(null)
  const { tickSize } = facts.instrument
  if (ask.kind === 'rupees') return onTick('price', ask.price, facts)
  const from = referencePrice(ask.to, facts)
  if (from === null) {
    const lacking = facts.quote === null ? 'no price' : `no ${references[ask.to]}`
    return refused('price', `a price such as @2450; ${lacking} of ${facts.title} is known now`)
  }
  const size = ask.unit === 'ticks' ? tickSize : ask.unit === 'percent' ? from / 100 : 1
  return priced(toTick(from + ask.offset * size, tickSize, side), facts)
}

/** What was typed is meant: a price between two ticks is refused with both, never rounded to one of them. */
const onTick = (
  arg: 'price' | 'trigger' | 'stop' | 'target',
  price: number,
  facts: Pick<OrderFacts, 'instrument'>,
): Resolved<number> => {
  const bounded = arg === 'price' ? priced(price, facts) : resolved(price)
  if (!bounded.ok) return bounded
  const { tickSize } = facts.instrument
  const offTick = findOffTick(price, tickSize)
  if (offTick === null) return bounded
  const sign = arg === 'price' ? '@' : ''
  const instead = pricesBeside(price, tickSize).map((near) => `${sign}${near}`)
  return refused(arg, `a price on the tick; ${offTick}`, instead)
}

const priced = (price: number, { instrument }: Pick<OrderFacts, 'instrument'>): Resolved<number> =>
  price > 0 && price <= PRICE_MAX
    ? resolved(price)
    : refused(
        'price',
        `a price from ${formatRupees(instrument.tickSize || USUAL_TICK)} to ${formatRupees(PRICE_MAX, 0)}`,
      )

/**
 * The trigger in rupees a unit. A stop order waits for the price to come to it, so a buyer's stands above the last
 * price and not above the limit, a seller's below and not below it.
 */
export const triggerOf = (
  price: number,
  limit: number | null,
  side: Side,
  facts: OrderFacts,
): Resolved<number> => {
  const isBuy = side === 'buy'
  const last = facts.quote?.lastPrice ?? null
  if (price <= 0) return refused('trigger', 'a trigger above 0')
  const onTicks = onTick('trigger', price, facts)
  if (!onTicks.ok) return onTicks
  if (last !== null && (isBuy ? price <= last : price >= last)) {
    const where = isBuy ? 'above' : 'below'
    return refused('trigger', `a trigger ${where} the last price, ${formatNumber(last)}, to ${side}`)
  }
  if (limit !== null && (isBuy ? price > limit : price < limit)) {
    const where = isBuy ? 'at most' : 'at least'
    return refused('trigger', `a trigger of ${where} the limit, ${formatNumber(limit)}`)
  }
  return resolved(price)
}

/** On which side of the entry it stands for a position of this side: a stop loses, a target gains. */
const signOf = (what: 'stop' | 'target', side: Side): 1 | -1 =>
  (what === 'stop') === (side === 'buy') ? -1 : 1

/** Rupees a unit at which a protection would leave the position again; null where the quantity is not known. */
export const protectedPrice = (
  what: 'stop' | 'target',
  { kind, value }: Protection,
  side: Side,
  entry: number,
  quantity: number | null,
): number | null => {
  if (kind === 'price') return value
  const sign = signOf(what, side)
  if (kind === 'percent') return entry * (1 + (sign * value) / 100)
  if (kind === 'points') return entry + sign * value
  return quantity === null || quantity === 0 ? null : entry + (sign * value) / quantity
}

/** A price on the losing side for a stop, on the gaining one for a target, on the tick where it is given as a price. */
export const protectionOf = (
  what: 'stop' | 'target',
  asked: Protection,
  side: Side,
  entry: number | null,
  quantity: number | null,
  { instrument }: Pick<OrderFacts, 'instrument'>,
): Resolved<Protection> => {
  if (asked.kind === 'price' && asked.value > 0) {
    const onTicks = onTick(what, asked.value, { instrument })
    if (!onTicks.ok) return onTicks
  }
  if (entry === null) return resolved(asked)
  const price = protectedPrice(what, asked, side, entry, quantity)
  if (price === null) return resolved(asked)
  const isBelow = signOf(what, side) < 0
  if (isBelow ? price < entry && price > 0 : price > entry) return resolved(asked)
  const where = isBelow ? (price <= 0 ? 'above 0 and below' : 'below') : 'above'
  return refused(what, `a ${what} ${where} ${formatNumber(entry)}, the price of the ${side}`)
}
