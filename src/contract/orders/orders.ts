import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { OrderRow, OrderStatus } from './order-book-row.ts'
import {
  ClientKey,
  DisclosedQuantity,
  MarketProtection,
  OrderKey,
  OrderType,
  ParentOrderKey,
  ticketFields,
  Validity,
  Variety,
} from './order-fields.ts'

export const OrderTicketBody = z.strictObject({ client_order_id: ClientKey, ...ticketFields })

export const PlacedOrder = z.strictObject({
  order_id: z.string(),
  client_order_id: z.string(),
  status: OrderStatus,
  /** The same key and body was sent before, and this is the first reply again. */
  is_repeat: z.boolean(),
  children: z.array(
    z.strictObject({
      order_id: z.nullable(z.string()),
      status: z.nullable(OrderStatus),
      message: z.string(),
    }),
  ),
})

const place = (name: string, path: string, failure: string, summary: string) =>
  endpoint({ name, method: 'POST', path, body: OrderTicketBody, reply: PlacedOrder, failure, summary })

export const placeOrder = place(
  'placeOrder',
  '/orders/place_order',
  'Error placing order',
  'Places an order of a strategy. The client order id makes it idempotent.',
)

export const placeOrderDirect = place(
  'placeOrderDirect',
  '/orders/place_order_direct',
  'Error placing order',
  'Places an order by hand. The client order id makes it idempotent.',
)

export const modifyOrder = endpoint({
  name: 'modifyOrder',
  method: 'POST',
  path: '/orders/modify_order',
  body: z.strictObject({
    order_id: OrderKey,
    order_type: z.optional(OrderType),
    /** The new total, filled part included. */
    quantity: z.optional(ticketFields.quantity),
    price: ticketFields.price,
    trigger_price: ticketFields.trigger_price,
    validity: z.optional(Validity),
    validity_ttl: ticketFields.validity_ttl,
    market_protection: z.optional(MarketProtection),
    disclosed_quantity: z.optional(DisclosedQuantity),
    /** Accepted because the specification's payload has them; unused. */
    variety: z.optional(Variety),
    parent_order_id: z.optional(ParentOrderKey),
  }),
  reply: z.strictObject({ order_id: z.string(), status: OrderStatus }),
  failure: 'Error modifying order',
  summary: 'Changes an open order. Quantity is the new total.',
})

const cancelFields = {
  order_id: OrderKey,
  variety: z.optional(Variety),
  parent_order_id: z.optional(ParentOrderKey),
}
const Cancelled = z.strictObject({ order_id: z.string(), status: OrderStatus })

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  method: 'GET',
  path: '/orders/cancel_order',
  effect: 'changes',
  riskReducing: true,
  query: z.strictObject(cancelFields),
  reply: Cancelled,
  failure: 'Error canceling order',
  summary: 'Cancels an open order.',
})

export const cancelOrderByPost = endpoint({
  name: 'cancelOrderByPost',
  method: 'POST',
  path: '/orders/cancel_order',
  riskReducing: true,
  body: z.strictObject(cancelFields),
  reply: Cancelled,
  failure: 'Error canceling order',
  summary: 'Cancels an open order; the same as the GET, which exists because the specification has it.',
})

export const getOrderBook = endpoint({
  name: 'getOrderBook',
  method: 'GET',
  path: '/orders/order_book',
  answerBytesMax: 1024 * 1024,
  reply: z.array(OrderRow),
  failure: 'Error loading order book',
  summary: "Today's orders, the newest first.",
})

export const getOrder = endpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/orders/order',
  answerBytesMax: 1024 * 1024,
  /** One of the two. */
  query: z.strictObject({ order_id: z.optional(OrderKey), client_order_id: z.optional(ClientKey) }),
  reply: z.strictObject({
    order: OrderRow,
    history: z.array(
      z.strictObject({
        status: OrderStatus,
        status_message: z.nullable(z.string()),
        order_timestamp: z.string(),
        price: z.number(),
        trigger_price: z.number(),
        quantity: z.number(),
        filled_quantity: z.number(),
        average_price: z.number(),
      }),
    ),
    trades: z.array(
      z.strictObject({
        trade_id: z.string(),
        average_price: z.number(),
        quantity: z.number(),
        fill_timestamp: z.string(),
        note: z.string(),
      }),
    ),
  }),
  failure: 'Error loading order book',
  summary: 'One order with its state history and fills; resolves a lost response.',
})
