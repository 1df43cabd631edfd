import * as z from 'zod/mini'
import { candleChoices } from '../domain/candle.ts'
import { intervals } from '../domain/interval.ts'
import { endpoint } from './endpoint.ts'
import { PriceBreak } from './imports.ts'
import { InstrumentKey } from './instrument-key.ts'

const IstDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const Source = z.enum(['imported', 'simulated'])

/** Of the answer of `instrumentsList`: names what the list says, for previews and orders that are made of it. */
export const INSTRUMENTS_VERSION_HEADER = 'x-instruments-version'

/** Answers the CSV of the specification, header line first. */
export const instrumentsList = endpoint({
  name: 'instrumentsList',
  method: 'GET',
  base: 'config',
  path: '/instrumentsList',
  reply: z.string(),
  replyType: 'csv',
  failure: 'Error fetching instruments',
  summary: 'The instrument master, one line each.',
})

/**
 * `source=market`: candles of the market one trades on, which end at market time; a replay has those of its imported
 * minutes. `imported` and `simulated`: only those. Absent, as backtests ask: imported candles where any are stored for
 * the instrument, simulated ones otherwise. Never two sources in one answer.
 * Response headers `x-candle-source`, `x-candle-base` (the stored interval the answer was built from) and
 * `x-candle-finest` (the finest one there is).
 */
export const getCandles = endpoint({
  name: 'getCandles',
  method: 'GET',
  base: 'instruments',
  path: '/candles',
  query: z.strictObject({
    key: InstrumentKey,
    interval: z.enum(intervals),
    from: IstDay,
    to: IstDay,
    source: z.optional(z.enum(candleChoices)),
  }),
  reply: z.instanceof(ArrayBuffer),
  replyType: 'columns',
  failure: 'Error loading candles',
  summary:
    'Candles of one instrument as binary columns: of the market, imported or simulated ones by `source`; without it imported ones where there are any.',
})

export const Coverage = z.strictObject({
  key: z.string(),
  interval: z.enum(intervals),
  source: Source,
  /** Rows that a call of getCandles with the same query would answer. For simulated candles an exact forecast. */
  rows: z.number(),
  /** First and last IST day with candles inside the query, null when there are none. */
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  /** The whole of what is stored for the instrument at this interval or finer; null when nothing is. */
  stored_from: z.nullable(z.string()),
  stored_to: z.nullable(z.string()),
})

export const getCoverage = endpoint({
  name: 'getCoverage',
  method: 'GET',
  base: 'instruments',
  path: '/coverage',
  query: z.strictObject({
    key: InstrumentKey,
    interval: z.enum(intervals),
    from: IstDay,
    to: IstDay,
    source: z.optional(z.enum(candleChoices)),
  }),
  reply: Coverage,
  failure: 'Error loading candles',
  summary: 'How many candles a span holds, without sending them.',
})

export const StoredSeries = z.strictObject({
  key: z.string(),
  interval: z.enum(intervals),
  rows: z.number(),
  days: z.number(),
  first_day: z.string(),
  last_day: z.string(),
  imported_at: z.number(),
  /** Price breaks that prices before them were adjusted for. */
  adjusted: z.optional(z.array(PriceBreak)),
})

export const getStoredSeries = endpoint({
  name: 'getStoredSeries',
  method: 'GET',
  base: 'instruments',
  path: '/stored',
  reply: z.array(StoredSeries),
  failure: 'Error loading candles',
  summary: 'Every imported series.',
})

export const deleteStoredSeries = endpoint({
  name: 'deleteStoredSeries',
  method: 'DELETE',
  base: 'instruments',
  path: '/stored',
  query: z.strictObject({ key: InstrumentKey, interval: z.enum(intervals) }),
  failure: 'Error deleting candles',
  summary: 'Removes an imported series.',
})

/** Prices of the market clock: the last known price, the close of the session before, and how they came about. */
export const LastPrice = z.strictObject({
  key: z.string(),
  last_price: z.number(),
  close_price: z.number(),
  as_of: z.number(),
  source: Source,
  /** Closes of the current or latest session, oldest first, for a small line. */
  trail: z.array(z.number()),
})

export const getLastPrices = endpoint({
  name: 'getLastPrices',
  method: 'GET',
  base: 'instruments',
  path: '/last_prices',
  query: z.strictObject({ keys: z.string().check(z.maxLength(2000)) }),
  reply: z.array(LastPrice),
  failure: 'Error loading prices',
  summary: 'Last prices of a comma-separated list of instruments.',
})

/** What the market is doing. Times are milliseconds since the epoch; phases are those of `domain/market-phase.ts`. */
export const MarketState = z.strictObject({
  source: Source,
  clock: z.enum(['real', 'always', 'accelerated']),
  speed: z.number(),
  market_time: z.number(),
  wall_time: z.number(),
  /** Trading day in progress, or the next one. */
  day: z.string(),
  /** Of the holidays in force, which `getHolidays` lists. */
  calendar_version: z.string(),
  phases: z.strictObject({ auctioned: z.string(), continuous: z.string(), derivatives: z.string() }),
  /** Market time of the next change of a phase, and the wall time at which it comes. */
  next_change_at: z.nullable(z.number()),
  next_change_wall: z.nullable(z.number()),
  /** What a reader must know of this year's calendar, or null. */
  remark: z.nullable(z.string()),
})

export const getMarketState = endpoint({
  name: 'getMarketState',
  method: 'GET',
  base: 'instruments',
  path: '/market',
  reply: MarketState,
  failure: 'Error loading the market state',
  summary: 'The market clock, and what each group of instruments is doing.',
})
