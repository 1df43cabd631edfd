import type { BacktestRequest } from '../../domain/backtests/backtest.ts'
import type { ContractBook } from '../../domain/backtests/option-run/contract-book.ts'
import type { LegPrice, LegPrices, LegTape } from '../../domain/backtests/option-run/leg-prices.ts'
import type { EntryMargin } from '../../domain/backtests/option-run/margin.ts'
import type { OptionModel } from '../../domain/backtests/option-run/model.ts'
import type {
  LegContract,
  LegSpec,
  OptionRules,
  OptionUnderlying,
} from '../../domain/backtests/option-run/rules.ts'
import type { FillModel } from '../../domain/backtests/robustness/robustness.ts'
import type { Candles } from '../../domain/charts/candle.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'

export interface LegCandles {
  readonly instrument: InstrumentId
  readonly candles: Candles
}

/** JSON for `Backtest`, which then returns the contracts that a run holds instead of its report. */
export interface ContractsRequest extends BacktestRequest {
  readonly give: 'contracts'
}

export interface OptionRequest extends BacktestRequest {
  readonly options: OptionRules
  readonly underlying: OptionUnderlying
}

export interface PickedLegs {
  readonly legs: readonly {
    readonly ask: LegSpec
    readonly contract: LegContract
    readonly tape: LegTape
    readonly price: LegPrice
  }[]
  /** Multiplier of the lots of every leg. */
  readonly sets: number
  readonly margin: EntryMargin
}

export interface WalkInput {
  readonly request: OptionRequest
  readonly candles: Candles
  /** The span: rows `first` (included) to `last` (excluded). */
  readonly first: number
  readonly last: number
  readonly entry: Uint8Array
  readonly exit: Uint8Array
  readonly contracts: ContractBook
  readonly model: OptionModel
  readonly prices: LegPrices
  /** Keyed by twice the row, plus one at its close. */
  readonly picks: Map<number, PickedLegs>
  readonly fill: FillModel
  /** Records the best and worst P&L of trades, at the cost of a price per leg for every candle held. */
  readonly isNoted: boolean
}
