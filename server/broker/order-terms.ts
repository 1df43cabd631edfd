import { hasPrice, hasTrigger, type OrderChanges, type OrderTicket } from '../../src/domain/orders/order.ts'
import type { KeptTicket, Order } from './account.ts'

export type OrderTerms = Pick<OrderTicket, keyof OrderChanges>

export const changedTerms = (order: OrderTerms, changes: OrderChanges): OrderTerms => {
  const orderType = changes.orderType ?? order.orderType
  const validity = changes.validity ?? order.validity
  return {
    orderType,
    quantity: changes.quantity ?? order.quantity,
    price: hasPrice(orderType) ? (changes.price ?? order.price) : null,
    triggerPrice: hasTrigger(orderType) ? (changes.triggerPrice ?? order.triggerPrice) : null,
    validity,
    validityTtl: validity === 'TTL' ? (changes.validityTtl ?? order.validityTtl) : null,
    marketProtection: changes.marketProtection ?? order.marketProtection,
    disclosedQuantity: changes.disclosedQuantity ?? order.disclosedQuantity,
  }
}

/** The opening event is stored whole, so that nothing else may get into it. */
export const keptTicket = (from: KeptTicket): KeptTicket => ({
  clientOrderId: from.clientOrderId,
  side: from.side,
  orderType: from.orderType,
  product: from.product,
  variety: from.variety,
  quantity: from.quantity,
  price: from.price,
  triggerPrice: from.triggerPrice,
  validity: from.validity,
  validityTtl: from.validityTtl,
  marketProtection: from.marketProtection,
  disclosedQuantity: from.disclosedQuantity,
  tag: from.tag,
  algoUuid: from.algoUuid,
  isReduceOnly: from.isReduceOnly === true ? true : undefined,
})

export const ticketOf = (order: Order): OrderTicket => ({
  ...keptTicket(order),
  instrument: order.terms.id,
  autoslice: false,
})
