import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { getOrder, getOrderBook } from '../../../src/contract/orders/orders.ts'
import type { getHoldings } from '../../../src/contract/positions/holdings.ts'
import type { getPositions } from '../../../src/contract/positions/positions.ts'
import { type Paise, toRupees } from '../../../src/domain/money.ts'
import { isEnded } from '../../../src/domain/orders/order.ts'
import { holdingOf, totalsOf } from '../../../src/domain/positions/holding.ts'
import { dayPositionOf, type PositionFigures, positionOf } from '../../../src/domain/positions/position.ts'
import { IST_OFFSET_MS } from '../../../src/domain/time.ts'
import type { Account, Holding, InstrumentTerms, Order, PositionSums } from '../../broker/account.ts'
import type { Broker } from '../../broker/broker.ts'
import type { MarketSnapshot } from '../../broker/rules.ts'

export type OrderRow = ReplyOf<typeof getOrderBook>[number]
type PositionRow = ReplyOf<typeof getPositions>['net'][number]
type HoldingRow = ReplyOf<typeof getHoldings>['holdings'][number]

/** `2026-11-20 10:00:00`, IST. */
export const istTimestamp = (at: number): string =>
  new Date(at + IST_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

const rupeesOr0 = (price: Paise | null): number => (price === null ? 0 : toRupees(price))

/** Averages are shown to a hundredth of a paisa; sums are never computed from them. */
const AVERAGE_STEPS = 10_000
const averageRupees = (paiseAUnit: number): number =>
  Math.round((paiseAUnit / 100) * AVERAGE_STEPS) / AVERAGE_STEPS

const averageOf = (order: Pick<Order, 'filledQuantity' | 'filledValue'>): number =>
  order.filledQuantity === 0 ? 0 : averageRupees(order.filledValue / order.filledQuantity)

/** Rupees per unit beyond the mid price of the book it met. */
const slippageOf = (order: Order): number | null => {
  if (order.middle === null || order.filledQuantity === 0) return null
  const average = order.filledValue / order.filledQuantity
  return averageRupees(order.side === 'buy' ? average - order.middle : order.middle - average)
}

export const noteOf = ({ capabilities }: Pick<Broker, 'capabilities'>, order: Order): string | null =>
  capabilities.restingNote?.(order) ?? null

export const orderRow = (order: Order, queueNote: string | null = null): OrderRow => ({
  orderId: order.id,
  clientOrderId: order.clientOrderId,
  exchangeOrderId: order.exchangeOrderId,
  parentOrderId: order.parentId,
  algoUuid: order.algoUuid,
  sym: order.terms.id,
  placedBy: order.placedBy,
  mode: order.mode,
  status: order.status,
  statusMessage: order.statusMessage,
  statusMessageRaw: order.statusMessageRaw,
  orderTimestamp: istTimestamp(order.acceptedAt),
  exchangeUpdateTimestamp: order.exchangeAt === null ? null : istTimestamp(order.updatedAt),
  exchangeTimestamp: order.exchangeAt === null ? null : istTimestamp(order.exchangeAt),
  variety: order.variety,
  modified: order.modifications > 0,
  exchange: order.terms.exchange,
  segment: order.terms.segment,
  tradingsymbol: order.terms.tradingSymbol,
  instrumentToken: order.terms.instrumentToken,
  orderType: order.orderType,
  transactionType: order.side === 'buy' ? 'BUY' : 'SELL',
  validity: order.validity,
  validityTtl: order.validityTtl,
  product: order.product,
  quantity: order.quantity,
  disclosedQuantity: order.disclosedQuantity,
  price: rupeesOr0(order.price),
  triggerPrice: rupeesOr0(order.triggerPrice),
  averagePrice: averageOf(order),
  filledQuantity: order.filledQuantity,
  pendingQuantity: isEnded(order.status)
    ? 0
    : order.quantity - order.filledQuantity - order.cancelledQuantity,
  cancelledQuantity: order.cancelledQuantity,
  marketProtection: order.marketProtection,
  reduceOnly: order.isReduceOnly === true,
  tag: order.tag === '' ? null : order.tag,
  charges: toRupees(order.charges),
  slippage: slippageOf(order),
  fillNote: queueNote ?? order.fills.at(-1)?.why ?? null,
})

export const orderDetail = (order: Order, queueNote: string | null): ReplyOf<typeof getOrder> => ({
  order: orderRow(order, queueNote),
  history: order.history.map((step) => ({
    status: step.status,
    statusMessage: step.message,
    orderTimestamp: istTimestamp(step.at),
    price: rupeesOr0(step.price),
    triggerPrice: rupeesOr0(step.triggerPrice),
    quantity: step.quantity,
    filledQuantity: step.filledQuantity,
    averagePrice: averageUntil(order, step.filledQuantity),
  })),
  trades: order.fills.map((fill) => ({
    tradeId: fill.id,
    averagePrice: toRupees(fill.price),
    quantity: fill.quantity,
    fillTimestamp: istTimestamp(fill.at),
    note: fill.why,
  })),
})

const averageUntil = (order: Order, filledQuantity: number): number => {
  let quantity = 0
  let value = 0
  for (const fill of order.fills) {
    if (quantity >= filledQuantity) break
    quantity += fill.quantity
    value += fill.quantity * fill.price
  }
  return quantity === 0 ? 0 : averageRupees(value / quantity)
}

export interface Priced {
  readonly lastPrice: Paise
  /** Percent; null without a previous close. */
  readonly dayChange: number | null
}

export const priceOf = (market: MarketSnapshot, terms: InstrumentTerms, otherwise: Paise): Priced => {
  const quote = market.quoteOf(terms)
  if (quote === null) return { lastPrice: otherwise, dayChange: null }
  const { lastPrice, previousClose } = quote
  return {
    lastPrice,
    dayChange: previousClose > 0 ? (100 * (lastPrice - previousClose)) / previousClose : null,
  }
}

interface PricedSums {
  readonly sums: PositionSums
  readonly price: Priced
}

const percentText = (percent: number | null): string => (percent === null ? '' : percent.toFixed(2))

const lastKnownPrice = (sums: PositionSums): Paise => {
  const { dayBuyQuantity, dayBuyValue, daySellQuantity, daySellValue, previousClose } = sums
  const quantity = dayBuyQuantity + daySellQuantity
  return quantity === 0 ? previousClose : (Math.round((dayBuyValue + daySellValue) / quantity) as Paise)
}

const toPositionRow = (
  { sums, price: priced }: PricedSums,
  figures: PositionFigures,
  mode: Order['mode'],
): PositionRow => ({
  sym: sums.terms.id,
  tradingsymbol: sums.terms.tradingSymbol,
  segment: sums.terms.segment,
  exchange: sums.terms.exchange,
  instrumentToken: sums.terms.instrumentToken,
  product: sums.product,
  quantity: figures.quantity,
  overnightQuantity: figures.overnightQuantity,
  multiplier: figures.multiplier,
  lotSize: sums.terms.lotSize,
  averagePrice: averageRupees(figures.averagePrice),
  closePrice: toRupees(figures.closePrice),
  lastPrice: toRupees(figures.lastPrice),
  ltp: toRupees(figures.lastPrice),
  value: toRupees(figures.value),
  pnl: toRupees(figures.pnl),
  m2m: toRupees(figures.m2m),
  unrealised: toRupees(figures.unrealised),
  realised: toRupees(figures.realised),
  buyQuantity: figures.buyQuantity,
  buyPrice: averageRupees(figures.buyPrice),
  buyValue: toRupees(figures.buyValue),
  buyM2m: toRupees(figures.buyM2m),
  sellQuantity: figures.sellQuantity,
  sellPrice: averageRupees(figures.sellPrice),
  sellValue: toRupees(figures.sellValue),
  sellM2m: toRupees(figures.sellM2m),
  dayBuyQuantity: figures.dayBuyQuantity,
  dayBuyPrice: averageRupees(figures.dayBuyPrice),
  dayBuyValue: toRupees(figures.dayBuyValue),
  daySellQuantity: figures.daySellQuantity,
  daySellPrice: averageRupees(figures.daySellPrice),
  daySellValue: toRupees(figures.daySellValue),
  charges: toRupees(sums.charges),
  dayChange: percentText(priced.dayChange),
  orderFrom: mode,
})

export const positionRows = (
  account: Account,
  { mode }: Pick<Broker, 'mode'>,
  market: MarketSnapshot,
): ReplyOf<typeof getPositions> => {
  const priced = [...account.positions.values()].map((sums) => ({
    sums,
    price: priceOf(market, sums.terms, lastKnownPrice(sums)),
  }))
  return {
    net: priced.map((each) => toPositionRow(each, positionOf(each.sums, each.price.lastPrice), mode)),
    day: priced.flatMap((each) => {
      const figures = dayPositionOf(each.sums, each.price.lastPrice)
      return figures === null ? [] : [toPositionRow(each, figures, mode)]
    }),
    asOf: market.at,
  }
}

const toHoldingRow = (holding: Holding, priced: Priced): HoldingRow => {
  const figures = holdingOf(holding, priced.lastPrice)
  const percent = figures.dayChangePercentage ?? 0
  return {
    sym: holding.terms.id,
    tradingsymbol: holding.terms.tradingSymbol,
    segment: holding.terms.segment,
    exchange: holding.terms.exchange,
    instrumentToken: holding.terms.instrumentToken,
    product: 'cash',
    quantity: holding.quantity,
    t1Quantity: holding.t1Quantity,
    usedQuantity: holding.usedQuantity,
    realisedQuantity: holding.quantity,
    averagePrice: averageRupees(figures.averagePrice),
    lastPrice: toRupees(priced.lastPrice),
    ltp: toRupees(priced.lastPrice),
    closePrice: toRupees(holding.previousClose),
    invested: toRupees(figures.invested),
    currentValue: toRupees(figures.currentValue),
    pnl: toRupees(figures.pnl),
    dayChange: percentText(percent),
    dayChangePercentage: percent,
  }
}

export const holdingRows = (account: Account, market: MarketSnapshot): ReplyOf<typeof getHoldings> => {
  const priced = [...account.holdings.values()].map((holding) => ({
    holding,
    price: priceOf(market, holding.terms, holding.previousClose),
  }))
  const totals = totalsOf(priced.map(({ holding, price }) => holdingOf(holding, price.lastPrice)))
  return {
    holdings: priced.map(({ holding, price }) => toHoldingRow(holding, price)),
    summary: {
      investedAmount: toRupees(totals.investedAmount),
      currentValue: toRupees(totals.currentValue),
      todayPnl: toRupees(totals.todayPnl),
      todayPnlPercent: totals.todayPnlPercent,
      totalPnl: toRupees(totals.totalPnl),
      totalPnlPercent: totals.totalPnlPercent,
    },
    asOf: market.at,
  }
}
