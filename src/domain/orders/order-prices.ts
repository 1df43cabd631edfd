import { capitalised, formatNumber, formatRupees } from '../format.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { isOptionType } from '../instruments/kind.ts'
import { findOffTick, pricesBeside } from '../instruments/tick.ts'
import { roundToPaisa } from '../money.ts'
import type { Side } from './order.ts'
import type { Protection, StopLoss, TrailDistance } from './order-draft.ts'
import {
  type OrderContext,
  type PriceReference,
  type PriceSpec,
  type Resolved,
  refused,
  resolved,
} from './order-words.ts'

/** Rupees a unit. */
export const PRICE_MAX = 10_000_000
const USUAL_TICK = 0.05
/** In the syntax of the line. */
export const USUAL_STOP = '1%'
const USUAL_TARGET = '2%'
/** Floating-point tolerance, in ticks. */
const DUST = 1e-6

/** For prices that follow the market: rounding never makes a buyer pay more or a seller get less. */
export const toTick = (price: number, tickSize: number, side: Side): number => {
  const tick = tickSize > 0 ? tickSize : USUAL_TICK
  const ticks = price / tick
  return roundToPaisa((side === 'buy' ? Math.floor(ticks + DUST) : Math.ceil(ticks - DUST)) * tick)
}

const references: Readonly<Record<PriceReference, string>> = {
  last: 'last price',
  bid: 'bid',
  ask: 'ask',
  dayHigh: "day's high",
  dayLow: "day's low",
}

const referencePrice = (to: PriceReference, { quote }: OrderContext): number | null => {
  if (quote === null) return null
  return to === 'last' ? quote.lastPrice : quote[to]
}

/** Rupees a unit; null for a market order. */
export const limitOf = (spec: PriceSpec, side: Side, context: OrderContext): Resolved<number | null> => {
  if (spec.kind === 'market') return resolved(null)
  const { tickSize } = context.instrument
  if (spec.kind === 'rupees') {
    const typed = onTick('price', spec.price, context)
    return typed.ok ? withinCircuits('price', spec.price, context) : typed
  }
  const from = referencePrice(spec.to, context)
  if (from === null) {
    const lacking = context.quote === null ? 'no price' : `no ${references[spec.to]}`
    return refused('price', {
      expected: `a price such as @2450; ${lacking} for ${context.title} now`,
      message: `${capitalised(lacking)} for ${context.title} now. Type the price, such as @2450.`,
    })
  }
  const size = spec.unit === 'ticks' ? tickSize : spec.unit === 'percent' ? from / 100 : 1
  const price = toTick(from + spec.offset * size, tickSize, side)
  const possible = priced(price, context)
  return possible.ok ? withinCircuits('price', price, context) : possible
}

const withinCircuits = (
  arg: 'price' | 'trigger',
  price: number,
  { circuits }: Pick<OrderContext, 'circuits'>,
): Resolved<number> => {
  const [lower, upper] = [circuits?.lower ?? null, circuits?.upper ?? null]
  const isAbove = upper !== null && price > upper
  const limit = isAbove ? upper : lower
  if (limit === null || (!isAbove && price >= limit)) return resolved(price)
  const [where, most, which] = isAbove ? ['above', 'at most', 'upper'] : ['below', 'at least', 'lower']
  return refused(arg, {
    expected: `a ${arg} of ${most} ${formatNumber(limit)}, today's ${which} circuit limit`,
    message: `${formatNumber(price)} is ${where} today's ${which} circuit limit. The limit is ${formatNumber(limit)}.`,
    instead: [`${arg === 'price' ? '@' : ''}${limit}`],
  })
}

/** A typed price is meant: off the tick it is refused with both neighbours, never rounded. */
const onTick = (
  arg: 'price' | 'trigger' | 'stop' | 'target',
  price: number,
  context: Pick<OrderContext, 'instrument'>,
): Resolved<number> => {
  const bounded = arg === 'price' ? priced(price, context) : resolved(price)
  if (!bounded.ok) return bounded
  const { tickSize } = context.instrument
  const offTick = findOffTick(price, tickSize)
  if (offTick === null) return bounded
  const sign = arg === 'price' ? '@' : ''
  const instead = pricesBeside(price, tickSize).map((near) => `${sign}${near}`)
  return refused(arg, {
    expected: `a price on the tick; ${offTick}`,
    message: `${offTick.replace(': ', '. Nearest: ')}.`,
    instead,
  })
}

const priced = (price: number, { instrument }: Pick<OrderContext, 'instrument'>): Resolved<number> =>
  price > 0 && price <= PRICE_MAX
    ? resolved(price)
    : refused('price', {
        expected: `a price ${priceRange(instrument.tickSize)}`,
        message: `${formatRupees(price)} is not a possible price. Prices go ${priceRange(instrument.tickSize)}.`,
      })

