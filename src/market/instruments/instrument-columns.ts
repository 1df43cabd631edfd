import type { InstrumentType, Segment } from '../../domain/instruments/instrument.ts'
import { instrumentTypes, segments } from '../../domain/instruments/instrument.ts'

/**
 * Columns that a worker can transfer. A trading symbol is split into head and tail: `NIFTY26NOV` and
 * `25950CE`, `RELIANCE` and nothing. Contracts share a few thousand of each, so that a search matches these
 * instead of every contract. Heads are sorted by expiry (none first), segment and length; rows by head and
 * tail.
 */
export interface InstrumentColumns {
  readonly rows: number
  /** Unreadable lines, and lines of segments that are not traded here. */
  readonly badRows: number

  /** Separated by line feeds, like the other texts. */
  readonly headSymbols: string
  readonly headNames: string
  readonly headSegment: Uint8Array
  readonly headExchange: Uint8Array
  /** Days since 1970-01-01; 0 for none. */
  readonly headExpiry: Uint16Array
  readonly headTick: Float64Array
  readonly headLot: Uint32Array
  /** Six flags, the first in the highest bit. */
  readonly headUniverse: Uint8Array
  /** First row of each head, then the number of rows. */
  readonly headRow: Uint32Array

  readonly tailSymbols: string
  readonly tailStrike: Float64Array
  readonly tailType: Uint8Array

  readonly rowTail: Uint32Array
  readonly rowToken: Uint32Array
  readonly rowExchangeToken: Uint32Array
  readonly rowLastPrice: Float64Array
  /** Index in the file. */
  readonly rowOrder: Uint32Array
}

/** Further rows count as bad; rank keys rely on this bound. */
export const MASTER_ROWS_MAX = 262_144

export const segmentAt = (index: number): Segment => segments[index] ?? 'NSE'
export const typeAt = (index: number): InstrumentType => instrumentTypes[index] ?? 'EQ'

/** One empty text and none look alike, hence `count`. */
export const linesOf = (text: string, count: number): readonly string[] =>
  count === 0 ? [] : text.split('\n')

export const columnBuffers = (columns: InstrumentColumns): readonly ArrayBuffer[] =>
  Object.values(columns).flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
