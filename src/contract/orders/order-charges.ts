import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { OrderType, pricedFields, TransactionType } from './order-fields.ts'

const Charges = z.strictObject({
  transaction_tax: z.number(),
  transaction_tax_type: z.string(),
  exchange_turnover_charge: z.number(),
  sebi_turnover_charge: z.number(),
  brokerage: z.number(),
  stamp_duty: z.number(),
  gst: z.strictObject({ igst: z.number(), cgst: z.number(), sgst: z.number(), total: z.number() }),
  dp_charge: z.number(),
  total: z.number(),
})

const Margin = z.strictObject({
  type: z.string(),
  tradingsymbol: z.string(),
  exchange: z.string(),
  span: z.number(),
  exposure: z.number(),
  option_premium: z.number(),
  additional: z.number(),
  bo: z.number(),
  cash: z.number(),
  var: z.number(),
  pnl: z.strictObject({ realised: z.number(), unrealised: z.number() }),
  leverage: z.number(),
  charges: Charges,
  total: z.number(),
})

/** Without a price: the best opposite price now. */
const PricedOrder = z.strictObject({ ...pricedFields, order_type: z._default(OrderType, 'MARKET') })

export const ORDERS_PRICED_MAX = 20

export const orderCharges = endpoint({
  name: 'orderCharges',
  method: 'POST',
  path: '/orders/order_charges',
  body: z.strictObject({
    orders: z.array(PricedOrder).check(z.minLength(1), z.maxLength(ORDERS_PRICED_MAX)),
  }),
  reply: z.array(
    z.strictObject({
      sym: z.string(),
      transaction_type: TransactionType,
      quantity: z.number(),
      price: z.number(),
      charges: Charges,
      /** Points a unit for the round trip to break even. */
      break_even_points: z.number(),
    }),
  ),
  failure: 'Error loading order charges',
  summary: 'Charges of orders if they fill at their prices.',
})

export const basketOrderCharges = endpoint({
  name: 'basketOrderCharges',
  method: 'PATCH',
  path: '/orders/basket_order_charges',
  effect: 'reads',
  query: z.strictObject({ user_margin: z.optional(z.enum(['true', 'false'])) }),
  body: z.strictObject({
    orders: z.array(PricedOrder).check(z.minLength(1), z.maxLength(ORDERS_PRICED_MAX)),
  }),
  reply: z.strictObject({
    /** `initial`: peak margin when placed in this order. `final`: margin blocked at the end. */
    initial: Margin,
    final: Margin,
    orders: z.array(Margin),
    charges: Charges,
    hedge_benefit: z.number(),
    /** SPAN is approximated by sixteen scenarios of our own. */
    is_estimate: z.boolean(),
    method: z.string(),
    /** With `user_margin=true`: funds now and afterwards, open positions margined with the basket. */
    user_margin: z.nullable(
      z.strictObject({ available: z.number(), required: z.number(), remaining: z.number() }),
    ),
  }),
  failure: 'Error fetching basket order charges',
  summary: 'Margin and charges of several orders together, with the benefit of hedges.',
})
