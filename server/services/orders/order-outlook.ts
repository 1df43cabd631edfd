import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { previewOrders } from '../../../src/contract/orders/order-preview.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { roundToPaisa, toRupees, toRupeesOrNull } from '../../../src/domain/money.ts'
import type { Product, Side } from '../../../src/domain/orders/order.ts'
import { type Account, type InstrumentTerms, positionKey } from '../../broker/account.ts'
import type { RulesAndFunds } from '../../broker/rules/create-rules.ts'
import { circuitsInForce } from '../../broker/rules/order-price.ts'
import { isContract, netQuantityOf } from '../../broker/rules/question.ts'
import { groupOf } from '../../broker/rules/requirement.ts'
import type { ScanOf } from '../../broker/rules/scans.ts'
import type { MarketSnapshot } from '../../broker/rules.ts'
import { SLICES_MAX, sliceCount, sliceQuantities } from '../../broker/slices.ts'
import { Refusal } from '../../refusal.ts'
import { blockedBy, legOf, paidAtOnce, totalOf } from './order-pricing.ts'
import { breakEvenOf, chargesAt, type PricedOrder, priceOf } from './priced-orders.ts'

type Outlook = Omit<ReplyOf<typeof previewOrders>, 'instead'>
type Row = Outlook['orders'][number]

/** Prices in rupees. */
export interface OrderToPreview {
  readonly terms: InstrumentTerms
  readonly side: Side
  readonly product: Product
  readonly quantity: number
  readonly price: number | undefined
  readonly triggerPrice: number | undefined
  readonly refusal: Row['refusal']
}

/** Null without a price, and for an index. `sold` are instruments sold by orders before it. */
export const pricedAs = (
  order: Omit<OrderToPreview, 'refusal'>,
  market: MarketSnapshot,
  { index, sold }: { readonly index: number; readonly sold: Set<string> } = { index: 0, sold: new Set() },
): PricedOrder | null => {
  const { terms, side, product, quantity } = order
  const price = priceOf(order, terms, side, market)
  if (price === null || terms.segment === 'INDICES') return null
  if (!Number.isSafeInteger(quantity * price))
    throw new Refusal('INVALID_FIELD', 'Order value is too large.', {
      issues: [`body.orders.${index}: quantity ${quantity} is too large at this price`],
    })
  const isFirstSale = side === 'sell' && !sold.has(terms.id)
  if (side === 'sell') sold.add(terms.id)
  const charges = chargesAt({ terms, side, product, quantity, price }, market, isFirstSale)
  return { terms, side, product, quantity, price, charges }
}

export const filledOf = (order: PricedOrder) => ({
  group: groupOf(order.terms, order.product),
  leg: legOf(order),
  paid: paidAtOnce(order),
})

const heldOf = (account: Account, key: string): number => {
  const position = account.positions.get(key)
  return position === undefined ? 0 : netQuantityOf(position)
}

const deltaPerUnit = (terms: InstrumentTerms, scanOf: ScanOf): number =>
  isContract(terms) ? scanOf(terms).delta : 1

const underlyingOf = (terms: InstrumentTerms): InstrumentId =>
  isContract(terms) && terms.underlying !== null ? terms.underlying : terms.id

const createDeltas = ({ positions }: Account, scanOf: ScanOf) => {
  const known = new Map<InstrumentId, number>()
  const openOn = (underlying: InstrumentId): number => {
    let delta = 0
    for (const sums of positions.values())
      if (underlyingOf(sums.terms) === underlying)
        delta += netQuantityOf(sums) * deltaPerUnit(sums.terms, scanOf)
    return delta
  }
  return ({ terms, side, quantity, refusal }: OrderToPreview): Row['delta'] => {
    if (!isContract(terms)) return null
    const underlying = underlyingOf(terms)
    const before = known.get(underlying) ?? openOn(underlying)
    const after = before + (side === 'buy' ? quantity : -quantity) * deltaPerUnit(terms, scanOf)
    if (refusal === null) known.set(underlying, after)
    return { before, after }
  }
}

const slicesOf = ({ quantity, terms }: OrderToPreview): number[] =>
  sliceCount(quantity, terms) > SLICES_MAX ? [] : [...sliceQuantities(quantity, terms)]

export const createOutlook =
  (rules: Pick<RulesAndFunds, 'scansAt' | 'weighFilled'>) =>
  (orders: readonly OrderToPreview[], account: Account, market: MarketSnapshot): Outlook => {
    const scanOf = rules.scansAt(market)
    const addDelta = createDeltas(account, scanOf)
    const sold = new Set<string>()
    const held = new Map<string, number>()
    const all = orders.map((order, index) => {
      const key = positionKey(order.terms.id, order.product)
      const before = held.get(key) ?? heldOf(account, key)
      const after = before + (order.side === 'buy' ? order.quantity : -order.quantity)
      if (order.refusal === null) held.set(key, after)
      const priced = pricedAs(order, market, { index, sold })
      const margin = priced === null ? 0 : roundToPaisa(totalOf(blockedBy([priced], scanOf)))
      return { order, priced, margin, before, after, delta: addDelta(order) }
    })
    const priced = all.flatMap((each) => each.priced ?? [])
    const { available, required } = rules.weighFilled(account, priced.map(filledOf), market)
    const alone = all.reduce((sum, { margin }) => sum + margin, 0)
    const charges = priced.reduce((sum, order) => sum + order.charges.total, 0)
    const needed = toRupees(required)
    return {
      orders: all.map(({ order, priced: at, margin, before, after, delta }): Row => {
        const breakEven = at === null ? 0 : breakEvenOf(at, market)
        const { lowerCircuit, upperCircuit } = circuitsInForce(market.quoteOf(order.terms), market)
        return {
          sym: order.terms.id,
          transactionType: order.side === 'buy' ? 'BUY' : 'SELL',
          quantity: order.quantity,
          price: at === null ? null : toRupees(at.price),
          lotSize: order.terms.lotSize,
          freezeQuantity: order.terms.freezeQuantity,
          lowerCircuit: toRupeesOrNull(lowerCircuit),
          upperCircuit: toRupeesOrNull(upperCircuit),
          slices: slicesOf(order),
          margin,
          charges: at === null ? 0 : at.charges.total,
          chargesRoundTrip: breakEven * order.quantity,
          breakEvenPoints: breakEven,
          positionBefore: before,
          positionAfter: after,
          delta,
          refusal: order.refusal,
        }
      }),
      margin: {
        required: needed,
        alone: roundToPaisa(alone),
        hedgeBenefit: roundToPaisa(Math.max(0, alone - Math.max(0, needed))),
        available: toRupees(available),
        remaining: roundToPaisa(toRupees(available) - needed - charges),
        isEstimate: true,
      },
      charges,
      asOf: market.at,
      instrumentsVersion: market.listVersion,
    }
  }

export type OutlookOf = ReturnType<typeof createOutlook>
