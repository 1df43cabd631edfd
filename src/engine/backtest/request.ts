import type { Candles } from '../../domain/charts/candle.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { Operand } from '../../domain/strategies/condition/tree.ts'
import type { IstDate } from '../../domain/time.ts'

export interface IndicatorRequest {
  readonly key: string
  readonly params: readonly (number | string)[]
  /** Larger than the chart's; the last closed value is returned. */
  readonly interval?: Interval
  readonly instrument?: InstrumentId
  /** Takes the place of its field. */
  readonly over?: Operand
}

type JsonColumns = Readonly<Record<keyof Candles, readonly number[]>>

export interface TechnicalsRequest {
  /** For callers that do not pass candles beside the JSON. */
  readonly candles?: JsonColumns
  /** Candles of other instruments, by their `segment_symbol`. */
  readonly others?: Readonly<Record<InstrumentId, JsonColumns>>
  readonly interval: Interval
  /** The candles are this one's: where an indicator names it, it reads them. */
  readonly instrument?: InstrumentId
  readonly give: 'columns' | 'last'
  readonly requests: readonly IndicatorRequest[]
}

/** JSON for `GetTechnicals`, which returns nothing where the rules give no summary. */
export interface SummaryRequest extends Pick<TechnicalsRequest, 'candles' | 'interval'> {
  readonly give: 'summary'
  readonly to: IstDate
  readonly today: IstDate
}

/** One value per candle, or a single one for `give: 'last'`; null where there is none. */
export type IndicatorAnswer =
  | { readonly key: string; readonly outputs: Readonly<Record<string, readonly (number | null)[]>> }
  | { readonly key: string; readonly problem: string }

export interface TechnicalsResult {
  readonly results: readonly IndicatorAnswer[]
}
