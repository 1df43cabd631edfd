import type { InstrumentId } from '../../../src/domain/instrument.ts'
import { type MarginLeg, MIS_SHARE, marginOf } from '../../../src/domain/margin.ts'
import { type Paise, paise } from '../../../src/domain/money.ts'
import type { Product, Side } from '../../../src/domain/order.ts'
import type { Terms } from '../account.ts'
import { isContract, isOption } from './question.ts'
import type { ScanOf } from './scans.ts'

/** Signed units of one instrument and what they are worth, in paise. */
export interface Leg {
  readonly id: InstrumentId
  readonly terms: Terms
  readonly quantity: number
  readonly value: number
}

/** An order that may fill: what it adds to the positions, and what it pays at once. Paise. */
export interface OpenLeg extends Leg {
  readonly outlay: number
  readonly charges: number
}

/** What is margined together: the contracts of an underlying, one share within the day; deliveries stand alone. */
export const groupOf = (terms: Terms, product: Product): string => {
  if (isContract(terms)) return terms.underlying ?? terms.id
  return product === 'MIS' ? `MIS ${terms.id}` : 'delivery'
}

const isMargined = (group: string): boolean => group !== 'delivery'

export const openLegOf = (
  terms: Terms,
  order: { readonly side: Side; readonly product: Product; readonly quantity: number },
  price: Paise,
  charges: Paise,
): OpenLeg => {
  const value = order.quantity * price
  const paysAtOnce = order.side === 'buy' && (isOption(terms) || order.product === 'cash')
  const sign = order.side === 'buy' ? 1 : -1
  return {
    id: terms.id,
    terms,
    quantity: sign * order.quantity,
    value: sign * value,
    outlay: paysAtOnce ? value : 0,
    charges,
  }
}

export const positionLegOf = (terms: Terms, quantity: number, lastPrice: number): Leg => ({
  id: terms.id,
  terms,
  quantity,
  value: quantity * lastPrice,
})

/** Margin of legs that are margined together, in whole paise, rounded up. */
export const marginOfLegs = (group: string, legs: readonly Leg[], scanOf: ScanOf): Paise => {
  if (!isMargined(group)) return paise(0)
  if (group.startsWith('MIS ')) {
    let value = 0
    for (const leg of legs) value += leg.value
    return legs.every(({ quantity }) => quantity === 0)
      ? paise(0)
      : paise(Math.ceil(Number((Math.abs(value) * MIS_SHARE).toFixed(3))))
  }
  return paise(Math.ceil(marginOf(toMarginLegs(legs, scanOf)).total * 100))
}

export const toMarginLegs = (legs: readonly Leg[], scanOf: ScanOf): readonly MarginLeg[] =>
  legs.map(({ terms, quantity }) => ({ scan: scanOf(terms), quantity }))

/** With one more leg; units of one instrument become one leg. */
export const withLeg = (legs: readonly Leg[], leg: Leg): readonly Leg[] => {
  const place = legs.findIndex(({ id }) => id === leg.id)
  const before = legs[place]
  if (before === undefined) return [...legs, leg]
  const quantity = before.quantity + leg.quantity
  const others = legs.filter(({ id }) => id !== leg.id)
  return quantity === 0 ? others : [...others, { ...before, quantity, value: before.value + leg.value }]
}

/**
 * What a group keeps from being used otherwise, in paise: the margin of its positions or, if more, of them with the
 * open orders that would add to it, and what open orders pay when they fill. Any of them may fill alone, so those that
 * gain and those that lose with the price are weighed apart and together. An order that lowers the margin, such as the
 * long leg of a hedge or an exit, pays out of what it sets free; before it has filled it frees nothing for others.
 */
export interface Commitment {
  readonly group: string
  readonly positions: readonly Leg[]
  readonly held: number
  /** Positions with the orders that gain with the price, that lose with it, and with both. */
  readonly up: readonly Leg[]
  readonly down: readonly Leg[]
  readonly all: readonly Leg[]
  readonly worst: number
  /** Positions with the orders that lower the margin, and what is left of it then. */
  readonly lowered: readonly Leg[]
  readonly margin: number
  readonly paid: number
}

export const commitmentOf = (
  group: string,
  positions: readonly Leg[],
  orders: readonly OpenLeg[],
  scanOf: ScanOf,
): Commitment => {
  const held = marginOfLegs(group, positions, scanOf)
  const none: Commitment = {
    group,
    positions,
    held,
    up: positions,
    down: positions,
    all: positions,
    worst: held,
    lowered: positions,
    margin: held,
    paid: 0,
  }
  return orders.reduce((commitment, order) => withOrder(commitment, order, scanOf), none)
}

export const committedIn = ({ worst, paid }: Commitment): number => worst + paid

export const withOrder = (before: Commitment, order: OpenLeg, scanOf: ScanOf): Commitment => {
  const { group, positions, held } = before
  const alone = marginOfLegs(group, withLeg(positions, order), scanOf)
  return alone <= held ? withLowering(before, order, scanOf) : withAdding(before, order, alone, scanOf)
}

const withAdding = (before: Commitment, order: OpenLeg, alone: number, scanOf: ScanOf): Commitment => {
  const { group, positions, paid } = before
  const isUp = gainsWithPrice(order, scanOf)
  const up = isUp ? withLeg(before.up, order) : before.up
  const down = isUp ? before.down : withLeg(before.down, order)
  const all = withLeg(before.all, order)
  let worst = Math.max(before.worst, alone, marginOfLegs(group, isUp ? up : down, scanOf))
  // While one side has no order, all of them are the other side.
  if ((isUp ? down : up) !== positions) worst = Math.max(worst, marginOfLegs(group, all, scanOf))
  return { ...before, up, down, all, worst, paid: paid + order.outlay + order.charges }
}

const gainsWithPrice = ({ terms, quantity }: OpenLeg, scanOf: ScanOf): boolean =>
  quantity * (isContract(terms) ? scanOf(terms).delta : 1) > 0

/** It pays what goes beyond the margin that it sets free after those before it. */
const withLowering = (before: Commitment, order: OpenLeg, scanOf: ScanOf): Commitment => {
  const { group, margin } = before
  const lowered = withLeg(before.lowered, order)
  const after = marginOfLegs(group, lowered, scanOf)
  const beyond = order.outlay - Math.max(0, margin - after)
  const paid = before.paid + (beyond > 0 ? beyond + order.charges : 0)
  return after <= margin ? { ...before, lowered, margin: after, paid } : { ...before, paid }
}
