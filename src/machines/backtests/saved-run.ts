import { ApiError } from '../../contract/api-error.ts'
import type { getBacktest } from '../../contract/backtests.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import type { BacktestParams, BacktestResult } from '../../domain/backtests/backtest.ts'
import { type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import {
  type BacktestRow,
  cumulativeOf,
  failedRow,
  type LoadedRun,
  notRunRow,
  type RunFailure,
} from './backtest-rows.ts'
import type { SpanCut } from './backtest-symbol.ts'

type SavedRun = ReplyOf<typeof getBacktest>
type Json = Readonly<Record<string, unknown>>

/** Throws ApiError `malformed` for a record that this console cannot have saved. */
export const readSavedRun = (saved: SavedRun): LoadedRun => {
  const { cut, instruments, ...stored } = saved.backtestParams
  // Older runs have no slippage in ticks.
  const params = { slippageTicks: 0, ...stored }
  if (!isParams(params)) throw malformed(saved.slug, 'its parameters are not those of a backtest')
  const done = saved.records.map((record) => readRow(saved.slug, record))
  const rows = withMissing(done, readPlanned(instruments), readFailures(saved.cumulative))
  return {
    slug: saved.slug,
    params,
    rows,
    cut: isCut(cut) ? cut : null,
    cumulative: cumulativeOf({ rows, params }),
    ...(saved.cumulative === null || isCumulative(saved.cumulative) ? {} : { isCumulativeDamaged: true }),
  }
}

const isCumulative = (value: Json): boolean =>
  Array.isArray(value.dailyReturns) &&
  has(value, { symbols: 'number', finalPnl: 'number', finalCapital: 'number', maxCapUsed: 'number' })

/** In the original order. Older runs have no `planned` and list the symbols with a report. */
const withMissing = (
  done: readonly BacktestRow[],
  planned: readonly InstrumentId[],
  failures: readonly RunFailure[],
): readonly BacktestRow[] => {
  const doneOf = new Map(done.map((row) => [row.instrument, row]))
  const failureOf = new Map(failures.map((failure) => [failure.instrument, failure]))
  const rows = planned.map((instrument) => {
    const failure = failureOf.get(instrument)
    return doneOf.get(instrument) ?? (failure === undefined ? notRunRow(instrument) : failedRow(failure))
  })
  const isPlanned = new Set(planned)
  return [...rows, ...done.filter(({ instrument }) => !isPlanned.has(instrument))]
}

const readPlanned = (instruments: unknown): readonly InstrumentId[] =>
  Array.isArray(instruments)
    ? [...new Set(instruments)].flatMap((name) =>
        typeof name === 'string' ? (parseInstrumentId(name)?.id ?? []) : [],
      )
    : []

const readFailures = (cumulative: Json | null): readonly RunFailure[] =>
  Array.isArray(cumulative?.failures) ? cumulative.failures.filter(isFailure) : []

const isFailure = (value: unknown): value is RunFailure =>
  typeof value === 'object' &&
  value !== null &&
  has(value as Json, { instrument: 'string', reason: 'string' })

const readRow = (slug: string, record: SavedRun['records'][number]): BacktestRow => {
  const instrument = parseInstrumentId(record.segSym)
  const result = withRobustness(record.backtestResults[record.segSym])
  if (instrument === null) throw malformed(slug, `${record.segSym} is not an instrument`)
  if (!isResult(result)) throw malformed(slug, `the report of ${record.segSym} is incomplete`)
  return {
    instrument: instrument.id,
    state: 'saved',
    result: { ...result, backtestUuid: record._id },
    error: null,
    backtestUuid: record._id,
  }
}

/** Older runs call it `trust`. */
const withRobustness = (result: Json | undefined): Json | undefined => {
  if (result?.trust === undefined) return result
  const { trust, ...others } = result
  return { robustness: trust, ...others }
}

const malformed = (slug: string, what: string): ApiError =>
  new ApiError({ kind: 'malformed', issues: [`saved run ${slug}: ${what}`] })

const has = (value: Json, kinds: Readonly<Record<string, string>>): boolean =>
  Object.entries(kinds).every(([name, kind]) => typeof value[name] === kind)

/** The server stores records unchanged, so checking the outline is enough. */
const isParams = (value: Json): value is Json & BacktestParams =>
  has(value, {
    name: 'string',
    entry: 'object',
    exit: 'object',
    interval: 'string',
    from: 'string',
    to: 'string',
    size: 'object',
    capital: 'number',
  })

const isResult = (value: Json | undefined): value is Json & BacktestResult =>
  value !== undefined &&
  ['pnl', 'dailyReturns', 'tradeLog', 'remarks'].every((name) => Array.isArray(value[name])) &&
  has(value, { finalPnl: 'number', finalCapital: 'number', maxCapUsed: 'number', source: 'string' })

const isCut = (value: unknown): value is SpanCut =>
  typeof value === 'object' &&
  value !== null &&
  has(value as Json, { askedFrom: 'string', askedTo: 'string', cutDays: 'number' })
