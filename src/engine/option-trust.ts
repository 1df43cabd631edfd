import type { BacktestResult } from '../domain/backtest.ts'
import { dayEndsOf } from '../domain/lean-figures.ts'
import { breakEvenOfLegs, breakEvenOfRun } from '../domain/option-run/break-even.ts'
import { optionFindings } from '../domain/option-run/option-findings.ts'
import type { RawOptionTrade } from '../domain/option-run/raw-trade.ts'
import type { OptionRules } from '../domain/option-run/rules.ts'
import { candleFindings } from '../domain/trust/candle-findings.ts'
import { figuresOfReport } from '../domain/trust/fill-band.ts'
import { cutLimits, cutsOf } from '../domain/trust/look-ahead.ts'
import {
  byGravity,
  type Evidence,
  type FillModel,
  type Finding,
  fillModels,
  type Trust,
} from '../domain/trust/trust.ts'
import { sessionGroupOf } from './coarse.ts'
import type { WalkInput } from './option-request.ts'
import type { Walked } from './option-walk.ts'

interface OptionTrustInput {
  readonly run: Walked & { readonly input: WalkInput; readonly lookAheads: readonly Evidence[] }
  readonly report: BacktestResult
  readonly remarked: readonly Finding[]
  /**
   * The report of the same run under another fill model. It has the candles of the contracts that the run itself holds:
   * where an earlier exit leads to other strikes, the model prices those.
   */
  under(model: FillModel): BacktestResult
}

/** Everything that tells whether the report of a run on options can be believed. */
export const optionTrustOf = (input: OptionTrustInput): Trust => {
  const { run, report, remarked, under } = input
  const { request, candles, first, last, prices } = run.input
  const { params, options, contract } = request
  const { interval, from, to } = params
  const { trades } = run
  return {
    band: fillModels
      .filter((model) => model !== 'signal_close' || hasSignals(options, trades))
      .map((model) => figuresOfReport(model, model === 'next_open' ? report : under(model))),
    breakEvenBps: breakEvenOfRun(report, trades),
    breakEvenOfLegs: breakEvenOfLegs(report, trades, options.legs.length),
    findings: byGravity([
      ...lookAheadFindings(run.lookAheads),
      ...remarked,
      ...optionFindings({ candles, trades, report, tapeOf: prices.tapeOf }),
      ...candleFindings({
        candles,
        first,
        last,
        ends: dayEndsOf(candles.time, first, last),
        interval,
        group: sessionGroupOf(contract.instrument),
        instrument: contract.instrument,
        from,
        to,
      }),
    ]),
  }
}

/** A run by the clock alone has no close that decides anything. */
const hasSignals = ({ entry }: OptionRules, trades: readonly RawOptionTrade[]): boolean =>
  entry === 'condition' || trades.some(({ reason }) => reason === 'signal')

/** Where to cut a run on options of so many candles: behind the candles whose close decided something. */
export const optionCutsOf = (
  trades: readonly RawOptionTrade[],
  { entry }: OptionRules,
  rows: number,
  lookedAt: keyof typeof cutLimits,
): readonly number[] => {
  const decided = trades.flatMap(({ entryRow, exitRow, reason }) => [
    ...(entry === 'condition' ? [entryRow - 1] : []),
    ...(reason === 'signal' ? [exitRow - 1] : []),
  ])
  return cutsOf(decided, rows, cutLimits[lookedAt])
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
