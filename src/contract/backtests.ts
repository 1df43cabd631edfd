import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { InstrumentKey } from './instruments/instrument-key.ts'
import { AlgoUuid } from './orders/order-fields.ts'

export const RecordId = z.string().check(z.regex(/^(?!0{24})[0-9a-f]{24}$/))
export const RunSlug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(120))

/** `BacktestParams` or `BacktestResult`, as the engine wrote it. */
const JsonObject = z.record(z.string(), z.unknown())

export const BacktestRecord = z.strictObject({
  _id: z.string(),
  seg_sym: z.string(),
  algo_uuid: z.string(),
  user_uuid: z.string(),
  backtest_params: JsonObject,
  /** Keyed by `segment_symbol`. */
  backtest_results: z.record(z.string(), JsonObject),
  created_at: z.number(),
  updated_at: z.number(),
  slug: z.string(),
})

const MB = 1024 * 1024

/** A report has a row per candle and an object per trade. */
const reportLimits = { bytes: 8 * MB, keys: 1_000_000, items: 1_000_000 }

/** The console chooses the slug, so saving the same run again changes nothing. */
export const saveBacktest = endpoint({
  name: 'saveBacktest',
  method: 'POST',
  path: '/backtest/save',
  bodyLimits: reportLimits,
  body: z.strictObject({
    slug: RunSlug,
    seg_sym: InstrumentKey,
    algo_uuid: AlgoUuid,
    backtest_params: JsonObject,
    backtest_results: z.record(z.string(), JsonObject),
  }),
  reply: RecordId,
  failure: 'Error saving backtest',
  summary: 'Saves the report of one symbol of a run; returns its id.',
})

export const saveCumulativeBacktest = endpoint({
  name: 'saveCumulativeBacktest',
  method: 'POST',
  path: '/backtest/save_cumulative',
  bodyLimits: reportLimits,
  body: z.strictObject({ slug: RunSlug, cumulative: JsonObject }),
  reply: RecordId,
  failure: 'Error saving backtest',
  summary: 'Saves the figures over all symbols of a run.',
})

export const SavedRun = z.strictObject({
  slug: z.string(),
  backtest_params: JsonObject,
  records: z.array(BacktestRecord),
  cumulative: z.nullable(JsonObject),
  created_at: z.number(),
  updated_at: z.number(),
})

export const getBacktest = endpoint({
  name: 'getBacktest',
  method: 'GET',
  path: '/backtest/get',
  answerBytesMax: 32 * MB,
  query: z.strictObject({ slug: RunSlug }),
  reply: SavedRun,
  failure: 'Error loading backtest data',
  summary: 'A saved run with the report of every symbol.',
})

export const getSingleBacktest = endpoint({
  name: 'getSingleBacktest',
  method: 'GET',
  path: '/backtest/get_single',
  answerBytesMax: 8 * MB,
  query: z.strictObject({ slug: RunSlug, seg_sym: InstrumentKey }),
  reply: BacktestRecord,
  failure: 'Error fetching single backtest',
  summary: 'The report of one symbol of a saved run.',
})

export const BacktestMeta = z.strictObject({
  backtest_uuid: z.string(),
  slug: z.string(),
  name: z.string(),
  seg_syms: z.array(z.string()),
  /** Symbols the run began with; more than `seg_syms` if it was interrupted. */
  symbols: z.number(),
  interval: z.string(),
  from: z.string(),
  to: z.string(),
  entry: z.string(),
  final_pnl: z.nullable(z.number()),
  trades: z.number(),
  source: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})

export const getBacktestMeta = endpoint({
  name: 'getBacktestMeta',
  method: 'GET',
  path: '/backtest/get_meta',
  query: z.strictObject({ backtest_uuid: RecordId }),
  reply: BacktestMeta,
  failure: 'Error loading backtest meta',
  summary: 'The parameters of a saved run, without its report.',
})

export const listBacktests = endpoint({
  name: 'listBacktests',
  method: 'GET',
  path: '/backtest/all',
  answerBytesMax: MB,
  query: z.strictObject({
    page: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
    search: z.optional(z.string().check(z.maxLength(120))),
  }),
  reply: z.strictObject({
    current_page: z.number(),
    data: z.array(BacktestMeta),
    per_page: z.number(),
    total: z.number(),
    total_pages: z.number(),
  }),
  failure: 'Error loading backtest data',
  summary: 'Saved runs, newest first.',
})

export const deleteBacktest = endpoint({
  name: 'deleteBacktest',
  method: 'DELETE',
  path: '/backtest',
  query: z.strictObject({ slug: RunSlug }),
  failure: 'Error deleting backtest',
  summary: 'Removes a saved run.',
})
