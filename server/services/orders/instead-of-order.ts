import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { previewOrders } from '../../../src/contract/orders/order-preview.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { Account, InstrumentTerms } from '../../broker/account.ts'
import type { RulesAndFunds } from '../../broker/rules/create-rules.ts'
import { isOption } from '../../broker/rules/question.ts'
import type { MarketSnapshot } from '../../broker/rules.ts'
import { createOutlook, filledOf, type OrderToPreview, pricedAs } from './order-outlook.ts'

type Instead = NonNullable<ReplyOf<typeof previewOrders>['instead']>

/** Margin moves with the market until both are filled. */
const MARGIN_USED_MAX = 0.95

export interface ShortOfMargin {
  readonly order: OrderToPreview
  readonly hedges: readonly InstrumentTerms[]
  readonly account: Account
  readonly market: MarketSnapshot
  readonly isAccepted: (quantity: number) => Promise<boolean>
}

const createInstead =
  (rules: Pick<RulesAndFunds, 'weighFilled'>) =>
  async (short: ShortOfMargin): Promise<Instead> => ({
    quantity: await mostUnits(short),
    hedge: hedgeFor(short, rules),
  })

export const createOutlooks = (rules: Pick<RulesAndFunds, 'scansAt' | 'weighFilled'>) => ({
  outlookOf: createOutlook(rules),
  insteadOf: createInstead(rules),
})

export type InsteadOf = ReturnType<typeof createInstead>

const mostUnits = async ({ order: { quantity, terms }, isAccepted }: ShortOfMargin): Promise<number> => {
  const lot = Math.max(1, terms.lotSize)
  let accepted = 0
  let refused = Math.ceil(quantity / lot)
  while (refused - accepted > 1) {
    const lots = Math.floor((accepted + refused) / 2)
    if (await isAccepted(lots * lot)) accepted = lots
    else refused = lots
  }
  return accepted * lot
}

const hedgeFor = (
  { order, hedges, account, market }: ShortOfMargin,
  rules: Pick<RulesAndFunds, 'weighFilled'>,
): Instead['hedge'] => {
  const sold = order.side === 'sell' && isOption(order.terms) ? pricedAs(order, market) : null
  if (sold === null) return null
  for (const terms of hedges) {
    const ask = market.quoteOf(terms)?.ask ?? null
    if (ask === null) continue
    const price = toRupees(ask)
    const bought = pricedAs({ ...order, terms, side: 'buy', price, triggerPrice: undefined }, market)
    if (bought === null) continue
    const weighed = rules.weighFilled(account, [bought, sold].map(filledOf), market)
    const [left, required] = [toRupees(weighed.available) * MARGIN_USED_MAX, toRupees(weighed.required)]
    // The hedge is paid in full before the sale brings in its premium.
    const isPaid = price * bought.quantity + bought.charges.total <= left
    if (isPaid && required + bought.charges.total + sold.charges.total <= left)
      return { sym: terms.id, price, required }
  }
  return null
}
