import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { OrderChanges } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import type { InstrumentTerms, Order } from '../account.ts'
import type { ExchangeChanges, ExchangeOrder } from '../exchange.ts'
import { changedTerms } from '../order-terms.ts'

/** The broker's token holds the exchange's in its upper bytes. */
const EXCHANGE_TOKEN_SHIFT = 256

export const instrumentOf = (terms: InstrumentTerms): Instrument => ({
  id: terms.id,
  instrumentToken: terms.instrumentToken,
  exchangeToken: Math.floor(terms.instrumentToken / EXCHANGE_TOKEN_SHIFT),
  tradingSymbol: terms.tradingSymbol,
  name: terms.name,
  lastPrice: 0,
  expiry: terms.expiry,
  strike: terms.strike,
  tickSize: toRupees(terms.tickSize),
  lotSize: terms.lotSize,
  instrumentType: terms.instrumentType,
  segment: terms.segment,
  exchange: terms.exchange,
  universe: '',
})

export const pendingOf = (order: Order): number =>
  order.quantity - order.filledQuantity - order.cancelledQuantity

/** A TTL counts from arrival at the exchange. */
const lapsesAt = (validity: Order['validity'], ttlMinutes: number | null, from: EpochMs): EpochMs | null =>
  validity === 'TTL' && ttlMinutes !== null ? epochMs(from + ttlMinutes * MINUTE_MS) : null

export const toExchangeOrder = (order: Order, instrument: Instrument, at: EpochMs): ExchangeOrder => ({
  id: order.id,
  owner: order.owner,
  instrument,
  sessionGroup: order.terms.sessionGroup,
  side: order.side,
  orderType: order.orderType,
  quantity: pendingOf(order),
  filledQuantity: order.filledQuantity,
  price: order.price,
  triggerPrice: order.triggerPrice,
  validity: order.validity,
  lapsesAt: lapsesAt(order.validity, order.validityTtl, order.exchangeAt ?? at),
  marketProtection: order.marketProtection,
  isTriggered: isTriggered(order),
})

/** A stop that has once been OPEN has triggered, whatever its status now. */
const isTriggered = (order: Order): boolean =>
  order.triggerPrice !== null && order.history.some(({ status }) => status === 'OPEN')

export const toExchangeChanges = (order: Order, changes: OrderChanges, at: EpochMs): ExchangeChanges => {
  const { validityTtl, disclosedQuantity: _, ...terms } = changedTerms(order, changes)
  return { ...terms, lapsesAt: lapsesAt(terms.validity, validityTtl, at) }
}
