import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Exchange, InstrumentKey, Segment } from '../instruments/instrument-key.ts'
import { Product, Quantity, TransactionType } from '../orders/order-fields.ts'

const PositionRow = z.strictObject({
  sym: z.string(),
  tradingsymbol: z.string(),
  segment: Segment,
  exchange: Exchange,
  instrument_token: z.number(),
  product: Product,
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
    /** Market time of the prices, ms since the epoch. */
    as_of: z.number(),
  }),
  failure: 'Error loading positions',
  summary: 'Positions of the day: net, with carried positions, and day only. Summed over fills.',
})

export const getDayPnl = endpoint({
  name: 'getDayPnl',
  method: 'GET',
  path: '/orders/positions/day-pnl',
  reply: z.strictObject({
    day: z.string(),
    /** Market time, ms since the epoch, of the longest session of the day. */
    opens_at: z.number(),
    closes_at: z.number(),
    as_of: z.number(),
    /** The opening, the end of each minute, and now or the close. Empty before the opening. */
    at: z.array(z.number()),
    /** Rupees at each instant; carried positions count from the previous close. */
    total: z.array(z.number()),
    realised: z.array(z.number()),
    /** Trades that made a position flat, with the gain since it was last flat. */
    closed: z.array(z.strictObject({ at: z.number(), sym: z.string(), pnl: z.number() })),
    /** Instruments without candles today, valued at their last known price. */
    unpriced: z.array(z.string()),
  }),
  failure: 'Error loading the day',
  summary: 'Day P&L by minute over all positions, before charges.',
})

export const convertPosition = endpoint({
  name: 'convertPosition',
  method: 'PUT',
  path: '/orders/positions',
  body: z.strictObject({
    sym: InstrumentKey,
    transaction_type: TransactionType,
    position_type: z.enum(['day', 'overnight']),
    quantity: Quantity,
    old_product: Product,
    new_product: Product,
  }),
  reply: z.strictObject({ is_converted: z.boolean() }),
  failure: 'Error converting position',
  summary: 'Moves a position to another product at its average price.',
})
