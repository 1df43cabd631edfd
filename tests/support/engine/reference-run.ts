import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../src/commands/registry.ts'
import type { BacktestParams } from '../../../src/domain/backtests/backtest.ts'
import { runOfStrategy, strategyOfRun } from '../../../src/domain/strategies/run-of-strategy.ts'
import { environment } from '../line-environments.ts'

const eventOfLine = (line: string) => {
  const { call, problem } = readLine(line, line.length, environment)
  if (call === null) throw new Error(`${line}: ${problem?.expected}`)
  const [dispatch] = dispatchesOf(call, environment)
  if (dispatch?.event.type !== 'backtest.run') throw new Error(`${line} is no backtest`)
  return dispatch.event
}

/** The run of a typed line, and that of the strategy which `save strategy` makes of it. */
export const referenceRuns = (line: string): readonly (readonly [string, BacktestParams])[] => {
  const { params, instruments } = eventOfLine(line)
  const strategy = strategyOfRun(params, instruments, {
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
