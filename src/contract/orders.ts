import * as z from 'zod/mini'
import { orderTypes, products, validities, varieties } from '../domain/order.ts'
import { endpoint } from './endpoint.ts'

/** `segment_symbol`, as everywhere: `NFO-OPT_NIFTY26D0124500CE`. */
const Sym = z.string().check(z.minLength(3), z.maxLength(60))
const OrderKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected 1 to 40 letters, digits, _ or -'))
const ClientKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'expected 8 to 64 letters, digits, _ or -'))
const TransactionType = z.enum(['BUY', 'SELL'])
/** 2^53 units are no order, but the sentence about them is the exchange rules' to say. */
const Quantity = z.int().check(z.positive(), z.maximum(1_000_000_000))
/** Rupees, at most two decimals; the tick is checked by the rules of the exchange. */
const Price = z.number().check(
  z.positive(),
  z.maximum(10_000_000),
  z.refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, 'expected whole paise'),
)
const Tag = z.string().check(z.regex(/^[A-Za-z0-9]{0,20}$/, 'expected at most 20 letters and digits'))

const ticketFields = {
  sym: Sym,
  transaction_type: TransactionType,
  order_type: z.enum(orderTypes),
  product: z.enum(products),
  variety: z._default(z.enum(varieties), 'regular'),
  quantity: Quantity,
  price: z.optional(Price),
  trigger_price: z.optional(Price),
  validity: z._default(z.enum(validities), 'DAY'),
  /** Minutes, with validity TTL. */
  validity_ttl: z.optional(z.int().check(z.minimum(1), z.maximum(1440))),
  disclosed_quantity: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000_000)), 0),
  /** Percent of the last price for MARKET and SL-M; -1 is automatic, 0 is refused. */
  market_protection: z._default(z.number().check(z.minimum(-1), z.maximum(100)), -1),
  autoslice: z._default(z.boolean(), false),
  tag: z._default(Tag, ''),
  algo_uuid: z._default(z.string().check(z.maxLength(64)), ''),
}

export const OrderTicketBody = z.strictObject({ client_order_id: ClientKey, ...ticketFields })

/** Of a sliced order one child for each slice; otherwise no children. */
export const PlacedOrder = z.strictObject({
  order_id: z.string(),
  client_order_id: z.string(),
  status: z.string(),
  /** The same key and body came before: this is the first answer again. */
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
    order_type: z.optional(z.enum(orderTypes)),
    /** The new total, filled part included. */
    quantity: z.optional(Quantity),
    price: z.optional(Price),
    trigger_price: z.optional(Price),
    validity: z.optional(z.enum(validities)),
    validity_ttl: z.optional(z.int().check(z.minimum(1), z.maximum(1440))),
    market_protection: z.optional(z.number().check(z.minimum(-1), z.maximum(100))),
    disclosed_quantity: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000))),
    /** Named as in the specification's payload; not needed. */
    variety: z.optional(z.enum(varieties)),
    parent_order_id: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.strictObject({ order_id: z.string(), status: z.string() }),
  failure: 'Error modifying order',
  summary: 'Changes an open order. Quantity is the new total.',
})

const cancelFields = {
  order_id: OrderKey,
  variety: z.optional(z.enum(varieties)),
  parent_order_id: z.optional(z.string().check(z.maxLength(40))),
}
const Cancelled = z.strictObject({ order_id: z.string(), status: z.string() })

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  method: 'GET',
  path: '/orders/cancel_order',
  effect: 'changes',
  query: z.strictObject(cancelFields),
  reply: Cancelled,
  failure: 'Error canceling order',
  summary: 'Cancels an open order.',
})

export const cancelOrderByPost = endpoint({
  name: 'cancelOrderByPost',
  method: 'POST',
  path: '/orders/cancel_order',
  body: z.strictObject(cancelFields),
  reply: Cancelled,
  failure: 'Error canceling order',
  summary: 'Cancels an open order; the same as the GET, which exists because the specification has it.',
})

/** What one order came to and how: field names are Kite Connect's. Prices in rupees, times `YYYY-MM-DD HH:MM:SS` IST. */
export const OrderRow = z.strictObject({
  order_id: z.string(),
  client_order_id: z.string(),
  exchange_order_id: z.nullable(z.string()),
  parent_order_id: z.nullable(z.string()),
  algo_uuid: z.string(),
  sym: z.string(),
  placed_by: z.string(),
  /** `paper`: which broker holds it, fixed when it was accepted. */
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
  tag: z.nullable(z.string()),
  /** Rupees so far, fills of this order alone. */
  charges: z.number(),
  /** Rupees a unit between the average price and the middle of the book when the order came; null before a fill. */
  slippage: z.nullable(z.number()),
  /** What the last fill said of itself, or where the order stands in the queue. */
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
  summary: 'One order with every state it was in and every fill; how a lost answer is resolved.',
})

