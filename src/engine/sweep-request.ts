import type { TradedContract } from '../domain/backtest.ts'
import type { CandleSource, Candles } from '../domain/candle.ts'
import type { SweepFigures } from '../domain/sweep/figures.ts'
import type { SweepPlan } from '../domain/sweep/sweep-plan.ts'
import type { DayCurve } from '../domain/sweep/walk-figures.ts'
import type { IstDate } from '../domain/time.ts'

/** Candles of one symbol that many requests read. Each worker is given them once and keeps them under their key. */
export interface KeptSeries {
  readonly key: string
  readonly candles: Candles
  /** Minute candles of the same span, to tell what came first inside a larger one. */
  readonly minutes: Candles | null
}

/** A stretch of the combinations of a plan, over one span of one symbol. JSON. */
export interface SweepRequest {
  readonly plan: SweepPlan
  readonly contract: TradedContract
  readonly source: CandleSource
  /** First and last IST day, both included; candles behind the last are not read. */
  readonly span: { readonly from: IstDate; readonly to: IstDate }
  /** Combinations `first` (included) to `last` (excluded), in grid order. */
  readonly first: number
  readonly last: number
  /** Whether the day ends of the first of them are wanted too. */
  readonly wantsCurve: boolean
}

export interface SweepAnswer {
  /** A row for each combination asked for. */
  readonly figures: SweepFigures
  readonly curve: DayCurve | null
}
