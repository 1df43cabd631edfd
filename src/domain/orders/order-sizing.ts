import { formatNumber, formatRupees } from '../format.ts'
import type { Side } from './order.ts'
import type { Protection } from './order-draft.ts'
import { protectedPrice } from './order-prices.ts'
import { type OrderFacts, type QuantitySpec, type Resolved, refused, resolved } from './order-words.ts'

/** The server's limit for one order. */
export const UNITS_MAX = 1_000_000_000

interface Entry {
  readonly side: Side
  /** Rupees a unit; null while unknown. */
  readonly price: number | null
  readonly stop: Protection | null
}

const lotOf = ({ instrument }: Pick<OrderFacts, 'instrument'>): number => Math.max(1, instrument.lotSize)

/** Shares and bought options, where the price paid is the most that can be lost. */
const isPaidInFull = ({ instrument }: OrderFacts, side: Side): boolean =>
  instrument.expiry === null || (side === 'buy' && instrument.strike > 0)

export const unitsOf = (ask: QuantitySpec, entry: Entry, facts: OrderFacts): Resolved<number> => {
  switch (ask.kind) {
    case 'lots':
      return bounded(ask.lots * lotOf(facts))
    case 'units':
      return wholeLots(ask.units, facts)
    case 'rupees':
      return unitsFor(ask.rupees, entry.price, facts)
    case 'percent':
      if (facts.freeMargin === null)
        return refused('quantity', 'lots or units; the free margin is not known yet')
      if (!isPaidInFull(facts, entry.side))
        return refused('quantity', 'lots or units; % of margin works only for stocks and bought options')
      return unitsFor((facts.freeMargin * ask.percent) / 100, entry.price, facts)
    case 'risk':
      return unitsAtRisk(ask.rupees, entry, facts)
    default:
      return ask satisfies never
  }
}

const bounded = (units: number): Resolved<number> =>
  units <= UNITS_MAX ? resolved(units) : refused('quantity', `at most ${formatNumber(UNITS_MAX, 0)} units`)

const wholeLots = (units: number, facts: OrderFacts): Resolved<number> => {
  const lot = lotOf(facts)
  if (units % lot === 0) return bounded(units)
  const below = Math.floor(units / lot) * lot
  const near = [below, below + lot].filter((count) => count > 0).map((count) => formatNumber(count, 0))
  return refused('quantity', `whole lots of ${formatNumber(lot, 0)}, such as ${near.join(' or ')}`)
}

const unitsFor = (rupees: number, price: number | null, facts: OrderFacts): Resolved<number> => {
  if (price === null) return refused('quantity', `lots or units; no price for ${facts.title} now`)
  const lot = lotOf(facts)
  const lots = Math.floor(rupees / (price * lot))
  return lots >= 1
    ? bounded(lots * lot)
    : refused('quantity', `at least ${formatRupees(price * lot, 0)}, the cost of one lot of ${facts.title}`)
}

const unitsAtRisk = (rupees: number, { side, price, stop }: Entry, facts: OrderFacts): Resolved<number> => {
  if (stop === null || stop.kind === 'rupees')
    return refused('quantity', 'a stop too, such as sl 1%, to size by risk')
  if (price === null) return refused('quantity', `lots or units; no price for ${facts.title} now`)
  const leaves = protectedPrice('stop', stop, side, price, null)
  const distance = leaves === null ? 0 : Math.abs(price - leaves)
  if (distance === 0) return refused('stop', 'a stop away from the price')
  const lot = lotOf(facts)
  const lots = Math.floor(rupees / (distance * lot) + 1e-9)
  return lots >= 1
    ? bounded(lots * lot)
    : refused('quantity', `at least ${formatRupees(distance * lot, 0)}, the risk of one lot to the stop`)
}

/** Signed units; the price in rupees a unit. */
interface Held {
  readonly quantity: number
  readonly lotSize: number
  readonly price: number | null
}

/** Units above 0, in whole lots and never more than held; null for all of it. */
export const exitUnitsOf = (ask: QuantitySpec, held: Held): Resolved<number | null> => {
  const all = Math.abs(held.quantity)
  const lot = Math.max(1, held.lotSize)
  const asked = exitAsked(ask, all, lot, held.price)
  if (asked === null) return refused('quantity', 'lots, units or percent of the position')
  const units = asked >= all ? all : Math.floor(asked / lot + 1e-9) * lot
  if (ask.kind !== 'percent' && asked > all)
    return refused('quantity', `at most ${formatNumber(all, 0)}, the whole position`)
  if (ask.kind === 'units' && units !== asked)
    return refused('quantity', `whole lots of ${formatNumber(lot, 0)}`)
  if (units === all) return resolved(null)
  return units > 0 ? resolved(units) : refused('quantity', `at least one lot of ${formatNumber(lot, 0)}`)
}

const exitAsked = (ask: QuantitySpec, all: number, lot: number, price: number | null): number | null => {
  if (ask.kind === 'lots') return ask.lots * lot
  if (ask.kind === 'units') return ask.units
  if (ask.kind === 'percent') return (all * ask.percent) / 100
  if (ask.kind === 'rupees' && price !== null && price > 0)
    return Math.min(all, Math.floor(ask.rupees / price))
  return null
}
