import type { BacktestRequest } from '../domain/backtest.ts'
import type { Candles } from '../domain/candle.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import type { ContractBook } from '../domain/option-run/contract-book.ts'
import type { LegPrice, LegPrices, LegTape } from '../domain/option-run/leg-prices.ts'
import type { EntryMargin } from '../domain/option-run/margin.ts'
import type { OptionModel } from '../domain/option-run/model.ts'
import type { LegAsk, LegContract, OptionRules, OptionUnderlying } from '../domain/option-run/rules.ts'
import type { FillModel } from '../domain/trust/trust.ts'

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

/** What is entered at a moment, whatever its orders pay. */
export interface PickedLegs {
  readonly legs: readonly {
    readonly ask: LegAsk
    readonly contract: LegContract
    readonly tape: LegTape
    readonly price: LegPrice
  }[]
  /** How often the legs are traded with their lots. */
  readonly sets: number
  readonly margin: EntryMargin
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
  readonly contracts: ContractBook
  readonly model: OptionModel
  readonly prices: LegPrices
  /** What has been picked, by twice the row, and one more at its close. */
  readonly picks: Map<number, PickedLegs>
  readonly fill: FillModel
  /** Whether the best and worst of every trade are wanted: they take a price of each leg for every candle it is held. */
  readonly isNoted: boolean
}
