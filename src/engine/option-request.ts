import type { BacktestRequest } from '../domain/backtest.ts'
import type { Candles } from '../domain/candle.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import type { LegPrices } from '../domain/option-run/leg-prices.ts'
import type { OptionModel } from '../domain/option-run/model.ts'
import type { OptionRules, OptionUnderlying } from '../domain/option-run/rules.ts'

/** Candles of one contract, at the interval of the run. */
export interface LegCandles {
  readonly instrument: InstrumentId
  readonly candles: Candles
}

/** The JSON given to `Backtest` for the contracts that a run holds, instead of its report. */
export interface ContractsRequest extends BacktestRequest {
  readonly give: 'contracts'
}

/** A request with what a run on options needs of it. */
export interface OptionRequest extends BacktestRequest {
  readonly options: OptionRules
  readonly underlying: OptionUnderlying
}

/** What the candles of an underlying are walked with. */
export interface WalkInput {
  readonly request: OptionRequest
  readonly candles: Candles
  /** The candles of the span: rows `first` to `last`, the latter excluded. */
  readonly first: number
  readonly last: number
  /** Whether the conditions hold at the close of each candle. */
  readonly entry: Uint8Array
  readonly exit: Uint8Array
  readonly model: OptionModel
  readonly prices: LegPrices
}
