import type { Candles } from '../domain/candle.ts'
import type { Interval } from '../domain/interval.ts'
import type { IstDate } from '../domain/time.ts'

/** One indicator: its key and all its params in the order of the catalogue. */
export interface IndicatorRequest {
  readonly key: string
  readonly params: readonly (number | string)[]
  /** A coarser candle than the chart's; its last closed value is given. */
  readonly interval?: Interval
}

/** The JSON given to `GetTechnicals(json)`. */
export interface TechnicalsRequest {
  /** Columns as lists, for a caller that does not hand them over beside the JSON. */
  readonly candles?: Readonly<Record<keyof Candles, readonly number[]>>
  /** Of the candles. */
  readonly interval: Interval
  readonly give: 'columns' | 'last'
  readonly requests: readonly IndicatorRequest[]
}

/** The JSON given to `GetTechnicals(json)` for a summary; it answers nothing where there is none to give. */
export interface SummaryRequest extends Pick<TechnicalsRequest, 'candles' | 'interval'> {
  readonly give: 'summary'
  /** The day the range of the candles ends on. */
  readonly to: IstDate
  readonly today: IstDate
}

/** One value per candle, or one in all when only the last was asked; null where there is none. */
export type IndicatorAnswer =
  | { readonly key: string; readonly outputs: Readonly<Record<string, readonly (number | null)[]>> }
  | { readonly key: string; readonly problem: string }

export interface TechnicalsResult {
  readonly results: readonly IndicatorAnswer[]
}
