import type { CalendarYears } from '../../domain/calendar/holidays/calendar-in-force.ts'
import type { Candles, OtherCandles } from '../../domain/charts/candle.ts'
import type { EngineFailure, JsonFunction } from '../failure.ts'
import type { EngineModules } from '../modules.ts'
import type { LegCandles } from '../options/option-request.ts'
import type { KeptSeries, SweepAnswer } from '../sweep/sweep-request.ts'

export type LoadStep = 'downloading' | 'unpacking'

export type ToWorker =
  /** The page keeps the modules, so that a worker started after a cancel fetches nothing. */
  | { readonly type: 'load'; readonly modules: EngineModules | null }
  | {
      readonly type: 'run'
      readonly id: number
      readonly name: JsonFunction
      readonly json: string
      readonly candles: Candles
      readonly minutes: Candles | null
      readonly legs?: readonly LegCandles[]
      readonly others?: OtherCandles
    }
  | { readonly type: 'calendar'; readonly calendar: CalendarYears }
  | { readonly type: 'keep'; readonly series: KeptSeries }
  | { readonly type: 'sweep'; readonly id: number; readonly json: string; readonly key: string }

export type FromWorker =
  | { readonly type: 'loading'; readonly step: LoadStep }
  | { readonly type: 'loaded'; readonly modules: EngineModules | null }
  | { readonly type: 'loadFailed'; readonly failure: EngineFailure }
  | { readonly type: 'answered'; readonly id: number; readonly json: string | null }
  | { readonly type: 'swept'; readonly id: number; readonly answer: SweepAnswer }
  | { readonly type: 'runFailed'; readonly id: number; readonly failure: EngineFailure }
