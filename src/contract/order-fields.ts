import * as z from 'zod/mini'

export const OrderKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected 1 to 40 letters, digits, _ or -'))
/** A label that is sent along; nothing is looked up by it. */
export const ParentOrderKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{0,40}$/, 'expected at most 40 letters, digits, _ or -'))
export const ClientKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'expected 8 to 64 letters, digits, _ or -'))
/** The strategy an order or a report belongs to; empty where there is none. */
export const AlgoUuid = z
  .string()
  .check(
    z.regex(
      /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?$/i,
      'expected a UUID or nothing',
    ),
  )
export const TransactionType = z.enum(['BUY', 'SELL'])
/** Names the list of instruments that a page or a preview was made of: `x-instruments-version` of the list. */
export const InstrumentsVersion = z.string().check(z.maxLength(64))
/** 2^53 units are no order, but the sentence about them is the exchange rules' to say. */
export const Quantity = z.int().check(z.positive(), z.maximum(1_000_000_000))
/** Rupees, at most two decimals; the tick is checked by the rules of the exchange. */
export const Price = z.number().check(
  z.positive(),
  z.maximum(10_000_000),
  z.refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, 'expected whole paise'),
)
/** Minutes an order with validity TTL stands. */
export const ValidityMinutes = z.int().check(z.minimum(1), z.maximum(1440))
/** Units shown to the market; 0 shows all. */
export const DisclosedQuantity = z.int().check(z.minimum(0), z.maximum(1_000_000_000))
/** Percent of the last price for MARKET and SL-M; -1 is automatic, 0 is refused. */
export const MarketProtection = z.number().check(z.minimum(-1), z.maximum(100))
