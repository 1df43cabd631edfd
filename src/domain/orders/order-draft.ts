import type { InstrumentId } from '../instruments/instrument.ts'
import type { OrderType, Product, Side, Validity, Variety } from './order.ts'

/** Rupees as a price; or from the average fill: percent, points a unit, or rupees of the whole position. */
export type ProtectionKind = 'price' | 'percent' | 'points' | 'rupees'

export interface Protection {
  readonly kind: ProtectionKind
  readonly value: number
}

/** Not placed yet, so without an id. Rupees a unit, units; prices are null where the order type has none. */
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
  /** Minutes, for TTL only. */
  readonly validityTtl: number | null
  readonly disclosedQuantity: number
  readonly stop: Protection | null
  readonly target: Protection | null
  readonly isReduceOnly?: boolean
  readonly tag: string
  readonly algoUuid: string
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
