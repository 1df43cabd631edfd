import * as z from 'zod/mini'
import { orderStatuses } from '../../domain/orders/order.ts'
import { Exchange, Segment } from '../instruments/instrument-key.ts'
import { OrderType, Product, TransactionType, Validity, Variety } from './order-fields.ts'

export const OrderStatus = z.enum(orderStatuses)

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
  status: OrderStatus,
  status_message: z.nullable(z.string()),
  status_message_raw: z.nullable(z.string()),
  order_timestamp: z.string(),
  exchange_update_timestamp: z.nullable(z.string()),
  exchange_timestamp: z.nullable(z.string()),
  variety: Variety,
  modified: z.boolean(),
  exchange: Exchange,
  segment: Segment,
  tradingsymbol: z.string(),
  instrument_token: z.number(),
  order_type: OrderType,
  transaction_type: TransactionType,
  validity: Validity,
  validity_ttl: z.nullable(z.number()),
  product: Product,
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
