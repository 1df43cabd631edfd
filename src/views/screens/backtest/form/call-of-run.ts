import { NAME_LENGTH_MAX } from '../../../../commands/grammar/name.ts'
import type { CommandCall } from '../../../../commands/registry.ts'
import type { BacktestParams } from '../../../../domain/backtests/backtest.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { nameOfCondition } from '../../../../domain/strategies/condition/name.ts'
import { oppositeOf } from '../../../../domain/strategies/condition/opposite.ts'
import { printCondition } from '../../../../domain/strategies/condition/print.ts'
import type { SpanCut } from '../../../../machines/backtests/backtest-symbol.ts'
import { callOfOptionRun } from './legs-call.ts'

interface RunToRepeat {
  readonly params: BacktestParams
  readonly instruments: readonly InstrumentId[]
  readonly cut: SpanCut | null
}

export const callOfRun = ({ params, instruments, cut }: RunToRepeat): CommandCall => {
  if (params.options !== undefined)
    return callOfOptionRun({ params, options: params.options, instruments, cut })
  const { entry, exit, stopLoss, targetProfit, tpslType } = params
  const isUsualExit = printCondition(exit) === printCondition(oppositeOf(entry))
  return {
    command: 'backtest.run',
    args: {
      entry,
      instruments,
      ...(isUsualExit ? {} : { exit }),
      span: { from: cut?.askedFrom ?? params.from, to: cut?.askedTo ?? params.to },
      interval: params.interval,
      ...(params.side === 'buy' ? {} : { side: params.side }),
      size: params.size,
      product: params.product,
      ...(stopLoss === null ? {} : { stop: { amount: stopLoss, type: tpslType } }),
      ...(targetProfit === null ? {} : { target: { amount: targetProfit, type: tpslType } }),
      slippage: { bps: params.slippageBps, ticks: params.slippageTicks },
      ...(params.fill === 'next_open' ? {} : { fill: params.fill }),
      ...(params.costs ? {} : { costs: false }),
      hours: { start: params.tradingStartTime, stop: params.tradingStopTime },
      capital: params.capital,
      ...(params.name === nameOfCondition(entry, NAME_LENGTH_MAX) ? {} : { name: params.name }),
    },
  }
}
