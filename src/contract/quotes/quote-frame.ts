import {
  type InstrumentId,
  instrumentId,
  parseInstrumentId,
  type Segment,
} from '../../domain/instruments/instrument.ts'

/*
 * A frame is a u16 record size followed by whole records, little-endian. A record is the segment (7 bytes) and the
 * symbol (25 bytes), ASCII padded with NUL, then f64 values in the order of `quoteFields`. A record may be longer than
 * this console knows: what follows the known fields is skipped, so fields can be added at the end.
 */
export const quoteFields = [
  'timestamp',
  'price',
  'dayOpen',
  'prevClose',
  'size',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'oi',
  'bid',
  'ask',
  'dayHigh',
  'dayLow',
] as const

type QuoteField = (typeof quoteFields)[number]

/** Prices in rupees, `timestamp` in ms since the epoch. */
export type QuoteTick = { readonly instrument: InstrumentId } & { readonly [Field in QuoteField]: number }

const HEADER_BYTES = 2
const SEGMENT_BYTES = 7
const SYMBOL_BYTES = 25
export const QUOTE_NAME_BYTES = SEGMENT_BYTES + SYMBOL_BYTES
export const QUOTE_RECORD_BYTES = QUOTE_NAME_BYTES + quoteFields.length * 8
const RECORDS_MAX = 5_000

const writeText = (view: DataView, at: number, width: number, text: string): void => {
  if (text.length > width) throw new RangeError(`quote frame: "${text}" is longer than ${width} bytes`)
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === 0 || code > 127) throw new RangeError(`quote frame: "${text}" is not plain ASCII`)
    view.setUint8(at + position, code)
  }
}

const readText = (view: DataView, at: number, width: number): string => {
  let text = ''
  for (let position = 0; position < width; position++) {
    const code = view.getUint8(at + position)
    if (code === 0) break
    text += String.fromCharCode(code)
  }
  return text
}

/** Throws RangeError for a symbol that does not fit. */
export const encodeQuotes = (ticks: readonly QuoteTick[]): ArrayBuffer => {
  if (ticks.length > RECORDS_MAX)
    throw new RangeError(`quote frame: ${ticks.length} records, at most ${RECORDS_MAX}`)
  const bytes = new ArrayBuffer(HEADER_BYTES + ticks.length * QUOTE_RECORD_BYTES)
  const view = new DataView(bytes)
  view.setUint16(0, QUOTE_RECORD_BYTES, true)
  ticks.forEach((tick, row) => {
    const at = HEADER_BYTES + row * QUOTE_RECORD_BYTES
    writeQuoteName(view, at, tick.instrument)
    for (const [index, field] of quoteFields.entries())
      view.setFloat64(at + QUOTE_NAME_BYTES + index * 8, tick[field], true)
  })
  return bytes
}

/** No records make the heartbeat frame. */
export const joinRecords = (records: readonly Uint8Array[]): ArrayBuffer => {
  const bytes = new ArrayBuffer(HEADER_BYTES + records.length * QUOTE_RECORD_BYTES)
  new DataView(bytes).setUint16(0, QUOTE_RECORD_BYTES, true)
  const frame = new Uint8Array(bytes)
  for (const [row, record] of records.entries()) frame.set(record, HEADER_BYTES + row * QUOTE_RECORD_BYTES)
  return bytes
}

export const writeQuoteName = (view: DataView, at: number, instrument: InstrumentId): void => {
  const parts = parseInstrumentId(instrument)
  if (parts === null) throw new RangeError(`quote frame: "${instrument}" names no segment`)
  writeText(view, at, SEGMENT_BYTES, parts.segment)
  writeText(view, at + SEGMENT_BYTES, SYMBOL_BYTES, parts.tradingSymbol)
}

/** Visits records without allocating; returns their number. Throws like `decodeQuotes`, before any visit. */
export const eachQuote = (bytes: ArrayBuffer, visit: (view: DataView, at: number) => void): number => {
  if (bytes.byteLength < HEADER_BYTES)
    throw new RangeError(`quote frame: ${bytes.byteLength} bytes hold no header`)
  const view = new DataView(bytes)
  const recordBytes = view.getUint16(0, true)
  if (recordBytes < QUOTE_RECORD_BYTES) {
    throw new RangeError(
      `quote frame: records of ${recordBytes} bytes, at least ${QUOTE_RECORD_BYTES} expected`,
    )
  }
  const rows = (bytes.byteLength - HEADER_BYTES) / recordBytes
  if (!Number.isInteger(rows) || rows > RECORDS_MAX) {
    throw new RangeError(`quote frame: ${bytes.byteLength} bytes are not whole records of ${recordBytes}`)
  }
  for (let row = 0; row < rows; row++) visit(view, HEADER_BYTES + row * recordBytes)
  return rows
}

export const readQuoteName = (view: DataView, at: number): string =>
  `${readText(view, at, SEGMENT_BYTES)}_${readText(view, at + SEGMENT_BYTES, SYMBOL_BYTES)}`

export const readQuoteValue = (view: DataView, at: number, index: number): number =>
  view.getFloat64(at + QUOTE_NAME_BYTES + index * 8, true)

/** Throws RangeError; a malformed frame yields no tick at all. */
export const decodeQuotes = (bytes: ArrayBuffer): QuoteTick[] => {
  const ticks: QuoteTick[] = []
  eachQuote(bytes, (view, at) => ticks.push(decodeRecord(view, at)))
  return ticks
}

const decodeRecord = (view: DataView, at: number): QuoteTick => {
  const parts = parseInstrumentId(readQuoteName(view, at))
  if (parts === null)
    throw new RangeError(`quote frame: unknown segment "${readText(view, at, SEGMENT_BYTES)}"`)
  const value = (field: QuoteField) =>
    view.getFloat64(at + QUOTE_NAME_BYTES + quoteFields.indexOf(field) * 8, true)
  return {
    instrument: instrumentId(parts.segment satisfies Segment, parts.tradingSymbol),
    timestamp: value('timestamp'),
    price: value('price'),
    dayOpen: value('dayOpen'),
    prevClose: value('prevClose'),
    size: value('size'),
    open: value('open'),
    high: value('high'),
    low: value('low'),
    close: value('close'),
    volume: value('volume'),
    oi: value('oi'),
    bid: value('bid'),
    ask: value('ask'),
    dayHigh: value('dayHigh'),
    dayLow: value('dayLow'),
  }
}
