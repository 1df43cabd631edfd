import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, paise } from '../../../src/domain/money.ts'
import { type MarginLeg, MIS_SHARE, marginOf } from '../../../src/domain/orders/margin.ts'
import type { Product, Side } from '../../../src/domain/orders/order.ts'
import type { InstrumentTerms } from '../account.ts'
import { isContract, isOption } from './question.ts'
import type { ScanOf } from './scans.ts'

/** Signed units, and their value in paise. */
export interface Leg {
  readonly id: InstrumentId
  readonly terms: InstrumentTerms
  readonly quantity: number
  readonly value: number
}

/** `outlay` and `charges` are paid when it fills; paise. */
export interface OpenLeg extends Leg {
  readonly outlay: number
  readonly charges: number
}

/** Contracts of an underlying, or one MIS share, are margined together; deliveries are not margined. */
export const groupOf = (terms: InstrumentTerms, product: Product): string => {
  if (isContract(terms)) return terms.underlying ?? terms.id
  return product === 'MIS' ? `MIS ${terms.id}` : 'delivery'
}

const isMargined = (group: string): boolean => group !== 'delivery'

export const underlyingOfGroup = (group: string): InstrumentId | null =>
  isMargined(group) ? (group.replace(/^MIS /, '') as InstrumentId) : null

export const openLegOf = (
  terms: InstrumentTerms,
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

export const positionLegOf = (terms: InstrumentTerms, quantity: number, lastPrice: number): Leg => ({
  id: terms.id,
  terms,
  quantity,
  value: quantity * lastPrice,
})

/** Whole paise, rounded up. */
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

export const withLeg = (legs: readonly Leg[], leg: Leg): readonly Leg[] => {
  const index = legs.findIndex(({ id }) => id === leg.id)
  const before = legs[index]
  if (before === undefined) return [...legs, leg]
  const quantity = before.quantity + leg.quantity
  const others = legs.filter(({ id }) => id !== leg.id)
  return quantity === 0 ? others : [...others, { ...before, quantity, value: before.value + leg.value }]
}

// In paise. Any open order may fill without the others, so those that gain and those that lose with the price
// are margined apart and together. Orders that lower the margin, like hedges and exits, pay out of what they
// free, but free nothing for others before they fill.
export interface Commitment {
  readonly group: string
  readonly positions: readonly Leg[]
  readonly held: number
  /** Positions with the orders that gain with the price, that lose with it, and with both. */
  readonly up: readonly Leg[]
  readonly down: readonly Leg[]
  readonly all: readonly Leg[]
  readonly worst: number
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
  // With orders on one side only, `all` equals that side.
  if ((isUp ? down : up) !== positions) worst = Math.max(worst, marginOfLegs(group, all, scanOf))
  return { ...before, up, down, all, worst, paid: paid + order.outlay + order.charges }
}

const gainsWithPrice = ({ terms, quantity }: OpenLeg, scanOf: ScanOf): boolean =>
  quantity * (isContract(terms) ? scanOf(terms).delta : 1) > 0

/** Pays what exceeds the margin that it frees after the orders before it. */
const withLowering = (before: Commitment, order: OpenLeg, scanOf: ScanOf): Commitment => {
  const { group, margin } = before
  const lowered = withLeg(before.lowered, order)
  const after = marginOfLegs(group, lowered, scanOf)
  const beyond = order.outlay - Math.max(0, margin - after)
  const paid = before.paid + (beyond > 0 ? beyond + order.charges : 0)
  return after <= margin ? { ...before, lowered, margin: after, paid } : { ...before, paid }
}