const PositionRow = z.strictObject({
  sym: z.string(),
  tradingsymbol: z.string(),
  segment: z.string(),
  exchange: z.string(),
  instrument_token: z.number(),
  product: z.string(),
  quantity: z.number(),
  overnight_quantity: z.number(),
  multiplier: z.number(),
  lot_size: z.number(),
  average_price: z.number(),
  close_price: z.number(),
  last_price: z.number(),
  ltp: z.number(),
  value: z.number(),
  pnl: z.number(),
  m2m: z.number(),
  unrealised: z.number(),
  realised: z.number(),
  buy_quantity: z.number(),
  buy_price: z.number(),
  buy_value: z.number(),
  buy_m2m: z.number(),
  sell_quantity: z.number(),
  sell_price: z.number(),
  sell_value: z.number(),
  sell_m2m: z.number(),
  day_buy_quantity: z.number(),
  day_buy_price: z.number(),
  day_buy_value: z.number(),
  day_sell_quantity: z.number(),
  day_sell_price: z.number(),
  day_sell_value: z.number(),
  /** Rupees of today's fills. */
  charges: z.number(),
  /** Percent text of the day, such as `1.25`. */
  day_change: z.string(),
  order_from: z.string(),
})

export const getPositions = endpoint({
  name: 'getPositions',
  method: 'GET',
  path: '/orders/positions',
  reply: z.strictObject({
    net: z.array(PositionRow),
    day: z.array(PositionRow),
    /** Milliseconds since the epoch, market time of the prices. */
    as_of: z.number(),
  }),
  failure: 'Error loading positions',
  summary: 'Positions of the day: net with what was carried in, and of today alone. Sums over fills.',
})

const HoldingRow = z.strictObject({
  sym: z.string(),
  tradingsymbol: z.string(),
  segment: z.string(),
  exchange: z.string(),
  instrument_token: z.number(),
  product: z.string(),
  quantity: z.number(),
  t1_quantity: z.number(),
  used_quantity: z.number(),
  realised_quantity: z.number(),
  average_price: z.number(),
  last_price: z.number(),
  ltp: z.number(),
  close_price: z.number(),
  invested: z.number(),
  current_value: z.number(),
  pnl: z.number(),
  /** Percent text of the day, such as `1.25`. */
  day_change: z.string(),
  day_change_percentage: z.number(),
})

export const getHoldings = endpoint({
  name: 'getHoldings',
  method: 'GET',
  path: '/orders/holdings',
  reply: z.strictObject({
    holdings: z.array(HoldingRow),
    summary: z.strictObject({
      invested_amount: z.number(),
      current_value: z.number(),
      today_pnl: z.number(),
      today_pnl_percent: z.nullable(z.number()),
      total_pnl: z.number(),
      total_pnl_percent: z.nullable(z.number()),
    }),
    as_of: z.number(),
  }),
  failure: 'Error loading holdings',
  summary: 'Shares held past their day, with totals.',
})

export const getFunds = endpoint({
  name: 'getFunds',
  method: 'GET',
  path: '/orders/funds',
  reply: z.strictObject({
    opening_balance: z.number(),
    /** Opening balance, settled gains and losses and charges of the day. */
    cash: z.number(),
    available: z.number(),
    used_margin: z.number(),
    span: z.number(),
    exposure: z.number(),
    option_premium: z.number(),
    delivery: z.number(),
    m2m_realised: z.number(),
    m2m_unrealised: z.number(),
    charges_today: z.number(),
    /** True: SPAN is approximated. */
    is_estimate: z.boolean(),
  }),
  failure: 'Error loading funds',
  summary: 'Cash, blocked margin and what is left of it.',
})

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

const PricedOrder = z.strictObject({
  sym: Sym,
  transaction_type: TransactionType,
  order_type: z._default(z.enum(orderTypes), 'MARKET'),
  product: z.enum(products),
  variety: z._default(z.enum(varieties), 'regular'),
  quantity: Quantity,
  /** Absent: the best price of the other side now. */
  price: z.optional(Price),
  trigger_price: z.optional(Price),
})

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
      transaction_type: z.string(),
      quantity: z.number(),
      price: z.number(),
      charges: Charges,
      /** Points a unit has to move for the round trip to pay for itself. */
      break_even_points: z.number(),
    }),
  ),
  failure: 'Error loading order charges',
  summary: 'Charges of orders as if they filled at their prices.',
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
    /** The most it takes on the way, in the order given, and what stays blocked at the end. */
    initial: Margin,
    final: Margin,
    orders: z.array(Margin),
    charges: Charges,
    /** What the legs alone would block, less what the basket does. */
    hedge_benefit: z.number(),
    /** SPAN is approximated by sixteen scenarios of our own. */
    is_estimate: z.boolean(),
    method: z.string(),
    /** With `user_margin=true`: what is left now and would be afterwards, open positions taken together with the basket. */
    user_margin: z.nullable(
      z.strictObject({ available: z.number(), required: z.number(), remaining: z.number() }),
    ),
  }),
  failure: 'Error fetching basket order charges',
  summary: 'Margin and charges of several orders together, with the benefit of hedges.',
})

