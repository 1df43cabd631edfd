import { hasPrice, hasTrigger, type OrderType } from '../../../domain/orders/order.ts'
import { limitOf, triggerOf } from '../../../domain/orders/order-prices.ts'
import { unitsOf } from '../../../domain/orders/order-sizing.ts'
import {
  type PriceSpec,
  type QuantitySpec,
  type Resolved,
  refused,
  resolved,
} from '../../../domain/orders/order-words.ts'
import { orderTypeOf } from '../../../domain/orders/resolve-order.ts'
import type { OrderChange } from '../../../machines/orders/order-action.ts'
import type { Environment } from '../../environment.ts'
import { findOrder } from '../../grammar/orders/order-ref.ts'
import { orderContextOf } from './order-sense.ts'

interface Asked {
  readonly order: string
  readonly quantity?: QuantitySpec
  readonly price?: PriceSpec
  readonly trigger?: number
  /** Follows from the prices if absent. */
  readonly type?: OrderType
}

export const changeOf = (
  { order: orderId, quantity, price, trigger, type }: Asked,
  environment: Environment,
): Resolved<OrderChange> => {
  const order = findOrder(orderId, environment)
  const instrument = order === null ? null : (environment.instruments?.find(order.instrument) ?? null)
  if (order === null || instrument === null)
    return refused('instrument', { expected: 'an open order', message: 'This order is not open.' })
  const context = orderContextOf(instrument, environment)
  const wanted = price ?? (hasPrice(type ?? 'LIMIT') ? undefined : { kind: 'market' })
  const limit =
    wanted === undefined
      ? resolved(order.price > 0 ? order.price : null)
      : limitOf(wanted, order.side, context)
  if (!limit.ok) return limit
  const held = hasTrigger(type ?? 'SL') && order.triggerPrice > 0 ? order.triggerPrice : null
  const waits = trigger === undefined ? resolved(held) : triggerOf(trigger, limit.value, order.side, context)
  if (!waits.ok) return waits
  const entry = { side: order.side, price: limit.value ?? context.quote?.lastPrice ?? null, stop: null }
  const units = quantity === undefined ? resolved(order.quantity) : unitsOf(quantity, entry, context)
  if (!units.ok) return units
  if (units.value <= order.filledQuantity)
    return refused('quantity', {
      expected: `more than ${order.filledQuantity}, the filled quantity`,
      message: `${order.filledQuantity} are filled already. Set more than that, or cancel the rest.`,
    })
  const orderType = orderTypeOf(limit.value, waits.value)
  if (type !== undefined && type !== orderType) return otherType(type, limit.value)
  return resolved({
    ...(orderType === order.orderType ? {} : { orderType }),
    ...(units.value === order.quantity ? {} : { quantity: units.value }),
    ...(limit.value === null || limit.value === order.price ? {} : { price: limit.value }),
    ...(waits.value === null || waits.value === order.triggerPrice ? {} : { triggerPrice: waits.value }),
  })
}

const otherType = (type: OrderType, limit: number | null): Resolved<never> => {
  const arg = hasPrice(type) === (limit !== null) ? 'trigger' : 'price'
  const isNeeded = arg === 'price' ? hasPrice(type) : hasTrigger(type)
  return refused(arg, {
    expected: `${isNeeded ? 'a' : 'no'} ${arg} for ${type}`,
    message: `${type} ${isNeeded ? 'needs a' : 'has no'} ${arg}.`,
  })
}

/** `modify #26112100001 130q @85.4` */
export const modifyLine = (orderId: string, environment: Environment): string => {
  const order = findOrder(orderId, environment)
  if (order === null) return 'modify '
  const words = [
    `${order.quantity}q`,
    order.price > 0 ? `@${order.price}` : '',
    order.triggerPrice > 0 ? `trig ${order.triggerPrice}` : '',
  ]
  return ['modify', `#${orderId}`, ...words.filter((word) => word !== '')].join(' ')
}
