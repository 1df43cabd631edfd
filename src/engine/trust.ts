import type { BacktestRequest, BacktestResult } from '../domain/backtest.ts'
import { type Candles, sliceCandles } from '../domain/candle.ts'
import type { RawTrade } from '../domain/charged-trades.ts'
import { dayEndsOf } from '../domain/lean-figures.ts'
import { candleFindings } from '../domain/trust/candle-findings.ts'
import {
  breakEvenOf,
  figuresOfReport,
  figuresUnder,
  modelOf,
  requestUnder,
} from '../domain/trust/fill-band.ts'
import { cutLimits, cutsOf, lookAheadsOf, type Signals } from '../domain/trust/look-ahead.ts'
import { tradeFindings } from '../domain/trust/trade-findings.ts'
import { byGravity, type Evidence, type Finding, fillModels, type Trust } from '../domain/trust/trust.ts'
import { putChart } from './chart.ts'
import { sessionGroupOf } from './coarse.ts'
import { type Columns, evaluate } from './evaluate.ts'
import type { Desk } from './host.ts'
import type { Program, StepId } from './steps.ts'
import type { Traded } from './trade-columns.ts'

/** What a strategy became: its program and where that says when to enter and when to leave. */
export interface Compiled {
  readonly program: Program
  readonly entry: StepId
  readonly exit: StepId
}

/** Flags are one byte each; a column of numbers that begins where they do holds eight of them in a row. */
const signalsAt = (desk: Desk, { entry, exit }: Compiled, columns: Columns, rows: number): Signals => {
  const bytes = (step: StepId) =>
    new Uint8Array(desk.take(columns(step), Math.ceil(rows / 8)).buffer, 0, rows)
  return { entry: bytes(entry), exit: bytes(exit) }
}

/**
 * Cases in which the strategy decides otherwise once later candles are taken away. `columns` are those of the run over
 * all candles; each cut is evaluated on a copy of its own candles, so that nothing behind them can be read.
 */
export const lookAheadIn = (
  desk: Desk,
  compiled: Compiled,
  candles: Candles,
  columns: Columns,
  cuts: readonly number[],
): readonly Evidence[] => {
  const most = cuts.at(-1)
  if (most === undefined) return []
  const signalsOf = (rows: number): Signals => {
    const part = sliceCandles(candles, 0, rows)
    return signalsAt(desk, compiled, evaluate(desk, compiled.program, part, putChart(desk, part)), rows)
  }
  return lookAheadsOf(signalsAt(desk, compiled, columns, most), signalsOf, cuts, candles.time)
}

/** The candles whose close decided an entry or an exit by signal, ascending. */
function* decidedRows({ params }: BacktestRequest, trades: readonly RawTrade[]): Generator<number> {
  const delay = params.fill === 'close' ? 0 : 1
  for (const { entryRow, exitRow, reason } of trades) {
    yield entryRow - delay
    if (reason === 'signal') yield exitRow - delay
  }
}

/** Where to cut a run of so many candles. */
export const cutsFor = (
  request: BacktestRequest,
  trades: readonly RawTrade[],
  rows: number,
  lookedAt: 'beginning' | 'whole',
): readonly number[] => cutsOf(decidedRows(request, trades), rows, cutLimits[lookedAt])

interface TrustInput {
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

/** Everything that tells whether the report can be believed. */
export const trustOf = (input: TrustInput): Trust => {
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
  // Shares are asked for no more candles than those of the shortest session there is.
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
          text: 'The strategy looks ahead: with later candles taken away it decides otherwise, so it cannot be traded.',
          evidence,
        },
      ]
