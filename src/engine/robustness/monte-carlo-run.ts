import type { BacktestRequest, BacktestResult } from '../../domain/backtests/backtest.ts'
import { reportOf } from '../../domain/backtests/backtest-report.ts'
import { drawsFor, type MonteCarloTest } from '../../domain/backtests/robustness/monte-carlo.ts'
import { randomEntryPnl } from '../../domain/backtests/robustness/random-entries.ts'
import { known, unknown } from '../../domain/backtests/robustness/robustness.ts'
import { maxDrawdown, shuffledDrawdowns, spreadOf } from '../../domain/backtests/robustness/shuffles.ts'
import type { Candles, OtherCandles } from '../../domain/charts/candle.ts'
import { tradeOn } from '../backtest/backtest.ts'
import { refusal } from '../failure.ts'
import type { Host } from '../kernel-host.ts'

/** JSON for `Backtest`, which then returns a Monte Carlo test of the run. */
export interface MonteCarloRequest extends BacktestRequest {
  readonly give: 'monteCarlo'
  /** A whole number. Equal seeds give equal samples. */
  readonly seed: number
}

export const isMonteCarloRequest = (request: BacktestRequest): request is MonteCarloRequest =>
  'give' in request && request.give === 'monteCarlo'

/** Compares the run with random entries and reshuffled trades. Throws EngineError. */
export const runMonteCarlo = (
  host: Host,
  request: MonteCarloRequest,
  candles: Candles,
  minutes?: Candles,
  others?: OtherCandles,
): MonteCarloTest => {
  const { seed } = request
  if (!Number.isSafeInteger(seed)) throw refusal(`seed is ${String(seed)}, must be whole`)
  if (request.params?.options !== undefined)
    throw refusal('a run on options has no entry elsewhere: its contracts are those of the day')
  const outcome = host.use((memory) => tradeOn(memory, request, { candles, minutes, others }, 'whole'))
  const report = reportOf({ request, candles, ...outcome, remarks: [], runtime: 0 })
  const draws = drawsFor(outcome.trades.length)
  const amounts = report.tradeLog.map(({ netPnl }) => netPnl)
  return {
    seed,
    draws,
    maxDraw: maxDrawdown(amounts),
    ...againstRandom(report, () => randomEntryPnl({ request, candles, ...outcome }, draws, seed)),
    shuffledDraw: shuffledDrawdowns(amounts, draws, seed),
    cuts: outcome.cuts,
    lookAheads: outcome.lookAheads,
  }
}

const againstRandom = (
  { finalPnl, tradeLog }: Pick<BacktestResult, 'finalPnl' | 'tradeLog'>,
  draw: () => Float64Array,
): Pick<MonteCarloTest, 'finalPnl' | 'randomPnl' | 'percentile' | 'pValue'> => {
  if (tradeLog.length === 0) {
    const none = unknown('The run has no trades to compare.')
    return { finalPnl, randomPnl: null, percentile: none, pValue: none }
  }
  const pnl = draw()
  const below = pnl.filter((value) => value < finalPnl).length
  const equal = pnl.filter((value) => value === finalPnl).length
  return {
    finalPnl,
    randomPnl: spreadOf(pnl),
    percentile: known(((below + equal / 2) / pnl.length) * 100),
    // Phipson and Smyth (2010): counting the run as one of the samples keeps the probability above 0.
    pValue: known((pnl.length - below + 1) / (pnl.length + 1)),
  }
}
