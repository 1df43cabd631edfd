import { NAME_LENGTH_MAX } from '../../commands/grammar/name.ts'
import type { CommandCall } from '../../commands/registry.ts'
import type { BacktestParams } from '../../domain/backtests/backtest.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { nameOfCondition } from '../../domain/strategies/condition/name.ts'
import { oppositeOf } from '../../domain/strategies/condition/opposite.ts'
import { printCondition } from '../../domain/strategies/condition/print.ts'
import type { SpanCut } from '../../machines/backtests/backtest-symbol.ts'
import { callOfOptionRun } from './legs-call.ts'

interface RunToRepeat {
  readonly params: BacktestParams
  readonly instruments: readonly InstrumentId[]
  readonly cut: SpanCut | null
}

/** A line has one rule for all, so it is of the instruments that share the first one's. */
export const callOfRun = ({ params, instruments: all, cut }: RunToRepeat): CommandCall => {
  const { ownRules = [] } = params
  const instruments = all.filter((one) => !ownRules.some(({ instrument }) => instrument === one))
  if (params.options !== undefined)
    return callOfOptionRun({ params, options: params.options, instruments, cut })
  const { entry, exit, stopLoss, targetProfit, tpslType, trailing, entries, lossesInARow } = params
  const isUsualExit = printCondition(exit) === printCondition(oppositeOf(entry))
  return {
    command: 'backtest.run',
    args: {
      entry,
      instruments,
      ...(isUsualExit ? {} : { exit }),
      ...saidOf({ params, cut }),
      interval: params.interval,
      ...(params.side === 'buy' ? {} : { side: params.side }),
      size: params.size,
      product: params.product,
      ...(stopLoss === null ? {} : { stop: { amount: stopLoss, type: tpslType } }),
      ...(trailing === undefined ? {} : { trailing: { ...trailing, type: tpslType } }),
      ...(entries === undefined ? {} : { entries }),
      ...(lossesInARow === undefined ? {} : { losses: lossesInARow }),
      ...(targetProfit === null ? {} : { target: { amount: targetProfit, type: tpslType } }),
      hours: { start: params.tradingStartTime, stop: params.tradingStopTime },
      ...(params.name === nameOfCondition(entry, NAME_LENGTH_MAX) ? {} : { name: params.name }),
    },
  }
}

const saidOf = ({ params, cut }: Pick<RunToRepeat, 'params' | 'cut'>) => ({
  span: { from: cut?.askedFrom ?? params.from, to: cut?.askedTo ?? params.to },
  slippage: { bps: params.slippageBps, ticks: params.slippageTicks },
  ...(params.fill === 'next_open' ? {} : { fill: params.fill }),
  ...(params.costs ? {} : { costs: false }),
  capital: params.capital,
})

/** The same run again, of the same version if it is one of a strategy. */
export const callAgain = (run: RunToRepeat): CommandCall => {
  const { strategy } = run.params
  if (strategy === undefined) return callOfRun(run)
  const { slug, version } = strategy
  return { command: 'strategy.backtest', args: { strategy: slug, version, ...saidOf(run) } }
}
