import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { AlertHit } from '../../src/domain/scanners/alert.ts'
import type { Scan, ScanInterval } from '../../src/domain/scanners/scan.ts'

export interface ScanInput {
  readonly scan: Scan
  /** Symbols of the watchlist, which only the store knows; null if the universe is no watchlist. */
  readonly listed: readonly InstrumentId[] | null
  readonly segSym: InstrumentId | null
}

export interface MapInput extends Pick<ScanInput, 'listed'> {
  readonly scan: Pick<Scan, 'universe'>
}

export interface AlertsInput extends Pick<ScanInput, 'listed'> {
  readonly universe: string
  readonly interval: ScanInterval
  /** Market time of an earlier call that some candles were still lacking; null judges what has closed by now. */
  readonly asOf: number | null
  readonly rules: readonly AlertRule[]
}

export interface AlertRule {
  readonly logic: string
  /** Market time: candles that closed later are judged. */
  readonly judgedAt: number
}

export type RaisedByRule =
  | {
      readonly hits: readonly AlertHit[]
      /** Symbols whose candles are still being read: ask again. */
      readonly loading: number
    }
  | { readonly refusal: string }

export interface Raised {
  readonly byRule: readonly RaisedByRule[]
  /** Market time of the thread: candles that closed by then were judged. */
  readonly asOf: number
}
