import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
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
  status: z.string(),
  /** The same key and body was sent before, and this is the first reply again. */
  is_repeat: z.boolean(),
  children: z.array(
    z.strictObject({
      order_id: z.nullable(z.string()),
      status: z.nullable(z.string()),
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
  reply: z.strictObject({ order_id: z.string(), status: z.string() }),
  failure: 'Error modifying order',
  summary: 'Changes an open order. Quantity is the new total.',
})

const cancelFields = {
  order_id: OrderKey,
  variety: z.optional(Variety),
  parent_order_id: z.optional(ParentOrderKey),
}
const Cancelled = z.strictObject({ order_id: z.string(), status: z.string() })

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

/** Field names are Kite Connect's. Prices in rupees, times `YYYY-MM-DD HH:MM:SS` IST. */
export const OrderRow = z.strictObject({
  order_id: z.string(),
  client_order_id: z.string(),
  exchange_order_id: z.nullable(z.string()),
  parent_order_id: z.nullable(z.string()),
  algo_uuid: z.string(),
  sym: z.string(),
  placed_by: z.string(),
  /** `paper`: the broker that holds it, fixed when it was accepted. */
  mode: z.string(),
  status: z.string(),
  status_message: z.nullable(z.string()),
  status_message_raw: z.nullable(z.string()),
  order_timestamp: z.string(),
  exchange_update_timestamp: z.nullable(z.string()),
  exchange_timestamp: z.nullable(z.string()),
  variety: z.string(),
  modified: z.boolean(),
  exchange: z.string(),
  segment: z.string(),
  tradingsymbol: z.string(),
  instrument_token: z.number(),
  order_type: z.string(),
  transaction_type: z.string(),
  validity: z.string(),
  validity_ttl: z.nullable(z.number()),
  product: z.string(),
  quantity: z.number(),
  disclosed_quantity: z.number(),
  price: z.number(),
  trigger_price: z.number(),
  average_price: z.number(),
  filled_quantity: z.number(),
  pending_quantity: z.number(),
  cancelled_quantity: z.number(),
  market_protection: z.number(),
  reduce_only: z.boolean(),
  tag: z.nullable(z.string()),
  /** Rupees so far, of this order's fills. */
  charges: z.number(),
  /** Rupees a unit between average price and mid price at entry; null before a fill. */
  slippage: z.nullable(z.number()),
  fill_note: z.nullable(z.string()),
})

export const getOrderBook = endpoint({
  name: 'getOrderBook',
  method: 'GET',
  path: '/orders/order_book',
  reply: z.array(OrderRow),
  failure: 'Error loading order book',
  summary: "Today's orders, the newest first.",
})

export const getOrder = endpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/orders/order',
  /** One of the two. */
  query: z.strictObject({ order_id: z.optional(OrderKey), client_order_id: z.optional(ClientKey) }),
  reply: z.strictObject({
    order: OrderRow,
    history: z.array(
      z.strictObject({
        status: z.string(),
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
