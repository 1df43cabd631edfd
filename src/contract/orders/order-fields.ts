import * as z from 'zod/mini'

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
export const ValidityMinutes = z.int().check(z.minimum(1), z.maximum(1440))
/** Units shown to the market; 0 shows all. */
export const DisclosedQuantity = z.int().check(z.minimum(0), z.maximum(1_000_000_000))
/** Percent of the last price for MARKET and SL-M; -1 is automatic, 0 is refused. */
export const MarketProtection = z.number().check(z.minimum(-1), z.maximum(100))
