import type { CommandCall } from '../../commands/registry.ts'
import type { BacktestParams } from '../../domain/backtests/backtest.ts'
import type { OptionRules } from '../../domain/backtests/option-run/rules.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { isNever } from '../../domain/strategies/condition/constant.ts'
import type { SpanCut } from '../../machines/backtests/backtest-symbol.ts'

interface OptionRunToRepeat {
  readonly params: BacktestParams
  readonly options: OptionRules
  readonly instruments: readonly InstrumentId[]
  readonly cut: SpanCut | null
}

export const callOfOptionRun = ({ params, options, instruments, cut }: OptionRunToRepeat): CommandCall => {
  const { legs, entry, combinedStop, combinedTarget, profitLock } = options
  const [legStop] = legs.flatMap((leg) => leg.stop ?? [])
  const [legTarget] = legs.flatMap((leg) => leg.target ?? [])
  const isByClock = entry === 'time'
  return {
    command: 'backtest.options',
    args: {
      legs: legs.map(({ stop: _, target: __, ...leg }) => leg),
      instruments,
      at: params.tradingStartTime,
      ...(isByClock ? {} : { entry: params.entry }),
      exit: isNever(params.exit)
        ? { kind: 'clock', at: params.tradingStopTime }
        : { kind: 'condition', condition: params.exit },
      ...(legStop === undefined ? {} : { legStop }),
      ...(legTarget === undefined ? {} : { legTarget }),
      ...(combinedStop === null ? {} : { combinedStop }),
      ...(combinedTarget === null ? {} : { combinedTarget }),
      ...(profitLock === undefined ? {} : { profitLock }),
      span: { from: cut?.askedFrom ?? params.from, to: cut?.askedTo ?? params.to },
      interval: params.interval,
      size: params.size,
      product: params.product === 'NRML' ? 'NRML' : 'MIS',
      slippage: { bps: params.slippageBps, ticks: params.slippageTicks },
      ...(params.costs ? {} : { costs: false }),
      capital: params.capital,
      name: params.name,
    },
  }
}
