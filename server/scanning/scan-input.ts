import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Scan } from '../../src/domain/scanners/scan.ts'

export interface ScanInput {
  readonly scan: Scan
  /** Symbols of the watchlist, which only the store knows; null if the universe is no watchlist. */
  readonly listed: readonly InstrumentId[] | null
  readonly segSym: InstrumentId | null
}
