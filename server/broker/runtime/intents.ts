import { hash } from 'node:crypto'
import type { ClientOrderId, OrderTicket, PlacedBy, Product, Side } from '../../../src/domain/orders/order.ts'
import type { InstrumentTerms, PositionSums } from '../account.ts'
import type { Intent } from '../rules.ts'

/** Fields in a fixed order, so that equal tickets have equal hashes. */
export const hashOfTicket = (ticket: OrderTicket): string =>
  hash(
    'sha256',
    JSON.stringify([
      ticket.instrument,
      ticket.side,
      ticket.orderType,
      ticket.product,
      ticket.variety,
      ticket.quantity,
      ticket.price,
      ticket.triggerPrice,
      ticket.validity,
      ticket.validityTtl,
      ticket.marketProtection,
      ticket.disclosedQuantity,
      ticket.autoslice,
      ticket.tag,
      ticket.algoUuid,
      // Left out when not set, so that orders of earlier versions keep their hash.
      ...(ticket.isReduceOnly === true ? ['reduceOnly'] : []),
    ]),
  )

export const netQuantityOf = (sums: PositionSums): number =>
  sums.overnightQuantity + sums.dayBuyQuantity - sums.daySellQuantity

/** Every order that the server sends for a user: for the day, sliced where it must be. */
export const sentByServer = {
  variety: 'regular',
  triggerPrice: null,
  validity: 'DAY',
  validityTtl: null,
  marketProtection: -1,
  disclosedQuantity: 0,
  autoslice: true,
} as const

export const exitIntent = (exit: {
  readonly key: ClientOrderId
  readonly terms: InstrumentTerms
  readonly product: Product
  /** Signed, as held. */
  readonly quantity: number
  readonly tag: string
  readonly placedBy: PlacedBy
}): Intent => {
  const side: Side = exit.quantity > 0 ? 'sell' : 'buy'
  return {
    terms: exit.terms,
    placedBy: exit.placedBy,
    ticket: {
      clientOrderId: exit.key,
      instrument: exit.terms.id,
      side,
      orderType: 'MARKET',
      product: exit.product,
      ...sentByServer,
      quantity: Math.abs(exit.quantity),
      price: null,
      isReduceOnly: true,
      tag: exit.tag,
      algoUuid: '',
    },
  }
}
