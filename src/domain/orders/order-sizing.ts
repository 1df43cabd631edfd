import { formatLots, formatNumber, formatRupees } from '../format.ts'
import type { Side } from './order.ts'
import type { Protection } from './order-draft.ts'
import { protectedPrice, USUAL_STOP } from './order-prices.ts'
import { type OrderContext, type QuantitySpec, type Resolved, refused, resolved } from './order-words.ts'

/** The server's limit for one order. */
export const UNITS_MAX = 1_000_000_000

interface Entry {
  readonly side: Side
  /** Rupees a unit; null while unknown. */
  readonly price: number | null
  readonly stop: Protection | null
}

const lotOf = ({ instrument }: Pick<OrderContext, 'instrument'>): number => Math.max(1, instrument.lotSize)

/** Shares and bought options, where the price paid is the most that can be lost. */
const isPaidInFull = ({ instrument }: OrderContext, side: Side): boolean =>
  instrument.expiry === null || (side === 'buy' && instrument.strike > 0)

export const unitsOf = (spec: QuantitySpec, entry: Entry, context: OrderContext): Resolved<number> => {
  switch (spec.kind) {
    case 'lots':
      return bounded(spec.lots * lotOf(context))
    case 'units':
      return wholeLots(spec.units, context)
    case 'rupees':
      return unitsFor(spec.rupees, entry.price, context)
    case 'percent':
      if (context.freeMargin === null)
        return refused('quantity', {
          expected: 'lots or units; the free margin is not known yet',
          message: 'Free margin is not known yet. Size in lots or units.',
        })
      if (!isPaidInFull(context, entry.side))
        return refused('quantity', {
          expected: 'lots or units; % of margin works only for stocks and bought options',
          message: 'Sizing by % of margin works only for stocks and bought options. Size in lots or units.',
        })
      return unitsFor((context.freeMargin * spec.percent) / 100, entry.price, context)
    case 'risk':
      return unitsAtRisk(spec.rupees, entry, context)
    default:
      return spec satisfies never
  }
}

const bounded = (units: number): Resolved<number> =>
  units <= UNITS_MAX
    ? resolved(units)
    : refused('quantity', {
        expected: `at most ${formatNumber(UNITS_MAX, 0)} units`,
        message: `Too large for one order. The most is ${formatNumber(UNITS_MAX, 0)} units.`,
      })

const wholeLots = (units: number, context: OrderContext): Resolved<number> => {
  const lot = lotOf(context)
  if (units % lot === 0) return bounded(units)
  const below = Math.floor(units / lot) * lot
  const near = [below, below + lot].filter((count) => count > 0)
  return notWholeLots(units, lot, near)
}

const notWholeLots = (units: number, lot: number, near: readonly number[]): Resolved<never> => {
  const nearest = near.map((count) => formatNumber(count, 0)).join(' or ')
  return refused('quantity', {
    expected: `whole lots of ${formatNumber(lot, 0)}, such as ${nearest}`,
    message: `${formatNumber(units, 0)} is not a whole number of lots of ${formatNumber(lot, 0)}. Nearest: ${nearest}.`,
    instead: near.map((count) => `${count}q`),
  })
}

const priceUnknown = (title: string): Resolved<never> =>
  refused('quantity', {
    expected: `lots or units; no price for ${title} now`,
    message: `No price for ${title} now. Size in lots or units.`,
  })

const one = (lot: number): string => (lot === 1 ? 'one share' : 'one lot')

const typedOne = (lot: number): string => (lot === 1 ? '1q' : '1l')

const unitsFor = (rupees: number, price: number | null, context: OrderContext): Resolved<number> => {
  if (price === null) return priceUnknown(context.title)
  const lot = lotOf(context)
  const lots = Math.floor(rupees / (price * lot))
  const cost = formatRupees(price * lot, 0)
  return lots >= 1
    ? bounded(lots * lot)
    : refused('quantity', {
        expected: `at least ${cost}, the cost of one lot of ${context.title}`,
        message: `${formatRupees(rupees, 0)} does not buy ${one(lot)} of ${context.title}. It costs ${cost}.`,
        instead: [typedOne(lot)],
      })
}