export const convertPosition = endpoint({
  name: 'convertPosition',
  method: 'PUT',
  path: '/orders/positions',
  body: z.strictObject({
    sym: Sym,
    transaction_type: TransactionType,
    position_type: z.enum(['day', 'overnight']),
    quantity: Quantity,
    old_product: z.enum(products),
    new_product: z.enum(products),
  }),
  reply: z.strictObject({ is_converted: z.boolean() }),
  failure: 'Error converting position',
  summary: 'Moves a position to another product at its average price.',
})

const Swept = z.strictObject({
  /** Orders that were cancelled or placed, and what could not be done, in words. */
  order_ids: z.array(z.string()),
  leftovers: z.array(
    z.strictObject({ sym: z.string(), order_id: z.nullable(z.string()), reason: z.string() }),
  ),
})

export const cancelAllOrders = endpoint({
  name: 'cancelAllOrders',
  method: 'POST',
  path: '/orders/cancel_all',
  reply: Swept,
  failure: 'Error canceling order',
  summary: 'Cancels every open order.',
})

export const exitAllPositions = endpoint({
  name: 'exitAllPositions',
  method: 'POST',
  path: '/orders/exit_all',
  body: z.strictObject({ client_order_id: ClientKey }),
  reply: Swept,
  failure: 'Error placing order',
  summary:
    'Cancels open orders, then leaves every position by market orders with protection, short ones first.',
})

const KillSwitch = z.strictObject({
  is_on: z.boolean(),
  /** Market time, milliseconds since the epoch. */
  since: z.nullable(z.number()),
  reason: z.nullable(z.string()),
})

export const getKillSwitch = endpoint({
  name: 'getKillSwitch',
  method: 'GET',
  path: '/orders/kill_switch',
  reply: KillSwitch,
  failure: 'Error loading the kill switch',
  summary: 'Whether new orders are stopped.',
})

export const setKillSwitch = endpoint({
  name: 'setKillSwitch',
  method: 'POST',
  path: '/orders/kill_switch',
  body: z.strictObject({ is_on: z.boolean(), exit_positions: z._default(z.boolean(), true) }),
  reply: z.extend(KillSwitch, Swept.shape),
  failure: 'Error setting the kill switch',
  summary: 'Stops new orders, cancels open ones and leaves positions; or arms trading again.',
})

const RiskLimits = z.strictObject({
  orders_per_second: z.number(),
  orders_per_minute: z.number(),
  orders_per_day: z.number(),
  /** Rupees; a day that lost more stops new entries. */
  daily_loss: z.number(),
  open_positions: z.number(),
  open_orders: z.number(),
  order_value: z.number(),
  lots_per_order: z.number(),
  /** Percent from the last price that a limit price may lie away, for cash and futures and for options. */
  price_band: z.number(),
  option_price_band: z.number(),
})

export const getRiskLimits = endpoint({
  name: 'getRiskLimits',
  method: 'GET',
  path: '/orders/risk_limits',
  reply: RiskLimits,
  failure: 'Error loading risk limits',
  summary: 'The limits an order is checked against when it is accepted.',
})

export const setRiskLimits = endpoint({
  name: 'setRiskLimits',
  method: 'PUT',
  path: '/orders/risk_limits',
  body: z.partial(
    z.strictObject({
      daily_loss: z.number().check(z.positive(), z.maximum(1_000_000_000)),
      open_positions: z.int().check(z.minimum(1), z.maximum(500)),
      open_orders: z.int().check(z.minimum(1), z.maximum(1000)),
      order_value: z.number().check(z.positive(), z.maximum(1_000_000_000)),
      lots_per_order: z.int().check(z.minimum(1), z.maximum(10_000)),
      price_band: z.number().check(z.positive(), z.maximum(100)),
      option_price_band: z.number().check(z.positive(), z.maximum(500)),
    }),
  ),
  reply: RiskLimits,
  failure: 'Error saving risk limits',
  summary: 'Changes the limits that are the user’s to set.',
})
