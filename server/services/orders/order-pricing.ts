import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { basketOrderCharges, orderCharges } from '../../../src/contract/orders/order-charges.ts'
import type { getFunds } from '../../../src/contract/positions/funds.ts'
import { fromRupees, roundToPaisa, toRupees } from '../../../src/domain/money.ts'
import type { Charges } from '../../../src/domain/orders/charges.ts'
import { addMargins, marginOf, noMargin } from '../../../src/domain/orders/margin.ts'
import { addCharges } from '../../../src/domain/orders/order-charges.ts'
import type { Account } from '../../broker/account.ts'
import type { Funds } from '../../broker/broker.ts'
import type { RulesAndFunds } from '../../broker/rules/create-rules.ts'
import { isContract, isOption } from '../../broker/rules/question.ts'
import {
  groupOf,
  type Leg,
  marginOfLegs,
  openLegOf,
  toMarginLegs,
  withLeg,
} from '../../broker/rules/requirement.ts'
import type { ScanOf } from '../../broker/rules/scans.ts'
import type { MarketSnapshot } from '../../broker/rules.ts'
import {
  breakEvenOf,
  chargesRow,
  type FindTerms,
  type PricedOrder,
  type PricedOrders,
  priceOrders,
} from './priced-orders.ts'

type Basket = ReplyOf<typeof basketOrderCharges>
type Margin = Basket['final']

export interface OrderPricingParts {
  readonly findTerms: FindTerms
  readonly rules: Pick<RulesAndFunds, 'scansAt' | 'weighFilled'>
}

/** Rupees. */
interface Blocked {
  readonly span: number
  readonly exposure: number
  /** Paid less received, at least 0. */
  readonly premium: number
  /** Full value for delivery, a fifth for intraday. */
  readonly shares: number
}

const METHOD =
  'Estimate: SPAN is approximated by sixteen scenarios of price and volatility for each underlying; exposure is 2% of the notional of index and 3.5% of stock contracts; premium received beyond premium paid is not set off. A broker’s own figures differ.'

export const createOrderPricing = ({ findTerms, rules }: OrderPricingParts) => ({
  charges(orders: PricedOrders, market: MarketSnapshot): ReplyOf<typeof orderCharges> {
    return priceOrders(orders, findTerms, market).map((order) => ({
      sym: order.terms.id,
      transactionType: order.side === 'buy' ? 'BUY' : 'SELL',
      quantity: order.quantity,
      price: toRupees(order.price),
      charges: chargesRow(order.charges),
      breakEvenPoints: breakEvenOf(order, market),
    }))
  },

  basket(orders: PricedOrders, account: Account | null, market: MarketSnapshot): Basket {
    const priced = priceOrders(orders, findTerms, market)
    const scanOf = rules.scansAt(market)
    const steps = priced.map((_, index) => blockedBy(priced.slice(0, index + 1), scanOf))
    const alone = priced.map((order) => blockedBy([order], scanOf))
    const last = steps.at(-1) ?? nothing
    const worst = steps.reduce((most, step) => (totalOf(step) > totalOf(most) ? step : most), last)
    const charges = priced.map((order) => order.charges).reduce(addCharges)
    return {
      initial: marginRow(worst, charges),
      final: marginRow(last, charges),
      orders: priced.map((order, index) => marginRow(alone[index] ?? nothing, order.charges, order)),
      charges: chargesRow(charges),
      hedgeBenefit: roundToPaisa(alone.reduce((sum, each) => sum + marginAlone(each), 0) - marginAlone(last)),
      isEstimate: true,
      method: METHOD,
      userMargin: account === null ? null : userMarginOf(account, priced, market, rules),
    }
  },
})

