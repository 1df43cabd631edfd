import { readLine } from '../../src/commands/read-line.ts'
import { dispatchesOf } from '../../src/commands/registry.ts'
import type { BacktestParams } from '../../src/domain/backtests/backtest.ts'
import { runOfStrategy, strategyOfRun } from '../../src/domain/strategies/run-of-strategy.ts'
import { environment } from './line-environments.ts'

const paramsOfLine = (line: string): { readonly params: BacktestParams; readonly on: readonly never[] } => {
  const { call, problem } = readLine(line, line.length, environment)
  if (call === null) throw new Error(`${line}: ${problem?.expected}`)
  const [dispatch] = dispatchesOf(call, environment)
  const event = dispatch?.event as { readonly params: BacktestParams; readonly instruments: never[] }
  return { params: event.params, on: event.instruments }
}

/** The run of a typed line, and that of the strategy which `save strategy` makes of it. */
export const referenceRuns = (line: string): readonly (readonly [string, BacktestParams])[] => {
  const { params, on } = paramsOfLine(line)
  const strategy = strategyOfRun(params, on, {
    algoName: params.name,
    subCategory: 'trend',
    trend: 'others',
    note: '',
  })
  const run = runOfStrategy(strategy, params)
  if (!run.ok) throw new Error(run.reason)
  return [
    [line, params],
    [`the strategy of ${line}`, run.params],
  ]
}
