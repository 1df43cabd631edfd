import { formatNumber } from '../../format.ts'
import type { Instrument, InstrumentId } from '../../instruments/instrument.ts'
import { isShareSegment } from '../../instruments/kind.ts'
import type { Product, Side } from '../order.ts'

/** `sending`: triggered, its order not accepted yet. `rejected`: triggered, and the order was rejected. */
export const gttStatuses = ['active', 'sending', 'triggered', 'rejected', 'cancelled', 'expired'] as const
export type GttStatus = (typeof gttStatuses)[number]

export const gttWhens = ['below', 'above'] as const
export type GttWhen = (typeof gttWhens)[number]

export const gttFailures = {
  list: 'Error loading GTT orders',
  place: 'Error placing GTT order',
  cancel: 'Error cancelling GTT order',
} as const

export const GTTS_PER_USER = 250
/** Least distance of a trigger from the last price, which moves by less than this all the time. */
export const GTT_AWAY_PERCENT = 0.25
export const GTT_DAYS = 365

/** Rupees a unit. The order is a limit at `price`, sent once a trade is at the trigger or beyond. */
export interface GttTrigger {
  readonly when: GttWhen
  readonly triggerPrice: number
  readonly price: number
}

/** With two triggers one cancels the other: the first that is reached sends its order. */
export interface GttTerms {
  readonly sym: InstrumentId
  readonly side: Side
  readonly product: Product
  readonly quantity: number
  /** Its order only reduces the position, and is rejected where nothing is held. */
  readonly isReduceOnly?: boolean | undefined
  readonly triggers: readonly GttTrigger[]
}

export const gttProductOf = ({ segment }: Pick<Instrument, 'segment'>): Product =>
  isShareSegment(segment) ? 'cash' : 'NRML'

export const isTouched = ({ when, triggerPrice }: GttTrigger, price: number): boolean =>
  when === 'below' ? price <= triggerPrice : price >= triggerPrice

/** `at 1,500.00 below 1,505.00` */
export const triggerInWords = ({ when, triggerPrice, price }: GttTrigger): string =>
  `at ${formatNumber(price)} ${when} ${formatNumber(triggerPrice)}`

export const isGttOpen = (status: GttStatus): boolean => status === 'active' || status === 'sending'
