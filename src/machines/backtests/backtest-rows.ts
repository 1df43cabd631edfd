import type { SnapshotFrom } from 'xstate'
import type {
  BacktestParams,
  BacktestResult,
  BacktestTrade,
  CumulativeBacktest,
} from '../../domain/backtests/backtest.ts'
import { cumulate } from '../../domain/backtests/cumulative.ts'
import type { CandleSource } from '../../domain/charts/candle.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { backtestSymbolMachine, SpanCut } from './backtest-symbol.ts'

export type RowState =
  | 'queued'
  | 'loadingCandles'
  | 'running'
  | 'saving'
  | 'saved'
  | 'saveFailed'
  | 'failed'
  | 'cancelled'
  /** The saved run ended before it reached this symbol. */
  | 'notRun'

export interface BacktestRow {
  readonly instrument: InstrumentId
  readonly state: RowState
  readonly result: BacktestResult | null
  readonly error: string | null
  readonly backtestUuid: string | null
}

export interface RunOnScreen {
  readonly slug: string | null
  readonly params: BacktestParams | null
  readonly rows: readonly BacktestRow[]
  readonly cut: SpanCut | null
  readonly cumulative: CumulativeBacktest | null
}

export type RunSource = CandleSource | 'mixed' | null

export type SymbolSnapshot = SnapshotFrom<typeof backtestSymbolMachine>

export interface LoadedRun extends RunOnScreen {
  readonly slug: string
  /** The saved cumulative figures are unreadable; those shown are recomputed from the reports. */
  readonly isCumulativeDamaged?: true
}

export const noRun: RunOnScreen = { slug: null, params: null, rows: [], cut: null, cumulative: null }
const inWork: readonly RowState[] = ['loadingCandles', 'running']

/** One symbol loads its candles while another one runs. */
const IN_WORK_MAX = 2

export const hasRoomForNext = (rows: readonly BacktestRow[]): boolean =>
  !rows.some(({ state }) => state === 'loadingCandles') &&
  rows.filter(({ state }) => inWork.includes(state)).length < IN_WORK_MAX
export const hasFinished = (row: BacktestRow): boolean =>
  !inWork.includes(row.state) && row.state !== 'queued' && row.state !== 'saving'

const emptyRow = (instrument: InstrumentId, state: RowState, error: string | null = null): BacktestRow => ({
  instrument,
  state,
  result: null,
  error,
  backtestUuid: null,
})

export const queuedRow = (instrument: InstrumentId): BacktestRow => emptyRow(instrument, 'queued')
export const notRunRow = (instrument: InstrumentId): BacktestRow => emptyRow(instrument, 'notRun')

export interface RunFailure {
  readonly instrument: InstrumentId
  readonly reason: string
}

export const failedRow = ({ instrument, reason }: RunFailure): BacktestRow =>
  emptyRow(instrument, 'failed', reason)

export const failuresOf = (rows: readonly BacktestRow[]): readonly RunFailure[] =>
  rows.flatMap(({ instrument, state, error }) =>
    state === 'failed' ? [{ instrument, reason: error ?? '' }] : [],
  )

export const withoutResult = (rows: readonly BacktestRow[]): readonly BacktestRow[] =>
  rows.filter(({ result }) => result === null)

export const withRow = (rows: readonly BacktestRow[], row: BacktestRow): readonly BacktestRow[] =>
  rows.map((known) => (known.instrument === row.instrument ? row : known))

export const rowOf = ({ value, context }: SymbolSnapshot): BacktestRow => ({
  instrument: context.instrument,
  state: value,
  result: context.result,
  error: context.message,
  backtestUuid: context.backtestUuid,
})

export const sourceOf = (rows: readonly BacktestRow[]): RunSource => {
  const sources = new Set(rows.flatMap((row) => (row.result === null ? [] : [row.result.source])))
  const [first] = sources
  return sources.size > 1 ? 'mixed' : (first ?? null)
}

export const cumulativeOf = ({
  rows,
  params,
}: Pick<RunOnScreen, 'rows' | 'params'>): CumulativeBacktest | null => {
  const results = rows.flatMap(({ instrument, result }) => (result === null ? [] : [{ instrument, result }]))
  return params === null || results.length === 0 ? null : cumulate(results, params.capital)
}

/** Names a trade among those of all symbols of a run. */
export const tradeKey = (instrument: InstrumentId, index: number): string => `${instrument}#${index}`

interface TradeOfRun {
  readonly instrument: InstrumentId
  readonly result: BacktestResult
  readonly trade: BacktestTrade
}

export const findTrade = (rows: readonly BacktestRow[], key: string): TradeOfRun | null => {
  const [named, index = ''] = key.split('#')
  const row = rows.find(({ instrument }) => instrument === named)
  const trade = row?.result?.tradeLog[Number(index)]
  if (!row?.result || trade === undefined) return null
  return { instrument: row.instrument, result: row.result, trade }
}
