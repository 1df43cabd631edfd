import type { InstrumentId } from '../instruments/instrument.ts'
import { roundToPaisa } from '../money.ts'
import type { Side } from '../orders/order.ts'
import { signOf } from './levels.ts'

/** `legs` has those of options; with several, `side`, `quantity` and `price` are of all of them together. */
export interface ProposedLegs {
  readonly contract: InstrumentId
  readonly side: Side
  readonly quantity: number
  readonly legs: readonly {
    readonly contract: InstrumentId
    readonly side: Side
    readonly quantity: number
  }[]
}

/** The order in which legs are sent: sold alone they need more margin. */
export const boughtFirst = <Leg extends { readonly side: Side }>(legs: readonly Leg[]): readonly Leg[] => [
  ...legs.filter(({ side }) => side === 'buy'),
  ...legs.filter(({ side }) => side === 'sell'),
]

type PriceOf = (contract: InstrumentId, side: Side) => number | null

export const hasLegs = ({ legs }: Pick<ProposedLegs, 'legs'>): boolean => legs.length > 1

const sumOf = (
  { legs, quantity }: ProposedLegs,
  priceOf: PriceOf,
  weigh: (value: number, side: Side) => number,
): number | null => {
  let sum = 0
  for (const { contract, side, quantity: units } of legs) {
    const price = priceOf(contract, side)
    if (price === null) return null
    sum += weigh(units * price, side)
  }
  return sum / quantity
}

/** Rupees a unit: the price, or of several legs the net premium, below 0 where it has turned round. */
export const premiumOf = (proposal: ProposedLegs, priceOf: PriceOf): number | null => {
  if (!hasLegs(proposal)) return priceOf(proposal.contract, proposal.side)
  const paid = sumOf(proposal, priceOf, (value, side) => signOf(side) * value)
  return paid === null ? null : roundToPaisa(signOf(proposal.side) * paid)
}

/** The measure of a move, as a net premium may be near 0. */
export const grossOf = (proposal: ProposedLegs, priceOf: PriceOf): number | null =>
  hasLegs(proposal) ? sumOf(proposal, priceOf, (value) => value) : priceOf(proposal.contract, proposal.side)
