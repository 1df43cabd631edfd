import * as z from 'zod/mini'
import { entryPeriods, stopTargetTypes } from '../domain/backtests/backtest.ts'
import { intervals } from '../domain/charts/interval.ts'
import { type InstrumentId, segments } from '../domain/instruments/instrument.ts'
import { sides } from '../domain/orders/order.ts'
import {
  entryTypes,
  exitTypes,
  legExpiries,
  legStopTypes,
  legTypes,
  quantityBases,
  subCategories,
  trends,
} from '../domain/strategies/strategy.ts'
import { strategySlugPattern } from '../domain/strategies/strategy-slug.ts'
import { endpoint } from './endpoint.ts'
import { Product } from './orders/order-fields.ts'
import { isPlain } from './plain-text.ts'

const MB = 1024 * 1024

export const StrategySlug = z.string().check(z.regex(strategySlugPattern), z.maxLength(120))

/** Made by whoever saves first, so that saving again after a lost answer adds nothing. */
export const StrategyUuid = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
      'expected a UUID in lower case',
    ),
  )

const segSymPattern = new RegExp(`^(?:${segments.join('|')})_[^<>"'\`\\\\]{1,50}$`)
export const SegSym = z
  .string()
  .check(
    z.regex(segSymPattern, 'expected segment_symbol, such as NSE_RELIANCE'),
    isPlain,
  ) as unknown as z.ZodMiniType<InstrumentId, InstrumentId>

// Shapes and bounds only: `checkStrategy` checks the contents and says in words what is wrong.
const Text = z.string().check(z.maxLength(200))
const Logic = z._default(z.string().check(z.maxLength(8_000)), '')
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected HH:MM'))
const OptionalClock = z._default(z.nullable(Clock), null)
const OptionalNumber = z._default(z.nullable(z.number()), null)
export const Version = z.int().check(z.minimum(1), z.maximum(1_000_000))

const sharedFields = {
  algo_name: Text,
  interval: z.enum(intervals),
  product: Product,
  quantity: z.strictObject({ by: z.enum(quantityBases), value: z.number() }),
  entry_type: z.enum(entryTypes),
  entry_time: OptionalClock,
  exit_type: z.enum(exitTypes),
  exit_time: OptionalClock,
  trading_start_time: Clock,
  trading_stop_time: Clock,
  sub_category: z.enum(subCategories),
  trend: z.enum(trends),
  note: z._default(z.string().check(z.maxLength(4_000)), ''),
}

const equityFields = {
  category: z._default(z.literal('equity'), 'equity'),
  ...sharedFields,
  seg_syms: z.array(SegSym).check(z.maxLength(200)),
  position: z.enum(sides),
  entry_logic: Logic,
  exit_logic: Logic,
  stop_loss: OptionalNumber,
  target_profit: OptionalNumber,
  tpsl_type: z._default(z.enum(stopTargetTypes), 'pct'),
  trailing: z.exactOptional(z.strictObject({ distance: z.number(), after: OptionalNumber })),
  entries: z.exactOptional(z.strictObject({ per: z.enum(entryPeriods), most: z.number() })),
  losses_in_a_row: z.exactOptional(z.number()),
}

const Leg = z.strictObject({
  position: z.enum(sides),
  type: z.enum(legTypes),
  expiry: z._default(z.enum(legExpiries), 'current'),
  atm: OptionalNumber,
  delta: OptionalNumber,
  premium: OptionalNumber,
  quantity: z.number(),
  stop_loss: OptionalNumber,
  target_profit: OptionalNumber,
  tpsl_type: z._default(z.enum(legStopTypes), 'pct'),
})

const UnderlyingRules = z.array(z.strictObject({ seg_sym: SegSym, logic: Logic })).check(z.maxLength(200))

const optionsFields = {
  category: z._default(z.literal('options'), 'options'),
  ...sharedFields,
  legs: z.array(Leg).check(z.maxLength(40)),
  entry_underlyings: UnderlyingRules,
  exit_underlyings: z._default(UnderlyingRules, []),
  combined_sl: OptionalNumber,
  combined_tp: OptionalNumber,
  lock_profit: z.exactOptional(z.strictObject({ at: z.number(), keep: z.number() })),
}

export const EquityBody = z.strictObject(equityFields)
export const OptionsBody = z.strictObject(optionsFields)

/** Absent for a new strategy. `version` is the one that the change was made from; absent: the newest. */
const changeFields = {
  slug: z.optional(StrategySlug),
  algo_uuid: z.optional(StrategyUuid),
  version: z.optional(Version),
}

const savedFields = {
  slug: z.string(),
  algo_uuid: z.string(),
  version: z.number(),
  /** The newest version, which is more than `version` where an older one was asked for. */
  latest_version: z.number(),
  is_sample: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
}

export const StrategyReply = z.discriminatedUnion('category', [
  z.strictObject({ ...savedFields, ...equityFields, category: z.literal('equity') }),
  z.strictObject({ ...savedFields, ...optionsFields, category: z.literal('options') }),
])

export const getStrategy = endpoint({
  name: 'getStrategy',
  method: 'GET',
  path: '/strategy',
  query: z.strictObject({
    slug: StrategySlug,
    version: z.optional(z.string().check(z.regex(/^\d{1,7}$/, 'expected a version number'))),
  }),
  reply: StrategyReply,
  failure: 'Error loading strategy',
  summary: "A strategy of the user's, or a sample; without `version` the newest.",
})

const saved = z.strictObject({ slug: z.string(), algo_uuid: z.string(), version: z.number() })

