import {
  type BacktestRequest,
  type BacktestResult,
  entersAtClose,
  leavesAtClose,
} from '../../domain/backtests/backtest.ts'
import type { RawTrade } from '../../domain/backtests/charged-trades.ts'
import { candleFindings } from '../../domain/backtests/robustness/candle-findings.ts'
import {
  breakEvenOf,
  figuresOfReport,
  figuresUnder,
  modelOf,
  requestUnder,
} from '../../domain/backtests/robustness/fill-band.ts'
import {
  cutLimits,
  cutsOf,
  lookAheadsOf,
  type Signals,
} from '../../domain/backtests/robustness/look-ahead.ts'
import {
  byGravity,
  type Evidence,
  type Finding,
  fillModels,
  type Robustness,
} from '../../domain/backtests/robustness/robustness.ts'
import { tradeFindings } from '../../domain/backtests/robustness/trade-findings.ts'
import { dayEndsOf } from '../../domain/backtests/sweep/sweep-figures.ts'
import { type Candles, sliceCandles } from '../../domain/charts/candle.ts'
import type { Traded } from '../backtest/trade-columns.ts'
import type { KernelMemory } from '../kernel-host.ts'
import { putChart } from '../program/chart.ts'
import { type Columns, evaluate } from '../program/evaluate.ts'
import { sessionGroupOf } from '../program/higher-timeframe.ts'
import { noOthers, type OtherSeries, othersUntil } from '../program/other-series.ts'
import type { Program, StepId } from '../program/steps.ts'

export interface Compiled {
  readonly program: Program
  readonly entry: StepId
  readonly exit: StepId
  readonly others?: OtherSeries
}

/** Flags are one byte each; every number taken holds eight of them. */
const signalsAt = (
  memory: KernelMemory,
  { entry, exit }: Compiled,
  columns: Columns,
  rows: number,
): Signals => {
  const bytes = (step: StepId) =>
    new Uint8Array(memory.take(columns(step), Math.ceil(rows / 8)).buffer, 0, rows)
  return { entry: bytes(entry), exit: bytes(exit) }
}

/** `columns` are of the full run; each cut is evaluated on copies that end with it, so that nothing behind it can be read. */
export const lookAheadIn = (
  memory: KernelMemory,
  compiled: Compiled,
  candles: Candles,
  columns: Columns,
  cuts: readonly number[],
): readonly Evidence[] => {
  const most = cuts.at(-1)
  if (most === undefined) return []
  const signalsOf = (rows: number): Signals => {
    const part = sliceCandles(candles, 0, rows)
    const chart = putChart(memory, part)
    const others = othersUntil(memory, compiled.others ?? noOthers, part.time[rows - 1] ?? 0)
    return signalsAt(memory, compiled, evaluate(memory, compiled.program, part, chart, others), rows)
  }
  return lookAheadsOf(signalsAt(memory, compiled, columns, most), signalsOf, cuts, candles.time)
}

function* decidedRows({ params }: BacktestRequest, trades: readonly RawTrade[]): Generator<number> {
  const entryDelay = entersAtClose(params) ? 0 : 1
  const exitDelay = leavesAtClose(params) ? 0 : 1
  for (const { entryRow, exitRow, reason } of trades) {
    yield entryRow - entryDelay
    if (reason === 'signal') yield exitRow - exitDelay
  }
}

export const cutsFor = (
  request: BacktestRequest,
  trades: readonly RawTrade[],
  rows: number,
  lookedAt: 'beginning' | 'whole',
): readonly number[] => cutsOf(decidedRows(request, trades), rows, cutLimits[lookedAt])

interface RobustnessInput {
  readonly request: BacktestRequest
  readonly candles: Candles
  readonly first: number
  readonly last: number
  readonly trades: readonly RawTrade[]
  readonly traded: Traded
  readonly lookAheads: readonly Evidence[]
  readonly remarked: readonly Finding[]
  readonly report: BacktestResult
}

export const robustnessOf = (input: RobustnessInput): Robustness => {
  const { request, candles, first, last, traded, report } = input
  const { params, contract } = request
  const ends = dayEndsOf(candles.time, first, last)
  const price = candles.close[first] ?? 0
  const chosen = modelOf(params)
  const band = fillModels.flatMap((model) => {
    if (model === chosen) return [figuresOfReport(model, report)]
    const trades = traded[model]
    if (trades === null) return []
    return [figuresUnder(model, { request: requestUnder(request, model, price), candles, ends, trades })]
  })
  const own = traded[chosen]
  if (own === null) throw new Error(`the trades of ${chosen} are not there`)
  // Shares need no more candles than the shortest session has.
  const group = contract.chargedAs === 'equity' ? 'auctioned' : sessionGroupOf(contract.instrument)
  const { interval, from, to } = params
  return {
    band,
    breakEvenBps: breakEvenOf(report, own),
    findings: byGravity([
      ...lookAheadFindings(input.lookAheads),
      ...input.remarked,
      ...tradeFindings(input),
      ...candleFindings({
        candles,
        first,
        last,
        ends,
        interval,
        group,
        instrument: contract.instrument,
        from,
        to,
      }),
    ]),
  }
}

const lookAheadFindings = (evidence: readonly Evidence[]): readonly Finding[] =>
  evidence.length === 0
    ? []
    : [
        {
          code: 'look_ahead',
          severity: 'grave',
          text: 'Look-ahead bias: the strategy decides differently when later candles are removed, so it cannot be traded.',
          evidence,
        },
      ]