const unitsAtRisk = (
  rupees: number,
  { side, price, stop }: Entry,
  context: OrderContext,
): Resolved<number> => {
  if (stop === null || stop.kind === 'rupees')
    return refused('quantity', {
      expected: 'a stop too, such as sl 1%, to size by risk',
      message: 'Sizing by risk needs a stop. Add one, such as sl 1%.',
      instead: stop === null ? [{ text: `sl ${USUAL_STOP}`, replaces: 'nothing' }] : [],
    })
  if (price === null) return priceUnknown(context.title)
  const leaves = protectedPrice('stop', stop, side, price, null)
  const distance = leaves === null ? 0 : Math.abs(price - leaves)
  if (distance === 0)
    return refused('stop', {
      expected: 'a stop away from the price',
      message: 'The stop is at the price. Move it away to size by risk.',
    })
  const lot = lotOf(context)
  const lots = Math.floor(rupees / (distance * lot) + HAIR)
  const risk = formatRupees(distance * lot, 0)
  return lots >= 1
    ? bounded(lots * lot)
    : refused('quantity', {
        expected: `at least ${risk}, the risk of one lot to the stop`,
        message: `${formatRupees(rupees, 0)} does not cover the risk of ${one(lot)}. To this stop it is ${risk}.`,
        instead: [typedOne(lot)],
      })
}

export const unitsInWords = (units: number, lotSize: number): string =>
  lotSize > 1 ? formatLots(units / lotSize) : `${formatNumber(units, 0)} ${units === 1 ? 'share' : 'shares'}`

export const smallerInWords = (side: Side, units: number, lotSize: number): string =>
  `${side === 'sell' ? 'Sell' : 'Buy'} ${unitsInWords(units, lotSize)}`

interface Stopped extends Entry {
  readonly units: number
  readonly lotSize: number
}

export interface RiskStep {
  readonly now: number
  /** A round amount that buys at least one lot more. */
  readonly next: number
  readonly nextUnits: number
}

/** Null without a stop at a price. */
export const nextRisk = ({ side, price, stop, units, lotSize }: Stopped): RiskStep | null => {
  if (stop === null || stop.kind === 'rupees' || price === null) return null
  const leaves = protectedPrice('stop', stop, side, price, null)
  const ofLot = leaves === null ? 0 : Math.abs(price - leaves) * lotSize
  if (ofLot === 0) return null
  const lots = units / lotSize
  const next = roundUp((Math.floor(lots + HAIR) + 1) * ofLot)
  return { now: lots * ofLot, next, nextUnits: Math.floor(next / ofLot + HAIR) * lotSize }
}

const HAIR = 1e-9
const ROUND_AMOUNTS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

const roundUp = (rupees: number): number => {
  const scale = 10 ** Math.floor(Math.log10(rupees))
  const amount = ROUND_AMOUNTS.find((one) => one * scale >= rupees) ?? 10
  return Math.ceil(amount * scale - HAIR)
}

/** Signed units; the price in rupees a unit. */
interface Held {
  readonly quantity: number
  readonly lotSize: number
  readonly price: number | null
}

/** Units above 0, in whole lots and never more than held; null for all of it. */
export const exitUnitsOf = (spec: QuantitySpec, held: Held): Resolved<number | null> => {
  const all = Math.abs(held.quantity)
  const lot = Math.max(1, held.lotSize)
  const asked = exitRequested(spec, all, lot, held.price)
  if (asked === null)
    return refused('quantity', {
      expected: 'lots, units or percent of the position',
      message: 'A position is not sized this way. Use lots, units or % of the position.',
    })
  const units = asked >= all ? all : Math.floor(asked / lot + HAIR) * lot
  if (spec.kind !== 'percent' && asked > all)
    return refused('quantity', {
      expected: `at most ${formatNumber(all, 0)}, the whole position`,
      message: `${formatNumber(asked, 0)} is more than the position. The whole position is ${formatNumber(all, 0)}.`,
      instead: ['100%'],
    })
  if (spec.kind === 'units' && units !== asked) {
    const near = [units, units + lot].filter((count) => count > 0 && count <= all)
    return notWholeLots(asked, lot, near.length === 0 ? [all] : near)
  }
  if (units === all) return resolved(null)
  return units > 0
    ? resolved(units)
    : refused('quantity', {
        expected: `at least one lot of ${formatNumber(lot, 0)}`,
        message: `Less than one lot. One lot is ${formatNumber(lot, 0)}.`,
        instead: [typedOne(lot)],
      })
}

const exitRequested = (spec: QuantitySpec, all: number, lot: number, price: number | null): number | null => {
  if (spec.kind === 'lots') return spec.lots * lot
  if (spec.kind === 'units') return spec.units
  if (spec.kind === 'percent') return (all * spec.percent) / 100
  if (spec.kind === 'rupees' && price !== null && price > 0)
    return Math.min(all, Math.floor(spec.rupees / price))
  return null
}