const priceRange = (tickSize: number): string =>
  `from ${formatRupees(tickSize || USUAL_TICK)} to ${formatRupees(PRICE_MAX, 0)}`

/** Rupees a unit. To buy it is above the last price and at most the limit; to sell the mirror image. */
export const triggerOf = (
  price: number,
  limit: number | null,
  side: Side,
  context: OrderContext,
): Resolved<number> => {
  const isBuy = side === 'buy'
  const last = context.quote?.lastPrice ?? null
  if (price <= 0)
    return refused('trigger', { expected: 'a trigger above 0', message: 'A trigger is above 0.' })
  const onTicks = onTick('trigger', price, context)
  if (!onTicks.ok) return onTicks
  const possible = withinCircuits('trigger', price, context)
  if (!possible.ok) return possible
  if (last !== null && (isBuy ? price <= last : price >= last)) {
    const where = isBuy ? 'above' : 'below'
    return refused('trigger', {
      expected: `a trigger ${where} the last price, ${formatNumber(last)}, to ${side}`,
      message: `A ${side} trigger goes ${where} the last price, ${formatNumber(last)}.`,
      // A price on this side of the last one is what a limit order waits for.
      instead:
        limit === null ? [{ text: `@${price}`, replaces: 'argument' }, nextTick(last, side, context)] : [],
    })
  }
  if (limit !== null && (isBuy ? price > limit : price < limit)) {
    const where = isBuy ? 'at most' : 'at least'
    return refused('trigger', {
      expected: `a trigger of ${where} the limit, ${formatNumber(limit)}`,
      message: `A ${side} trigger is ${where} the limit, ${formatNumber(limit)}.`,
      instead: [`${limit}`],
    })
  }
  return resolved(price)
}

/** The first price that a trigger of this side may have. */
const nextTick = (last: number, side: Side, { instrument }: OrderContext): string => {
  const step = (side === 'buy' ? 1 : -1) * (instrument.tickSize || USUAL_TICK)
  return `${toTick(last + step, instrument.tickSize, side)}`
}

const signOf = (what: 'stop' | 'target', side: Side): 1 | -1 =>
  (what === 'stop') === (side === 'buy') ? -1 : 1

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

/** Beyond this factor of the entry a price must be meant as a distance: `sl 2` on 1,550. Premiums move more. */
const FAR_FACTOR = 5
const FAR_FACTOR_OF_OPTIONS = 50

const isFarAway = (price: number, entry: number, { instrumentType }: Instrument): boolean => {
  const factor = isOptionType(instrumentType) ? FAR_FACTOR_OF_OPTIONS : FAR_FACTOR
  return price * factor < entry || price > entry * factor
}

const farAway = (what: 'stop' | 'target', value: number, entry: number): Resolved<never> => {
  const instead = [...(value < 100 ? [`${value}%`] : []), ...(value < entry ? [`${value}pts`] : [])]
  const hint = instead.length === 0 ? '' : ` For a distance write ${instead.join(' or ')}.`
  return refused(what, {
    expected: `a ${what} nearer to ${formatNumber(entry)}`,
    message: `The ${what} at ${formatNumber(value)} is far from ${formatNumber(entry)}.${hint}`,
    instead,
  })
}

/** `sl 1480 trail 10`: begins at 1,480. `trail 10` alone: begins ten points away. */
export const stopLossOf = (
  stop: Protection | undefined,
  trail: TrailDistance | undefined,
): StopLoss | undefined => (trail === undefined ? stop : { ...(stop ?? trail), trail })

export const protectionOf = <Asked extends Protection>(
  what: 'stop' | 'target',
  asked: Asked,
  side: Side,
  entry: number | null,
  quantity: number | null,
  { instrument }: Pick<OrderContext, 'instrument'>,
): Resolved<Asked> => {
  if (asked.kind === 'price' && asked.value > 0) {
    const onTicks = onTick(what, asked.value, { instrument })
    if (!onTicks.ok) return onTicks
  }
  if (entry === null) return resolved(asked)
  const price = protectedPrice(what, asked, side, entry, quantity)
  if (price === null) return resolved(asked)
  if (asked.kind === 'price' && isFarAway(price, entry, instrument)) return farAway(what, asked.value, entry)
  const isBelow = signOf(what, side) < 0
  if (isBelow ? price < entry && price > 0 : price > entry) return resolved(asked)
  const where = isBelow ? (price <= 0 ? 'above 0 and below' : 'below') : 'above'
  return refused(what, {
    expected: `a ${what} ${where} ${formatNumber(entry)}, the price of the ${side}`,
    message: `The ${what} of a ${side} goes ${where} its price, ${formatNumber(entry)}.`,
    instead: [what === 'stop' ? USUAL_STOP : USUAL_TARGET],
  })
}
