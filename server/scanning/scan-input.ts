import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Scan } from '../../src/domain/scanners/scan.ts'

/** What a call hands to the thread. */
export interface ScanInput {
  readonly scan: Scan
  /** Of a watchlist, whose symbols the thread does not know; null for another universe. */
  readonly listed: readonly InstrumentId[] | null
  readonly segSym: InstrumentId | null
}
