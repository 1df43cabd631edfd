import type { InstrumentId } from '../../instruments/instrument.ts'
import type { BacktestParams, BacktestResult } from '../backtest.ts'
import { paramsOn } from '../own-rules.ts'
import { ideaOf, type Trials, trialOf, trialsOver, withTrials } from '../trials.ts'
import { type DeflatedSharpe, deflatedSharpeOf } from './deflated-sharpe.ts'
import type { MonteCarloTest } from './monte-carlo.ts'

export interface RobustnessTests {
  readonly deflatedSharpe: DeflatedSharpe
  readonly monteCarloTest: MonteCarloTest | null
}

interface OneRun {
  readonly instrument: InstrumentId
  readonly result: BacktestResult
  readonly params: BacktestParams
}

/** The run counts as a trial, even if it was made elsewhere and is only viewed here. */
export const deflatedSharpeOfRun = (
  { instrument, result, params: whole }: OneRun,
  tried: Trials,
): DeflatedSharpe => {
  const params = paramsOn(whole, instrument)
  const idea = ideaOf(params, instrument)
  const trials = trialsOver(withTrials(tried, idea, [trialOf(params, result)]), idea, params)
  const returns = result.dailyReturns.flatMap(([, value]) => (value === null ? [] : [value]))
  const sharpes = trials.flatMap(({ sharpe }) => (sharpe === null ? [] : [sharpe]))
  return deflatedSharpeOf(returns, trials.length, sharpes)
}
