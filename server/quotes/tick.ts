import {
  encodeQuotes,
  QUOTE_RECORD_BYTES,
  type QuoteTick,
  writeQuoteName,
} from '../../src/contract/quotes/quote-frame.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../src/domain/money.ts'
import type { Quote } from '../../src/domain/quotes/quote.ts'

/** `close`, of the minute in progress, is the last price; a missing bid or ask is 0. */
const toTick = (quote: Quote): QuoteTick => ({
  instrument: quote.instrument,
  timestamp: quote.at,
  price: toRupees(quote.lastPrice),
  dayOpen: toRupees(quote.dayOpen),
  prevClose: toRupees(quote.previousClose),
  size: quote.lastQuantity,
  open: toRupees(quote.minuteOpen),
  high: toRupees(quote.minuteHigh),
  low: toRupees(quote.minuteLow),
  close: toRupees(quote.lastPrice),
  volume: quote.volume,
  oi: quote.openInterest,
  bid: quote.bid === null ? 0 : toRupees(quote.bid),
  ask: quote.ask === null ? 0 : toRupees(quote.ask),
  dayHigh: toRupees(quote.dayHigh),
  dayLow: toRupees(quote.dayLow),
})

/** Throws RangeError for a symbol that does not fit. */
export const encodeRecord = (quote: Quote): Uint8Array => {
  const frame = new Uint8Array(encodeQuotes([toTick(quote)]))
  return frame.subarray(frame.length - QUOTE_RECORD_BYTES)
}

/** All values are 0. Throws RangeError like `encodeRecord`. */
export const encodeNoPrice = (instrument: InstrumentId): Uint8Array => {
  const record = new Uint8Array(QUOTE_RECORD_BYTES)
  writeQuoteName(new DataView(record.buffer), 0, instrument)
  return record
}

export const isSameTick = (one: Quote, other: Quote): boolean =>
  one === other ||
  (one.at === other.at &&
    one.lastPrice === other.lastPrice &&
    one.lastQuantity === other.lastQuantity &&
    one.volume === other.volume &&
    one.bid === other.bid &&
    one.ask === other.ask &&
    one.openInterest === other.openInterest &&
    one.minuteOpen === other.minuteOpen &&
    one.minuteHigh === other.minuteHigh &&
    one.minuteLow === other.minuteLow &&
    one.dayOpen === other.dayOpen &&
    one.dayHigh === other.dayHigh &&
    one.dayLow === other.dayLow &&
    one.previousClose === other.previousClose)
