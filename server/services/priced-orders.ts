import type { BodyOf, ReplyOf } from '../../src/contract/call-types.ts'
import type { orderCharges } from '../../src/contract/order-charges.ts'
import type { Charges } from '../../src/domain/charges.ts'
import { fromRupees, type Paise } from '../../src/domain/money.ts'
import type { Product, Side } from '../../src/domain/order.ts'
import { slicedCharges } from '../../src/domain/order-charges.ts'
import type { Terms } from '../broker/account.ts'
import { SLICES_MAX, sliceCount, sliceQuantities } from '../broker/ledger/slices.ts'
import type { Facts } from '../broker/rules.ts'
import { Refusal } from '../refusal.ts'
import { noInstrument } from './order-refusals.ts'

export type PricedOrders = BodyOf<typeof orderCharges>['orders']

/** One order as if it had filled at its price. */
export interface PricedOrder {
  readonly terms: Terms
  readonly side: Side
  readonly product: Product
  readonly quantity: number
  readonly price: Paise
  /** Rupees, unrounded. */
  readonly charges: Charges
}

export type ChargesRow = ReplyOf<typeof orderCharges>[number]['charges']

export type FindTerms = (sym: string, facts: Facts) => Terms | null

/** Orders at their own prices, or at the best of the other side. The depository is paid once for a share. */
export const priceOrders = (
  orders: PricedOrders,
  findTerms: FindTerms,
  facts: Facts,
): readonly PricedOrder[] => {
  const sold = new Set<string>()
  return orders.map((order, place) => {
    const terms = findTerms(order.sym, facts)
    if (terms === null) throw noInstrument(order.sym)
    if (terms.segment === 'INDICES')
      throw refuse('NOT_TRADABLE', `${order.sym} is an index; it cannot be traded.`, `orders.${place}.sym`)
    const side = order.transactionType === 'BUY' ? 'buy' : 'sell'
    const price = priceOf(order, terms, side, facts)
    if (price === null)
      throw refuse('NO_PRICE', `There is no price of ${order.sym} now; give one.`, `orders.${place}.price`)
    const isFirstSale = side === 'sell' && !sold.has(terms.id)
    if (side === 'sell') sold.add(terms.id)
    const { product, quantity } = order
    if (!Number.isSafeInteger(quantity * price))
      throw refuse(
        'INVALID_FIELD',
        'Quantity times price is larger than any order can be.',
        `orders.${place}`,
      )
    const charges = chargesAt({ terms, side, product, quantity, price }, facts, isFirstSale)
    return { terms, side, product, quantity, price, charges }
  })
}

const refuse = (code: string, reason: string, field: string): Refusal =>
  new Refusal('malformed', reason, { code, issues: [`body.${field}: ${reason}`] })

export const priceOf = (
  { price, triggerPrice }: Pick<PricedOrders[number], 'price' | 'triggerPrice'>,
  terms: Terms,
  side: Side,
  facts: Facts,
): Paise | null => {
  if (price !== undefined) return fromRupees(price)
  if (triggerPrice !== undefined) return fromRupees(triggerPrice)
  const quote = facts.quoteOf(terms)
  return quote === null ? null : ((side === 'buy' ? quote.ask : quote.bid) ?? quote.lastPrice)
}

/** What is beyond the freeze quantity goes out as several orders, each of which pays its own brokerage. */
export const chargesAt = (
  { terms, side, product, quantity, price }: Omit<PricedOrder, 'charges'>,
  { day }: Facts,
  isFirstSale: boolean,
): Charges => {
  const { exchange, instrumentType } = terms
  // More slices than these are refused, whatever they would cost.
  const slices = sliceCount(quantity, terms) > SLICES_MAX ? [quantity] : sliceQuantities(quantity, terms)
  return slicedCharges({ exchange, instrumentType, product, side }, { slices, price }, day, isFirstSale)
}

/** Rupees a unit has to move for this order and its opposite at the same price to cost nothing. */
export const breakEvenOf = (order: PricedOrder, facts: Facts): number => {
  const opposite: Side = order.side === 'buy' ? 'sell' : 'buy'
  const back = chargesAt({ ...order, side: opposite }, facts, true)
  return (order.charges.total + back.total) / order.quantity
}

/** The lines of Kite Connect. Tax on services within a state or between states is not told apart. */
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
