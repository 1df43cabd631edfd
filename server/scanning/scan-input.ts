import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { AlertHit } from '../../src/domain/scanners/alert.ts'
import type { Scan } from '../../src/domain/scanners/scan.ts'

export interface ScanInput {
  readonly scan: Scan
  /** Symbols of the watchlist, which only the store knows; null if the universe is no watchlist. */
  readonly listed: readonly InstrumentId[] | null
  readonly segSym: InstrumentId | null
}

/** What an alert asks at the close of a candle. */
export interface AlertInput extends Omit<ScanInput, 'segSym'> {
  readonly judgedAt: number
}

export interface Raised {
  readonly hits: readonly AlertHit[]
  /** Symbols whose candles are still being read: ask again. */
  readonly loading: number
  /** Market time of the thread: candles that closed by then were judged. */
  readonly asOf: number
}
