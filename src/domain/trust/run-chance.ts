import type { BacktestParams, BacktestResult } from '../backtest.ts'
import type { InstrumentId } from '../instrument.ts'
import { ideaOf, type Trials, trialOf, trialsOver, withTrials } from '../trials.ts'
import type { LuckTest } from './luck.ts'
import { type SharpeOdds, sharpeOddsOf } from './sharpe-odds.ts'

/** What chance makes of one run: its Sharpe ratio after the trials of its idea, and the luck test where it was made. */
export interface RunChance {
  readonly sharpeOdds: SharpeOdds
  readonly luckTest: LuckTest | null
}

interface OneRun {
  readonly instrument: InstrumentId
  readonly result: BacktestResult
  readonly params: BacktestParams
}

/** A run counts as a trial of its own, also one that was tried elsewhere and is only looked at here. */
export const oddsOfRun = ({ instrument, result, params }: OneRun, tried: Trials): SharpeOdds => {
  const idea = ideaOf(params, instrument)
  const trials = trialsOver(withTrials(tried, idea, [trialOf(params, result)]), idea, params)
  const returns = result.dailyReturns.flatMap(([, value]) => (value === null ? [] : [value]))
  const sharpes = trials.flatMap(({ sharpe }) => (sharpe === null ? [] : [sharpe]))
  return sharpeOddsOf(returns, trials.length, sharpes)
}
