import { getStrategy } from '../../contract/strategies.ts'
import type { SaidAssumptions } from '../../domain/backtests/run-assumptions.ts'
import type { IstDate } from '../../domain/time.ts'
import type { RunRequest } from '../backtests/backtest-batch.ts'
import { createRequestMachine } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly strategyRun: { readonly type: 'request.send'; readonly input: StrategyRunInput }
  }
  interface Machines {
    readonly strategyRun: typeof strategyRunMachine
  }
}

/** Arguments and defaults at the time of sending: the span follows the strategy's interval. */
export interface StrategyRunInput {
  /** Slug or name. */
  readonly strategy: string
  /** Null is the newest. */
  readonly version: number | null
  readonly said: SaidAssumptions
  readonly today: IstDate
  readonly slippageBps: number
  readonly cutFrom: RunRequest['cutFrom']
}

/** Loads a strategy and makes its run. */
export const strategyRunMachine = createRequestMachine<StrategyRunInput, RunRequest>({
  id: 'strategyRun',
  failure: getStrategy.failure,
})