const saveSummary =
  'Saves a new strategy, or a new version of `slug`. 409 `VERSION_CONFLICT` if a newer version than `version` exists.'

export const saveEquityStrategy = endpoint({
  name: 'saveEquityStrategy',
  method: 'POST',
  path: '/strategy/eq',
  body: z.strictObject({ ...changeFields, ...equityFields }),
  reply: saved,
  failure: 'Error saving strategy',
  summary: saveSummary,
})

export const saveOptionsStrategy = endpoint({
  name: 'saveOptionsStrategy',
  method: 'POST',
  path: '/strategy/opt',
  body: z.strictObject({ ...changeFields, ...optionsFields }),
  reply: saved,
  failure: 'Error saving strategy',
  summary: saveSummary,
})

const deletedQuery = z.strictObject({ algo_uuid: StrategyUuid })

export const deleteEquityStrategy = endpoint({
  name: 'deleteEquityStrategy',
  method: 'DELETE',
  path: '/strategy/eq',
  query: deletedQuery,
  failure: 'Error deleting strategy',
  summary: 'Deletes an equity strategy; it can be restored for 30 days.',
})

export const deleteOptionsStrategy = endpoint({
  name: 'deleteOptionsStrategy',
  method: 'DELETE',
  path: '/strategy/opt',
  query: deletedQuery,
  failure: 'Error deleting strategy',
  summary: 'Deletes an options strategy; it can be restored for 30 days.',
})

export const restoreStrategy = endpoint({
  name: 'restoreStrategy',
  method: 'POST',
  path: '/strategy/restore',
  body: z.strictObject({ algo_uuid: StrategyUuid }),
  reply: saved,
  failure: 'Error restoring strategy',
  summary: 'Brings a deleted strategy back.',
})

export const copyStrategy = endpoint({
  name: 'copyStrategy',
  method: 'POST',
  path: '/strategy/copy',
  body: z.strictObject({
    slug: StrategySlug,
    /** Absent: the name of the original and a number. */
    algo_name: z.optional(Text),
    /** Chosen by the caller, so that copying again after a lost answer adds nothing. */
    algo_uuid: z.optional(StrategyUuid),
  }),
  reply: saved,
  failure: 'Error copying strategy',
  summary: "Copies a strategy of the user's, or a sample, to the user's own.",
})

export const listVersions = endpoint({
  name: 'listStrategyVersions',
  method: 'GET',
  path: '/strategy/versions',
  answerBytesMax: 2 * MB,
  query: z.strictObject({ slug: StrategySlug }),
  reply: z.array(
    z.strictObject({
      version: z.number(),
      saved_at: z.number(),
      /** Changes since the version before, a sentence each; empty for the first. */
      changes: z.array(z.string()),
    }),
  ),
  failure: 'Error loading strategy',
  summary: 'The newest 50 versions of a strategy, newest first, with what changed.',
})

export const strategySorts = ['updated', 'created', 'name', 'return', 'drawdown'] as const
const sortPattern = new RegExp(`^-?(${strategySorts.join('|')})$`)

const listOf = (allowed: readonly string[]) => {
  const word = `(?:${allowed.join('|')})`
  const pattern = new RegExp(`^${word}(?:,${word})*$`)
  return z
    .string()
    .check(z.maxLength(200), z.regex(pattern, `expected ${allowed.join(', ')}, separated by commas`))
}

/** Newest backtest of any version. Percent; `curve` is the cumulative return at even distances. */
export const LastBacktest = z.strictObject({
  slug: z.string(),
  version: z.number(),
  at: z.number(),
  symbols: z.number(),
  from: z.string(),
  to: z.string(),
  final_pnl: z.number(),
  return: z.nullable(z.number()),
  max_draw: z.nullable(z.number()),
  sharpe: z.nullable(z.number()),
  trades: z.number(),
  wins: z.number(),
  curve: z.array(z.number()),
})

export const StrategyEntry = z.strictObject({
  slug: z.string(),
  algo_uuid: z.string(),
  algo_name: z.string(),
  category: z.enum(['equity', 'options']),
  version: z.number(),
  sub_category: z.enum(subCategories),
  trend: z.enum(trends),
  note: z.string(),
  interval: z.enum(intervals),
  seg_syms: z.array(SegSym),
  /** In words: `rsi(14) < 30`, `at 09:20`, `at once`. */
  entry: z.string(),
  exit: z.string(),
  legs: z.array(z.string()),
  /** `long · MIS · 1 lot`. */
  terms: z.string(),
  last_backtest: z.nullable(LastBacktest),
  is_sample: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
})

export const listStrategies = endpoint({
  name: 'listStrategies',
  method: 'GET',
  path: '/strategy/all',
  answerBytesMax: MB,
  query: z.strictObject({
    page: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
    /** Descending with a leading `-`; `-updated` if absent. */
    sort: z.optional(z.string().check(z.regex(sortPattern, `expected ${strategySorts.join(', ')}`))),
    search: z.optional(z.string().check(z.maxLength(120))),
    sub_category: z.optional(listOf(subCategories)),
    trend: z.optional(listOf(trends)),
    sample: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.strictObject({
    current_page: z.number(),
    data: z.array(StrategyEntry),
    per_page: z.number(),
    total: z.number(),
    total_pages: z.number(),
    /** With the search and sub-categories asked for, over all trends. */
    trend_counts: z.strictObject({
      bullish: z.number(),
      bearish: z.number(),
      neutral: z.number(),
      others: z.number(),
    }),
  }),
  failure: 'Error loading strategies',
  summary: "The user's strategies, or the samples, 20 a page unless `limit` says otherwise.",
})
