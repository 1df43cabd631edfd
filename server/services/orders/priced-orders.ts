import type { BodyOf, ReplyOf } from '../../../src/contract/call-types.ts'
import type { WireCode } from '../../../src/contract/error-codes.ts'
import { statusOf } from '../../../src/contract/error-table.ts'
import type { orderCharges } from '../../../src/contract/orders/order-charges.ts'
import { fromRupees, type Paise } from '../../../src/domain/money.ts'
import type { Charges } from '../../../src/domain/orders/charges.ts'
import type { Product, Side } from '../../../src/domain/orders/order.ts'
import { slicedCharges } from '../../../src/domain/orders/order-charges.ts'
import type { InstrumentTerms } from '../../broker/account.ts'
import type { MarketSnapshot } from '../../broker/rules.ts'
import { SLICES_MAX, sliceCount, sliceQuantities } from '../../broker/slices.ts'
import { Refusal } from '../../refusal.ts'
import { noInstrument } from './order-refusals.ts'

export type PricedOrders = BodyOf<typeof orderCharges>['orders']

export interface PricedOrder {
  readonly terms: InstrumentTerms
  readonly side: Side
  readonly product: Product
  readonly quantity: number
  readonly price: Paise
  /** Rupees, unrounded. */
  readonly charges: Charges
}

export type ChargesRow = ReplyOf<typeof orderCharges>[number]['charges']

export type FindTerms = (sym: string, market: MarketSnapshot) => InstrumentTerms | null

/** Without a price, the best opposite price; depository charges apply once per instrument sold. */
export const priceOrders = (
  orders: PricedOrders,
  findTerms: FindTerms,
  market: MarketSnapshot,
): readonly PricedOrder[] => {
  const sold = new Set<string>()
  return orders.map((order, index) => {
    const terms = findTerms(order.sym, market)
    if (terms === null) throw noInstrument(order.sym)
    if (terms.segment === 'INDICES')
      throw refuse('NOT_TRADABLE', `${order.sym} is an index; it cannot be traded.`, `orders.${index}.sym`)
    const side = order.transactionType === 'BUY' ? 'buy' : 'sell'
    const price = priceOf(order, terms, side, market)
    if (price === null)
      throw refuse('NO_PRICE', `No price for ${order.sym} now; give one.`, `orders.${index}.price`)
    const isFirstSale = side === 'sell' && !sold.has(terms.id)
    if (side === 'sell') sold.add(terms.id)
    const { product, quantity } = order
    if (!Number.isSafeInteger(quantity * price))
      throw refuse('INVALID_FIELD', 'Order value is too large.', `orders.${index}`)
    const charges = chargesAt({ terms, side, product, quantity, price }, market, isFirstSale)
    return { terms, side, product, quantity, price, charges }
  })
}

const refuse = (code: WireCode, reason: string, field: string): Refusal =>
  new Refusal(code, reason, { status: statusOf('MALFORMED'), issues: [`body.${field}: ${reason}`] })

export const priceOf = (
  { price, triggerPrice }: Pick<PricedOrders[number], 'price' | 'triggerPrice'>,
  terms: InstrumentTerms,
  side: Side,
  market: MarketSnapshot,
): Paise | null => {
  if (price !== undefined) return fromRupees(price)
  if (triggerPrice !== undefined) return fromRupees(triggerPrice)
  const quote = market.quoteOf(terms)
  return quote === null ? null : ((side === 'buy' ? quote.ask : quote.bid) ?? quote.lastPrice)
}

/** Quantities beyond the freeze quantity are sliced, and each slice pays its own brokerage. */
export const chargesAt = (
  { terms, side, product, quantity, price }: Omit<PricedOrder, 'charges'>,
  { day }: MarketSnapshot,
  isFirstSale: boolean,
): Charges => {
  const { exchange, instrumentType } = terms
  // An order of more slices is refused, whatever its charges.
  const slices = sliceCount(quantity, terms) > SLICES_MAX ? [quantity] : sliceQuantities(quantity, terms)
  return slicedCharges({ exchange, instrumentType, product, side }, { slices, price }, day, isFirstSale)
}

/** Rupees per unit for a round trip at one price to cost nothing. */
export const breakEvenOf = (order: PricedOrder, market: MarketSnapshot): number => {
  const opposite: Side = order.side === 'buy' ? 'sell' : 'buy'
  const back = chargesAt({ ...order, side: opposite }, market, true)
  return (order.charges.total + back.total) / order.quantity
}

/** Kite Connect's charge lines; all GST is shown as IGST. */
export const chargesRow = (charges: Charges): ChargesRow => ({
  transactionTax: charges.stt,
  transactionTaxType: 'stt',
  exchangeTurnoverCharge: charges.transaction,
  sebiTurnoverCharge: charges.sebi,
  brokerage: charges.brokerage,
  stampDuty: charges.stamp,
  gst: { igst: charges.gst, cgst: 0, sgst: 0, total: charges.gst },
  dpCharge: charges.dp,
  total: charges.total,
})
