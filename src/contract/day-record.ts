import * as z from 'zod/mini'
import { dashboardBooks } from '../domain/analysis/dashboard-address.ts'
import { products, sides } from '../domain/orders/order.ts'
import { endpoint } from './endpoint.ts'
import { failures } from './failures.ts'
import { IstDay } from './ist-day.ts'

const MB = 1024 * 1024

/** `time` is the start of each minute that has a candle, in ms since the epoch. */
const Minutes = z.strictObject({ time: z.array(z.number()), close: z.array(z.number()) })

export const getDayRecord = endpoint({
  name: 'dayRecord',
  method: 'GET',
  path: '/day-record',
  answerBytesMax: 8 * MB,
  query: z.strictObject({
    book: z.enum(dashboardBooks),
    day: IstDay,
  }),
  reply: z.strictObject({
    /** Market time, ms since the epoch, of the longest session; both are null on a day without one. */
    opens_at: z.nullable(z.number()),
    closes_at: z.nullable(z.number()),
    as_of: z.number(),
    instruments: z.array(
      z.strictObject({
        sym: z.string(),
        /** Signed units that were carried into the day. */
        overnight_quantity: z.number(),
        previous_close: z.number(),
        /** Fills, oldest first, and at the close what was settled without one. `value` in rupees. */
        trades: z.array(
          z.strictObject({
            at: z.number(),
            side: z.enum(sides),
            quantity: z.number(),
            value: z.number(),
          }),
        ),
        /** Null for an instrument without candles on that day. */
        minutes: z.nullable(Minutes),
      }),
    ),
    /** Carried into the day or placed on it, whatever became of them. */
    orders: z.array(
      z.strictObject({
        id: z.string(),
        sym: z.string(),
        side: z.enum(sides),
        product: z.enum(products),
        order_type: z.string(),
        /** The last of each instant, oldest first. */
        steps: z.array(
          z.strictObject({
            at: z.number(),
            status: z.string(),
            price: z.nullable(z.number()),
            trigger_price: z.nullable(z.number()),
            quantity: z.number(),
          }),
        ),
        fills: z.array(z.strictObject({ at: z.number(), quantity: z.number() })),
      }),
    ),
    /** NIFTY 50. */
    index: z.nullable(Minutes),
  }),
  failure: failures.dayRecord,
  summary: 'What an account held, traded and had ordered at each instant of a day, with the prices of then.',
})
