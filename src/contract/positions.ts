import * as z from 'zod/mini'
import { products } from '../domain/order.ts'
import { endpoint } from './endpoint.ts'
import { InstrumentKey } from './instrument-key.ts'
import { Quantity, TransactionType } from './order-fields.ts'

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

export const convertPosition = endpoint({
  name: 'convertPosition',
  method: 'PUT',
  path: '/orders/positions',
  body: z.strictObject({
    sym: InstrumentKey,
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
