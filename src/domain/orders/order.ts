import type { Brand } from '../brand.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import type { Paise } from '../money.ts'
import type { EpochMs } from '../time.ts'

export const products = ['cash', 'NRML', 'MIS'] as const
export type Product = (typeof products)[number]

export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]

export const varieties = ['regular', 'amo'] as const
export type Variety = (typeof varieties)[number]

export const orderTypes = ['MARKET', 'LIMIT', 'SL', 'SL-M'] as const
export type OrderType = (typeof orderTypes)[number]

export const hasPrice = (type: OrderType): boolean => type === 'LIMIT' || type === 'SL'

export const hasTrigger = (type: OrderType): boolean => type === 'SL' || type === 'SL-M'

export const validities = ['DAY', 'IOC', 'TTL'] as const
export type Validity = (typeof validities)[number]

export type OrderId = Brand<string, 'OrderId'>

/** Made by the client before it sends, and unique per user for ever: an id is one order. */
export type ClientOrderId = Brand<string, 'ClientOrderId'>

/** Terms of Indian brokers. A partly filled order stays OPEN. */
export const orderStatuses = [
  'PUT ORDER REQ RECEIVED',
  'VALIDATION PENDING',
  'OPEN PENDING',
  'OPEN',
  'TRIGGER PENDING',
  'MODIFY VALIDATION PENDING',
  'MODIFY PENDING',
  'MODIFIED',
  'CANCEL PENDING',
  'CANCELLED',
  'REJECTED',
  'COMPLETE',
  'AMO REQ RECEIVED',
  'MODIFY AMO REQ RECEIVED',
  'CANCELLED AMO',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

const endStatuses: ReadonlySet<string> = new Set(['COMPLETE', 'CANCELLED', 'REJECTED', 'CANCELLED AMO'])

/** End states absorb: nothing that arrives later changes the order. */
export const isEnded = (status: string): boolean => endStatuses.has(status)

/** Quantity in units. Prices a unit, in paise or, as numbers, in rupees; null where the type has none. */
export interface OrderTicket<Price extends number = Paise> {
  readonly clientOrderId: ClientOrderId
  readonly instrument: InstrumentId
  readonly side: Side
  readonly orderType: OrderType
  readonly product: Product
  readonly variety: Variety
  readonly quantity: number
  readonly price: Price | null
  readonly triggerPrice: Price | null
  readonly validity: Validity
  /** Minutes, for TTL only. */
  readonly validityTtl: number | null
  /** Percent of the last price, -1 is automatic; for MARKET and SL-M only. */
  readonly marketProtection: number
  readonly disclosedQuantity: number
  readonly autoslice: boolean
  /** Refused beyond what can still be exited, and reserves its pending units. Absent: it may also open. */
  readonly isReduceOnly?: boolean | undefined
  readonly tag: string
  readonly algoUuid: string
}

type ChangeableField =
  | 'orderType'
  | 'quantity'
  | 'price'
  | 'triggerPrice'
  | 'validity'
  | 'validityTtl'
  | 'marketProtection'
  | 'disclosedQuantity'

/** An absent field stays as it is. Quantity is the new total, filled part included. */
export type OrderChanges<Price extends number = Paise> = {
  readonly [Field in ChangeableField]?: NonNullable<OrderTicket<Price>[Field]>
}

export type PlacedBy = 'user' | 'system'

export interface Fill {
  readonly id: string
  readonly quantity: number
  readonly price: Paise
  readonly at: EpochMs
  /** `took 3 levels`, `queue of 1,240 ahead cleared` */
  readonly why: string
}
