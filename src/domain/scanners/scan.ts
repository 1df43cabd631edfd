import { intervals } from '../charts/interval.ts'
import type { InstrumentId } from '../instruments/instrument.ts'

/** `close`: the newest candle that has closed; `live`: the one in progress, at its price now. */
export const scanMoments = ['close', 'live'] as const
export type ScanMoment = (typeof scanMoments)[number]

/** Candles that an alert can wait for; a rule reads larger ones by `@week`. */
export const scanIntervals = intervals.filter((interval) => interval !== 'week' && interval !== 'month')
export type ScanInterval = (typeof scanIntervals)[number]

export interface Scan {
  readonly logic: string
  readonly universe: string
  readonly interval: ScanInterval
  readonly moment: ScanMoment
}

export interface ScanValue {
  readonly text: string
  readonly value: number | null
}

export interface FoundRow {
  readonly segSym: InstrumentId
  readonly lastPrice: number
  readonly dayChange: number
  /** Start of the candle that was judged, in milliseconds since the epoch. */
  readonly matchedAt: number
  /** Start of the first candle of this run of truth; null if it was true before all candles that were looked at. */
  readonly since: number | null
  readonly values: readonly ScanValue[]
  readonly trail: readonly number[]
}

export interface UnknownSymbol {
  readonly segSym: InstrumentId
  readonly reason: string
}

export interface ScanPart {
  readonly text: string
  readonly trueFor: number
}

export interface ScanResult {
  readonly found: readonly FoundRow[]
  readonly unknown: readonly UnknownSymbol[]
  readonly parts: readonly ScanPart[]
  /** Symbols of the universe, with those unknown. */
  readonly total: number
  /** Symbols whose candles are still being read: ask again. */
  readonly loading: number
  /** Market time at which it was answered, in milliseconds since the epoch. */
  readonly asOf: number
  readonly took: number
}

export const TRAIL_CANDLES = 30
