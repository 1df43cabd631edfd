import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { InstrumentKey } from './instrument-key.ts'

const Level = z.strictObject({ price: z.number(), quantity: z.number(), orders: z.number() })

export const getDepth = endpoint({
  name: 'getDepth',
  method: 'GET',
  base: 'instruments',
  path: '/depth',
  query: z.strictObject({ key: InstrumentKey }),
  reply: z.strictObject({
    key: z.string(),
    /** Best first, five at most; both empty of an index. Rupees, units. */
    bids: z.array(Level),
    asks: z.array(Level),
    /** Units wanted on each side, over all levels that are known. */
    buy_quantity: z.number(),
    sell_quantity: z.number(),
    last_price: z.number(),
    last_quantity: z.number(),
    /** Volume-weighted over the day; null of an index. */
    average_price: z.nullable(z.number()),
    day_open: z.number(),
    day_high: z.number(),
    day_low: z.number(),
    close_price: z.number(),
    volume: z.number(),
    open_interest: z.number(),
    lower_circuit: z.nullable(z.number()),
    upper_circuit: z.nullable(z.number()),
    /** Newest first. */
    prints: z.array(z.strictObject({ at: z.number(), price: z.number(), quantity: z.number() })),
    as_of: z.number(),
  }),
  failure: 'Error loading market depth',
  summary: 'Five levels of both sides, the day in figures and the last prints of one instrument.',
})
