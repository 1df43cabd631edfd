import type { Candles } from '../domain/candle.ts'
import type { CalendarYears } from '../domain/holidays/calendar-in-force.ts'
import type { EngineFailure, JsonFunction } from './failure.ts'
import type { LegCandles } from './option-request.ts'
import type { KeptSeries, SweepAnswer } from './sweep-request.ts'

/** Both engines, compiled. The page keeps them, so that a worker started after a cancel has nothing to fetch. */
export interface EngineModules {
  readonly technicals: WebAssembly.Module
  readonly backtest: WebAssembly.Module
}

export type LoadStep = 'downloading' | 'unpacking'

export type ToWorker =
  | { readonly type: 'load'; readonly modules: EngineModules | null }
  | {
      readonly type: 'run'
      readonly id: number
      readonly name: JsonFunction
      readonly json: string
      readonly candles: Candles
      /** Minute candles of the same span, where a backtest has them. */
      readonly minutes: Candles | null
      /** Candles of contracts, where a backtest on options has them. */
      readonly legs?: readonly LegCandles[]
    }
  /** The calendar of all later runs. */
  | { readonly type: 'calendar'; readonly calendar: CalendarYears }
  /** Kept until another series is. */
  | { readonly type: 'keep'; readonly series: KeptSeries }
  | { readonly type: 'sweep'; readonly id: number; readonly json: string; readonly key: string }

export type FromWorker =
  | { readonly type: 'loading'; readonly step: LoadStep }
  /** `modules` is null where the functions stood on the global object already. */
  | { readonly type: 'loaded'; readonly modules: EngineModules | null }
  | { readonly type: 'loadFailed'; readonly failure: EngineFailure }
  /** `json` is null when the engine had nothing to say. */
  | { readonly type: 'answered'; readonly id: number; readonly json: string | null }
  | { readonly type: 'swept'; readonly id: number; readonly answer: SweepAnswer }
  | { readonly type: 'runFailed'; readonly id: number; readonly failure: EngineFailure }
