import { type Candles, candleColumns } from '../../domain/charts/candle.ts'

/*
 * Layout, little-endian: 16-byte header (ASCII `CNDL`, u16 version, u16 column mask, u32 rows, u32 zero), then one
 * f64 column of `rows` values for each set bit of the mask, lowest bit first, in the order of `candleColumns`.
 * A column whose bit is clear is all zeros. 16 bytes keep every column aligned for a typed array.
 */
const MAGIC = 0x4c444e43
const VERSION = 1
const HEADER_BYTES = 16
const ROWS_MAX = 50_000_000

export const CANDLE_COLUMNS_MIME = 'application/vnd.sauda.candles'

const isAllZero = (column: Float64Array): boolean => column.every((value) => value === 0)

export const encodeCandles = (candles: Candles): ArrayBuffer => {
  const rows = candles.time.length
  const kept = candleColumns.filter((name) => rows === 0 || !isAllZero(candles[name]))
  const bytes = new ArrayBuffer(HEADER_BYTES + kept.length * rows * 8)
  const header = new DataView(bytes)
  header.setUint32(0, MAGIC, true)
  header.setUint16(4, VERSION, true)
  header.setUint16(
    6,
    candleColumns.reduce((mask, name, bit) => (kept.includes(name) ? mask | (1 << bit) : mask), 0),
    true,
  )
  header.setUint32(8, rows, true)
  kept.forEach((name, position) => {
    new Float64Array(bytes, HEADER_BYTES + position * rows * 8, rows).set(candles[name])
  })
  return bytes
}

/** Columns share the memory of `bytes`. Throws RangeError for malformed bytes. */
export const decodeCandles = (bytes: ArrayBuffer): Candles => {
  if (bytes.byteLength < HEADER_BYTES)
    throw new RangeError(`candles: ${bytes.byteLength} bytes hold no header`)
  const header = new DataView(bytes)
  if (header.getUint32(0, true) !== MAGIC) throw new RangeError('candles: does not begin with CNDL')
  const version = header.getUint16(4, true)
  if (version !== VERSION) throw new RangeError(`candles: version ${version}, this console reads ${VERSION}`)
  const mask = header.getUint16(6, true)
  if (mask >> candleColumns.length !== 0) throw new RangeError(`candles: unknown columns in mask ${mask}`)
  const rows = header.getUint32(8, true)
  const kept = candleColumns.filter((_, bit) => (mask & (1 << bit)) !== 0)
  const expected = HEADER_BYTES + kept.length * rows * 8
  if (rows > ROWS_MAX || bytes.byteLength !== expected) {
    throw new RangeError(
      `candles: ${rows} rows of ${kept.length} columns take ${expected} bytes, got ${bytes.byteLength}`,
    )
  }
  const column = (name: (typeof candleColumns)[number]): Float64Array => {
    const position = kept.indexOf(name)
    return position < 0
      ? new Float64Array(rows)
      : new Float64Array(bytes, HEADER_BYTES + position * rows * 8, rows)
  }
  return {
    time: column('time'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
    openInterest: column('openInterest'),
  }
}
