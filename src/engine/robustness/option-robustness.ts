import type { BacktestResult } from '../../domain/backtests/backtest.ts'
import { breakEvenOfLegs, breakEvenOfRun } from '../../domain/backtests/option-run/break-even.ts'
import { optionFindings } from '../../domain/backtests/option-run/option-findings.ts'
import type { RawOptionTrade } from '../../domain/backtests/option-run/raw-trade.ts'
import type { OptionRules } from '../../domain/backtests/option-run/rules.ts'
import { candleFindings } from '../../domain/backtests/robustness/candle-findings.ts'
import { figuresOfReport } from '../../domain/backtests/robustness/fill-band.ts'
import { cutLimits, cutsOf } from '../../domain/backtests/robustness/look-ahead.ts'
import {
  byGravity,
  type Evidence,
  type FillModel,
  type Finding,
  fillModels,
  type Robustness,
} from '../../domain/backtests/robustness/robustness.ts'
import { dayEndsOf } from '../../domain/backtests/sweep/sweep-figures.ts'
import type { WalkInput } from '../options/option-request.ts'
import type { Walked } from '../options/option-walk.ts'
import { sessionGroupOf } from '../program/higher-timeframe.ts'

interface OptionRobustnessInput {
  readonly run: Walked & { readonly input: WalkInput; readonly lookAheads: readonly Evidence[] }
  readonly report: BacktestResult
  readonly remarked: readonly Finding[]
  /** Has candles only of this run's contracts: the model prices the strikes that other exits lead to. */
  under(model: FillModel): BacktestResult
}

export const optionRobustnessOf = (input: OptionRobustnessInput): Robustness => {
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

/** No close decides anything in a run that enters by the clock and never exits on a signal. */
const hasSignals = ({ entry }: OptionRules, trades: readonly RawOptionTrade[]): boolean =>
  entry === 'condition' || trades.some(({ reason }) => reason === 'signal')

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
          text: 'Look-ahead bias: the strategy decides differently when later candles are removed, so it cannot be traded.',
          evidence,
        },
      ]
