import type { InstrumentType, Segment } from '../domain/instrument.ts'
import { instrumentTypes, segments } from '../domain/instrument.ts'

/**
 * The master as columns that can be handed over from a worker. A trading symbol is split in a head and a tail:
 * `NIFTY26NOV` and `25950CE`, `RELIANCE` and nothing. Some hundred thousand contracts share a few thousand of each, so
 * that a word is looked for among these and not among the contracts. Heads are sorted by expiry (none first), segment
 * and length; rows by head and tail.
 */
export interface InstrumentColumns {
  readonly rows: number
  /** Lines that could not be read, and lines of segments this console does not trade. */
  readonly badRows: number

  /** Parted by line feeds, like the texts below. */
  readonly headSymbols: string
  readonly headNames: string
  /** Place in `segments`. */
  readonly headSegment: Uint8Array
  /** Place in `exchanges`. */
  readonly headExchange: Uint8Array
  /** Days since 1970-01-01; 0 for none. */
  readonly headExpiry: Uint16Array
  readonly headTick: Float64Array
  readonly headLot: Uint32Array
  /** The six flags, the first as the highest of six bits. */
  readonly headUniverse: Uint8Array
  /** First row of each head, and the number of rows behind the last. */
  readonly headRow: Uint32Array

  readonly tailSymbols: string
  readonly tailStrike: Float64Array
  /** Place in `instrumentTypes`. */
  readonly tailType: Uint8Array

  readonly rowTail: Uint32Array
  readonly rowToken: Uint32Array
  readonly rowExchangeToken: Uint32Array
  readonly rowLastPrice: Float64Array
  /** Place of the row in the file. */
  readonly rowOrder: Uint32Array
}

/** A larger master is refused beyond this row. */
export const MASTER_ROWS_MAX = 262_144

export const segmentAt = (place: number): Segment => segments[place] ?? 'NSE'
export const typeAt = (place: number): InstrumentType => instrumentTypes[place] ?? 'EQ'

/** Texts of a column. One empty text and none at all look alike, so their number is given. */
export const linesOf = (text: string, count: number): readonly string[] =>
  count === 0 ? [] : text.split('\n')

export const columnBuffers = (columns: InstrumentColumns): readonly ArrayBuffer[] =>
  Object.values(columns).flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
