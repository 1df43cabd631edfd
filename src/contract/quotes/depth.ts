import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { InstrumentKey } from '../instruments/instrument-key.ts'

const Level = z.strictObject({ price: z.number(), quantity: z.number(), orders: z.number() })

export const getDepth = endpoint({
  name: 'getDepth',
  method: 'GET',
  base: 'instruments',
  path: '/depth',
  query: z.strictObject({ key: InstrumentKey }),
  reply: z.strictObject({
    key: z.string(),
    /** Best first, at most five, in rupees and units; empty for an index. */
    bids: z.array(Level),
    asks: z.array(Level),
    buy_quantity: z.number(),
    sell_quantity: z.number(),
    last_price: z.number(),
    last_quantity: z.number(),
    average_price: z.nullable(z.number()),
    day_open: z.number(),
    day_high: z.number(),
    day_low: z.number(),
    close_price: z.number(),
    volume: z.number(),
    open_interest: z.number(),
    lower_circuit: z.nullable(z.number()),
    upper_circuit: z.nullable(z.number()),
    prints: z.array(z.strictObject({ at: z.number(), price: z.number(), quantity: z.number() })),
    as_of: z.number(),
  }),
  failure: 'Error loading market depth',
  summary: 'Five levels of both sides, day figures and the last trades of one instrument.',
})
