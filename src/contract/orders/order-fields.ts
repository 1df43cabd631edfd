import * as z from 'zod/mini'
import { orderTypes, products, validities, varieties } from '../../domain/orders/order.ts'
import { InstrumentKey } from '../instruments/instrument-key.ts'

export const OrderKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected 1 to 40 letters, digits, _ or -'))
export const ParentOrderKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{0,40}$/, 'expected at most 40 letters, digits, _ or -'))
export const ClientKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'expected 8 to 64 letters, digits, _ or -'))
export const AlgoUuid = z
  .string()
  .check(
    z.regex(
      /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?$/i,
      'expected a UUID or nothing',
    ),
  )
export const OrderType = z.enum(orderTypes)
export const Product = z.enum(products)
export const Variety = z.enum(varieties)
export const Validity = z.enum(validities)
export const TransactionType = z.enum(['BUY', 'SELL'])
/** `x-instruments-version` of the list that a page or preview was made from. */
export const InstrumentsVersion = z.string().check(z.maxLength(64))
/** A loose bound against nonsense; the exchange rules refuse too large quantities with a reason. */
export const Quantity = z.int().check(z.positive(), z.maximum(1_000_000_000))
/** Rupees, at most two decimals; the exchange rules check the tick. */
export const Price = z.number().check(
  z.positive(),
  z.maximum(10_000_000),
  z.refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, 'expected whole paise'),
)
const ValidityMinutes = z.int().check(z.minimum(1), z.maximum(1440))
/** Units shown to the market; 0 shows all. */
export const DisclosedQuantity = z.int().check(z.minimum(0), z.maximum(1_000_000_000))
/** Percent of the last price for MARKET and SL-M; -1 is automatic, 0 is refused. */
export const MarketProtection = z.number().check(z.minimum(-1), z.maximum(100))
const Tag = z.string().check(z.regex(/^[A-Za-z0-9]{0,20}$/, 'expected at most 20 letters and digits'))

/** The fields on which charges and margin of a new order depend. */
export const pricedFields = {
  sym: InstrumentKey,
  transaction_type: TransactionType,
  order_type: OrderType,
  product: Product,
  variety: z._default(Variety, 'regular'),
  quantity: Quantity,
  price: z.optional(Price),
  trigger_price: z.optional(Price),
}

export const validityFields = {
  validity: z._default(Validity, 'DAY'),
  validity_ttl: z.optional(ValidityMinutes),
  disclosed_quantity: z._default(DisclosedQuantity, 0),
}

/** Refused beyond what can still be exited, and reduced when the position shrinks. */
export const ReduceOnly = z._default(z.boolean(), false)

/** Every field of a new order, in the order of the wire. */
export const ticketFields = {
  ...pricedFields,
  ...validityFields,
  market_protection: z._default(MarketProtection, -1),
  autoslice: z._default(z.boolean(), false),
  reduce_only: ReduceOnly,
  tag: z._default(Tag, ''),
  algo_uuid: z._default(AlgoUuid, ''),
  /** Refused with `INSTRUMENTS_CHANGED` if the list has changed since; absent: not checked. */
  instruments_version: z.optional(InstrumentsVersion),
}
