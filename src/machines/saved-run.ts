import { ApiError } from '../contract/api-error.ts'
import type { getBacktest } from '../contract/backtests.ts'
import type { ReplyOf } from '../contract/call-types.ts'
import type { BacktestParams, BacktestResult } from '../domain/backtest.ts'
import { parseInstrumentId } from '../domain/instrument.ts'
import { type BacktestRow, cumulativeOf, type RunOnScreen } from './backtest-rows.ts'
import type { SpanCut } from './backtest-symbol.ts'

type SavedRun = ReplyOf<typeof getBacktest>
type Json = Readonly<Record<string, unknown>>

/** A saved run as its screen shows it. Throws ApiError `malformed` for a record that this console cannot have saved. */
export const readSavedRun = (saved: SavedRun): RunOnScreen & { readonly slug: string } => {
  const { cut, ...stored } = saved.backtestParams
  // Runs were saved before slippage was counted in ticks too.
  const params = { slippageTicks: 0, ...stored }
  if (!isParams(params)) throw malformed(saved.slug, 'its parameters are not those of a backtest')
  const rows = saved.records.map((record) => readRow(saved.slug, record))
  return {
    slug: saved.slug,
    params,
    rows,
    cut: isCut(cut) ? cut : null,
    cumulative: cumulativeOf({ rows, params }),
  }
}

const readRow = (slug: string, record: SavedRun['records'][number]): BacktestRow => {
  const instrument = parseInstrumentId(record.segSym)
  const result = record.backtestResults[record.segSym]
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

const malformed = (slug: string, what: string): ApiError =>
  new ApiError({ kind: 'malformed', issues: [`saved run ${slug}: ${what}`] })

const has = (value: Json, kinds: Readonly<Record<string, string>>): boolean =>
  Object.entries(kinds).every(([name, kind]) => typeof value[name] === kind)

/** The server keeps what a console sent as it came, so the outline is enough to know one of ours. */
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
