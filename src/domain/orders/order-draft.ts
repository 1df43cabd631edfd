import type { OrderTicket } from './order.ts'

/** Rupees as a price; or from the average fill: percent, points a unit, or rupees of the whole position. */
export type ProtectionKind = 'price' | 'percent' | 'points' | 'rupees'

export interface Protection {
  readonly kind: ProtectionKind
  readonly value: number
}

/** Distance of a trailing stop from the best price: points a unit, or percent of that price. */
export interface TrailDistance {
  readonly kind: 'percent' | 'points'
  readonly value: number
}

/** With `trail` the stop follows the best price since it was set, and never goes back. */
export interface StopLoss extends Protection {
  readonly trail?: TrailDistance | undefined
}

/** It begins at its trailing distance. */
export const isTrailAlone = ({ kind, value, trail }: StopLoss): boolean =>
  trail?.kind === kind && trail.value === value

/** Not placed yet, so without an id. */
export interface OrderDraft
  extends Omit<OrderTicket<number>, 'clientOrderId' | 'marketProtection' | 'autoslice'> {
  readonly stop: StopLoss | null
  readonly target: Protection | null
}

export const plainDraft = (
  given: Pick<OrderDraft, 'instrument' | 'side' | 'product' | 'quantity'> & Partial<OrderDraft>,
): OrderDraft => ({
  orderType: 'MARKET',
  variety: 'regular',
  price: null,
  triggerPrice: null,
  validity: 'DAY',
  validityTtl: null,
  disclosedQuantity: 0,
  stop: null,
  target: null,
  tag: '',
  algoUuid: '',
  ...given,
})
