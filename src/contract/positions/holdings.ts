import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Exchange, Segment } from '../instruments/instrument-key.ts'
import { Product } from '../orders/order-fields.ts'

const HoldingRow = z.strictObject({
  sym: z.string(),
  tradingsymbol: z.string(),
  segment: Segment,
  exchange: Exchange,
  instrument_token: z.number(),
  product: Product,
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
  summary: 'Shares held overnight, with totals.',
})
