import type { TradedContract } from '../../domain/backtests/backtest.ts'
import type { SweepFigures } from '../../domain/backtests/sweep/figures.ts'
import type { SweepPlan } from '../../domain/backtests/sweep/sweep-plan.ts'
import type { DayCurve } from '../../domain/backtests/sweep/walk-figures.ts'
import type { CandleSource, Candles, OtherCandles } from '../../domain/charts/candle.ts'
import type { IstDate } from '../../domain/time.ts'

export interface KeptSeries {
  readonly key: string
  readonly candles: Candles
  readonly minutes: Candles | null
  readonly others?: OtherCandles
}

export interface SweepRequest {
  readonly plan: SweepPlan
  readonly contract: TradedContract
  readonly source: CandleSource
  /** First and last IST day, both included; later candles are not read. */
  readonly span: { readonly from: IstDate; readonly to: IstDate }
  /** Combinations `first` (included) to `last` (excluded), in grid order. */
  readonly first: number
  readonly last: number
  readonly wantsCurve: boolean
}

export interface SweepAnswer {
  readonly figures: SweepFigures
  readonly curve: DayCurve | null
}