export const fundsRow = ({
  openingBalance,
  cash,
  available,
  usedMargin,
  ...rest
}: Funds): ReplyOf<typeof getFunds> => ({
  openingBalance: toRupees(openingBalance),
  cash: toRupees(cash),
  available: toRupees(available),
  usedMargin: toRupees(usedMargin),
  span: toRupees(rest.span),
  exposure: toRupees(rest.exposure),
  optionPremium: toRupees(rest.optionPremium),
  delivery: toRupees(rest.delivery),
  m2mRealised: toRupees(rest.m2mRealised),
  m2mUnrealised: toRupees(rest.m2mUnrealised),
  chargesToday: toRupees(rest.chargesToday),
  paidIn: toRupees(rest.paidIn),
  isEstimate: true,
})

const nothing: Blocked = { span: 0, exposure: 0, premium: 0, shares: 0 }

export const totalOf = ({ span, exposure, premium, shares }: Blocked): number =>
  span + exposure + premium + shares

/** Without option premium, which a basket does not reduce. */
const marginAlone = ({ span, exposure, shares }: Blocked): number => span + exposure + shares

export type MarginedOrder = Omit<PricedOrder, 'charges'>

export const legOf = ({ terms, side, product, quantity, price }: MarginedOrder): Leg =>
  openLegOf(terms, { side, product, quantity }, price, fromRupees(0))

const legsByGroup = (orders: readonly MarginedOrder[]): ReadonlyMap<string, readonly Leg[]> => {
  const groups = new Map<string, readonly Leg[]>()
  for (const order of orders) {
    const group = groupOf(order.terms, order.product)
    groups.set(group, withLeg(groups.get(group) ?? [], legOf(order)))
  }
  return groups
}

export const blockedBy = (orders: readonly MarginedOrder[], scanOf: ScanOf): Blocked => {
  let contracts = noMargin
  let shares = 0
  for (const [group, legs] of legsByGroup(orders)) {
    if (legs.some(({ terms }) => isContract(terms)))
      contracts = addMargins(contracts, marginOf(toMarginLegs(legs, scanOf)))
    else shares += marginOfLegs(group, legs, scanOf)
  }
  let premium = 0
  for (const order of orders) {
    if (isOption(order.terms)) premium += signedValueOf(order)
    else if (order.product === 'cash' && order.side === 'buy') shares += signedValueOf(order)
  }
  return {
    span: roundToPaisa(contracts.span),
    exposure: roundToPaisa(contracts.exposure),
    premium: Math.max(0, premium) / 100,
    shares: shares / 100,
  }
}

/** Paise; negative for a credit. */
const signedValueOf = ({ side, quantity, price }: MarginedOrder): number =>
  side === 'buy' ? quantity * price : -quantity * price

export const paidAtOnce = (order: PricedOrder): number =>
  isOption(order.terms) || order.product === 'cash' ? signedValueOf(order) : 0

const userMarginOf = (
  account: Account,
  orders: readonly PricedOrder[],
  market: MarketSnapshot,
  rules: OrderPricingParts['rules'],
): Basket['userMargin'] => {
  const filled = orders.map((order) => ({
    group: groupOf(order.terms, order.product),
    leg: legOf(order),
    paid: paidAtOnce(order) + fromRupees(order.charges.total),
  }))
  const { available, required } = rules.weighFilled(account, filled, market)
  return {
    available: toRupees(available),
    required: toRupees(required),
    remaining: (available - required) / 100,
  }
}

const marginRow = (blocked: Blocked, charges: Charges, of?: PricedOrder): Margin => ({
  type: of === undefined ? '' : 'equity',
  tradingsymbol: of?.terms.tradingSymbol ?? '',
  exchange: of?.terms.exchange ?? '',
  span: blocked.span,
  exposure: blocked.exposure,
  optionPremium: blocked.premium,
  additional: 0,
  bo: 0,
  cash: 0,
  var: blocked.shares,
  pnl: { realised: 0, unrealised: 0 },
  leverage: of === undefined ? 0 : isIntradayShare(of) ? INTRADAY_LEVERAGE : 1,
  charges: chargesRow(charges),
  total: roundToPaisa(totalOf(blocked)),
})

const INTRADAY_LEVERAGE = 5

const isIntradayShare = ({ terms, product }: PricedOrder): boolean => product === 'MIS' && !isContract(terms)
