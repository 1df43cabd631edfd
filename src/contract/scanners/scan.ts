import * as z from 'zod/mini'
import { scanIntervals, scanMoments } from '../../domain/scanners/scan.ts'
import { endpoint } from '../endpoint.ts'
import { SegSym } from '../strategies.ts'

const MB = 1024 * 1024

const Interval = z.enum(scanIntervals)
const Logic = z.string().check(z.minLength(1), z.maxLength(8_000))
/** `NIFTY500`, `fno`, `nse`, `watchlist Tech`, or `NSE_INFY,NSE_TCS`. */
const Universe = z.string().check(z.minLength(3), z.maxLength(4_000))

/** A scan as it is typed. `moment` is the candle in progress unless `close` is said. */
const terms = {
  logic: Logic,
  universe: Universe,
  interval: Interval,
  moment: z._default(z.enum(scanMoments), 'live'),
}

const Value = z.strictObject({ text: z.string(), value: z.nullable(z.number()) })

const price = { seg_sym: SegSym, last_price: z.number(), day_change: z.number() }

const ScanReply = z.strictObject({
  found: z.array(
    z.strictObject({
      ...price,
      matched_at: z.number(),
      since: z.nullable(z.number()),
      values: z.array(Value),
      trail: z.array(z.number()),
    }),
  ),
  unknown: z.array(z.strictObject({ seg_sym: SegSym, reason: z.string() })),
  parts: z.array(z.strictObject({ text: z.string(), true_for: z.number() })),
  total: z.number(),
  /** Symbols whose candles are still being read: ask again. */
  loading: z.number(),
  as_of: z.number(),
  took: z.number(),
})

export const scanMarket = endpoint({
  name: 'scan',
  method: 'POST',
  base: 'scan',
  path: '/scan',
  effect: 'reads',
  answerBytesMax: 4 * MB,
  body: z.strictObject(terms),
  reply: ScanReply,
  failure: 'Error Scanning',
  summary:
    'Symbols for which a rule is true, those for which it cannot be known, and how many each part is true for.',
})

export const scanMisses = endpoint({
  name: 'scanMisses',
  method: 'POST',
  base: 'scan',
  path: '/misses',
  effect: 'reads',
  body: z.strictObject(terms),
  reply: z.strictObject({
    misses: z.array(
      z.strictObject({
        ...price,
        /** The comparison that keeps it from being true, its first operand and that operand's value. */
        part: z.string(),
        operand: z.string(),
        value: z.nullable(z.number()),
        /** The nearest next close at which the rule is true, in rupees, and percent from the last price. */
        price: z.number(),
        goes: z.number(),
      }),
    ),
    loading: z.number(),
  }),
  failure: 'Error Scanning',
  summary: 'Symbols for which a rule is nearly true, by how far the price has to go.',
})

export const scanWhy = endpoint({
  name: 'scanWhy',
  method: 'POST',
  base: 'scan',
  path: '/why',
  effect: 'reads',
  body: z.strictObject({ ...terms, seg_sym: SegSym }),
  reply: z.strictObject({
    ...price,
    parts: z.array(
      z.strictObject({
        depth: z.number(),
        text: z.string(),
        is_true: z.nullable(z.boolean()),
        left: z.nullable(z.number()),
        right: z.nullable(z.number()),
      }),
    ),
    ranges: z.array(z.strictObject({ from: z.number(), to: z.number() })),
    price: z.nullable(z.number()),
    goes: z.nullable(z.number()),
    low: z.number(),
    high: z.number(),
    assumes_volume: z.boolean(),
    candles: z.array(
      z.strictObject({
        at: z.number(),
        open: z.number(),
        high: z.number(),
        low: z.number(),
        close: z.number(),
      }),
    ),
    as_of: z.number(),
  }),
  failure: 'Error Scanning',
  summary: 'A rule part by part for one symbol, and the next closes at which it would be true.',
})

/** Percent of the close at which it was found. */
const Outcome = z.strictObject({
  days: z.number(),
  cases: z.number(),
  lower_quartile: z.number(),
  median: z.number(),
  upper_quartile: z.number(),
  higher: z.number(),
})

export const scanHistory = endpoint({
  name: 'scanHistory',
  method: 'POST',
  base: 'scan',
  path: '/history',
  effect: 'reads',
  body: z.strictObject(terms),
  reply: z.strictObject({
    days: z.array(z.strictObject({ at: z.number(), found: z.number() })),
    found: z.array(Outcome),
    universe: z.array(Outcome),
    loading: z.number(),
  }),
  failure: 'Error Scanning',
  summary: 'How many symbols a rule found at each of the last 250 candles, and what they did afterwards.',
})
