import { hasPrice, hasTrigger } from '../../src/domain/orders/order.ts'
import type { Order } from './account.ts'
import type { Changes } from './rules.ts'

export type OrderTerms = Pick<
  Order,
  | 'orderType'
  | 'quantity'
  | 'price'
  | 'triggerPrice'
  | 'validity'
  | 'validityTtl'
  | 'marketProtection'
  | 'disclosedQuantity'
>

export const changedTerms = (order: OrderTerms, changes: Changes): OrderTerms => {
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
