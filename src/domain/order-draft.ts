import type { InstrumentId } from './instrument.ts'
import type { OrderType, Product, Side, Validity, Variety } from './order.ts'

/** How far from the average fill: a price in rupees, percent of it, points a unit, or rupees of the whole. */
export type ProtectionKind = 'price' | 'percent' | 'points' | 'rupees'

export interface Protection {
  readonly kind: ProtectionKind
  readonly value: number
}

/**
 * One order as this browser means it, before it has a name. Prices in rupees a unit, quantity in units; price and
 * trigger are null where the type has none. `stop` and `target` leave the position again, whichever comes first.
 */
export interface OrderDraft {
  readonly instrument: InstrumentId
  readonly side: Side
  readonly orderType: OrderType
  readonly product: Product
  readonly variety: Variety
  readonly quantity: number
  readonly price: number | null
  readonly triggerPrice: number | null
  readonly validity: Validity
  /** Minutes, of TTL alone. */
  readonly validityTtl: number | null
  readonly disclosedQuantity: number
  readonly stop: Protection | null
  readonly target: Protection | null
  /** It can only reduce the position. */
  readonly isReduceOnly?: boolean
  readonly tag: string
  readonly algoUuid: string
}

/** What one order is about and what is ordinary of it. */
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
