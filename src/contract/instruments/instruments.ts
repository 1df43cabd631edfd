import * as z from 'zod/mini'
import { candleChoices } from '../../domain/charts/candle.ts'
import { intervals } from '../../domain/charts/interval.ts'
import { endpoint } from '../endpoint.ts'
import { IstDay } from '../ist-day.ts'
import { PriceBreak } from './imports.ts'
import { InstrumentKey } from './instrument-key.ts'

const Source = z.enum(['imported', 'simulated'])

/** Response header of `instrumentsList`: the version that previews and orders refer to. */
export const INSTRUMENTS_VERSION_HEADER = 'x-instruments-version'

export const instrumentsList = endpoint({
  name: 'instrumentsList',
  method: 'GET',
  base: 'config',
  path: '/instrumentsList',
  answerBytesMax: 4 * 1024 * 1024,
  reply: z.string(),
  replyType: 'csv',
  failure: 'Error fetching instruments',
  summary: 'The instrument master, one line each.',
})

/**
 * `source` as in `candleChoices`; sources are never mixed. A replay's market has its imported minutes. Reply
 * headers: `x-candle-source`, `x-candle-base` (stored interval used) and `x-candle-finest` (finest).
 */
export const getCandles = endpoint({
  name: 'getCandles',
  method: 'GET',
  base: 'instruments',
  path: '/candles',
  budget: 'candles',
  answerBytesMax: 'perCandle',
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
  rows: z.number(),
  /** IST days inside the query; null without candles. */
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  /** Everything stored at this interval or finer; null when nothing is. */
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

export const adjustStoredSeries = endpoint({
  name: 'adjustStoredSeries',
  method: 'POST',
  base: 'instruments',
  path: '/stored/adjust',
  body: z.strictObject({ key: InstrumentKey, interval: z.enum(intervals) }),
  reply: z.array(PriceBreak),
  failure: 'Error adjusting candles',
  summary:
    'Divides the stored prices before each gap that is like a split or bonus by its ratio. The gaps are answered.',
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

export const LastPrice = z.strictObject({
  key: z.string(),
  last_price: z.number(),
  close_price: z.number(),
  as_of: z.number(),
  source: Source,
  /** Closes of the current or latest session, oldest first. */
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

/** Times are ms since the epoch; phases are those of `domain/calendar/market-phase.ts`. */
export const MarketState = z.strictObject({
  source: Source,
  clock: z.enum(['real', 'always', 'accelerated']),
  speed: z.number(),
  market_time: z.number(),
  wall_time: z.number(),
  day: z.string(),
  calendar_version: z.string(),
  phases: z.strictObject({ auctioned: z.string(), continuous: z.string(), derivatives: z.string() }),
  next_change_at: z.nullable(z.number()),
  next_change_wall: z.nullable(z.number()),
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
