import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import {
  type Instrument,
  type InstrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, toRupees } from '../../../src/domain/money.ts'
import {
  atmStrikeOf,
  type ChainRow,
  type ChainSide,
  type ChainTerms,
  parityForward,
} from '../../../src/domain/options/chain.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { expiryInstant, yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, type IstDate, istDateToDayNumber, parseIstDate } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { Refusal } from '../../refusal.ts'

export interface OptionListing {
  find(id: InstrumentId): Instrument | null
  /** Ascending. */
  expiriesOf(underlying: InstrumentId): readonly IstDate[]
  /** Ascending by strike. */
  optionsOf(underlying: InstrumentId, expiry: IstDate): readonly ChainRow<Instrument>[]
  futuresOf(underlying: InstrumentId): readonly Instrument[]
  nearest(symbol: string): readonly string[]
}

export interface OptionPorts {
  readonly loadListing: () => Promise<OptionListing>
  readonly live: LiveMarket
  /** Market time. */
  readonly clock: { now(): EpochMs }
  readonly calendar: Calendar
}

export interface Series {
  readonly underlying: Instrument
  readonly expiry: IstDate
  readonly expiries: readonly IstDate[]
  readonly options: readonly ChainRow<Instrument>[]
  readonly future: Instrument | null
}

export interface Contract extends ChainSide {
  readonly instrument: Instrument
  readonly quote: Quote
}

const NEAREST_EXPIRIES = 3

/** Reads `INDICES_NIFTY 50:2026-12-01`; without a day, the nearest expiry that has not ended. */
export const findSeries = (
  listing: OptionListing,
  key: string,
  { at, calendar }: { readonly at: EpochMs; readonly calendar: Calendar },
): Series => {
  const cut = key.lastIndexOf(':')
  const [name, day] = cut < 0 ? [key, null] : [key.slice(0, cut), key.slice(cut + 1)]
  const underlying = findUnderlying(listing, name)
  const expiries = listing
    .expiriesOf(underlying.id)
    .filter((expiry) => expiryInstant(expiry, calendar) > at)
    .filter((expiry) => listing.optionsOf(underlying.id, expiry).length > 0)
  const expiry = day === null ? expiries[0] : expiries.find((listed) => listed === day)
  if (expiry === undefined) throw noExpiry(name, day, expiries)
  return seriesOf(listing, underlying, expiry, expiries)
}

export const seriesOf = (
  listing: OptionListing,
  underlying: Instrument,
  expiry: IstDate,
  expiries: readonly IstDate[],
): Series => ({
  underlying,
  expiry,
  expiries,
  options: listing.optionsOf(underlying.id, expiry),
  future: listing.futuresOf(underlying.id).find((future) => future.expiry === expiry) ?? null,
})

export const findUnderlying = (listing: OptionListing, name: string): Instrument => {
  const parsed = parseInstrumentId(name)
  const instrument = parsed === null ? null : listing.find(parsed.id)
  if (instrument !== null && listing.expiriesOf(instrument.id).length > 0) return instrument
  const symbol = parsed?.tradingSymbol ?? name
  const near = listing
    .nearest(symbol)
    .filter((id) => id !== name && listing.expiriesOf(id as InstrumentId).length > 0)
  throw new Refusal(
    'NOT_FOUND',
    `No options on ${name}${near.length === 0 ? '' : `; nearest: ${near.join(', ')}`}`,
  )
}

const noExpiry = (name: string, day: string | null, expiries: readonly IstDate[]): Refusal => {
  if (day === null || expiries.length === 0) return new Refusal('NOT_FOUND', `No live options on ${name}`)
  const wanted = parseIstDate(day)
  if (wanted === null)
    return new Refusal('NOT_FOUND', `${day} is not a date; write an expiry as ${expiries[0]}`)
  const distance = (expiry: IstDate): number =>
    Math.abs(istDateToDayNumber(expiry) - istDateToDayNumber(wanted))
  const near = [...expiries].sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST_EXPIRIES)
  return new Refusal(
    'NOT_FOUND',
    `No options on ${name} expire on ${day}; nearest: ${near.sort().join(', ')}`,
  )
}

/** Rupees; for a master without tick sizes. */
const SMALLEST_TICK = 0.05

export const chainTerms = (
  { options, expiry }: Pick<Series, 'options' | 'expiry'>,
  at: EpochMs,
  calendar: Calendar,
): ChainTerms => {
  const [first] = options
  return {
    years: yearsToExpiry(expiry, at, calendar),
    rate: RISK_FREE_RATE,
    tick: (first?.ce ?? first?.pe)?.tickSize || SMALLEST_TICK,
  }
}

/** In a spread wider than both limits the middle is no estimate of the price. */
const SPREAD_SHARE_MAX = 0.1
const SPREAD_MAX = fromRupees(0.2)

/** Rupees; null without any price. */
export const markOf = ({ bid, ask, lastPrice }: Quote): number | null => {
  if (bid === null || ask === null) return lastPrice > 0 ? toRupees(lastPrice) : null
  const middle = (bid + ask) / 2
  const isClose = ask - bid <= Math.max(SPREAD_MAX, middle * SPREAD_SHARE_MAX)
  const mark = isClose ? middle : Math.min(ask, Math.max(bid, lastPrice))
  return mark > 0 ? mark / 100 : null
}

export const contractAt = (live: LiveMarket, instrument: Instrument | null, at: EpochMs): Contract | null => {
  const quote = instrument === null ? null : live.quote(instrument, at)
  if (instrument === null || quote === null) return null
  const { openInterest, volume } = quote
  return { instrument, quote, price: markOf(quote), openInterest, volume }
}

export const readRows = async (
  live: LiveMarket,
  options: readonly ChainRow<Instrument>[],
  at: EpochMs,
  breathe: () => Promise<void>,
): Promise<readonly ChainRow<Contract>[]> => {
  const rows: ChainRow<Contract>[] = []
  for (const { strike, ce, pe } of options) {
    rows.push({ strike, ce: contractAt(live, ce, at), pe: contractAt(live, pe, at) })
    await breathe()
  }
  return rows
}

const PARITY_ROWS = 11

/** `count` is odd. */
export const rowsNear = <Side>(
  rows: readonly ChainRow<Side>[],
  price: number,
  count = PARITY_ROWS,
): readonly ChainRow<Side>[] => {
  const atm = atmStrikeOf(
    rows.map(({ strike }) => strike),
    price,
  )
  const middle = rows.findIndex(({ strike }) => strike === atm)
  const from = Math.max(0, Math.min(middle - (count - 1) / 2, rows.length - count))
  return rows.slice(from, from + count)
}

export interface Forward {
  /** Rupees. */
  readonly forward: number
  readonly from: 'future' | 'parity'
}

export const forwardOf = (
  live: LiveMarket,
  { future }: Pick<Series, 'future'>,
  rows: readonly ChainRow[],
  { spot, terms, at }: { readonly spot: number; readonly terms: ChainTerms; readonly at: EpochMs },
): Forward | null => {
  const price = contractAt(live, future, at)?.price ?? null
  if (price !== null) return { forward: price, from: 'future' }
  const parity = parityForward(rowsNear(rows, spot), terms)
  return parity === null || parity <= 0 ? null : { forward: parity, from: 'parity' }
}

/** Rupees; null before the first trade. */
export const spotOf = (live: LiveMarket, underlying: Instrument, at: EpochMs): number | null => {
  const quote = live.quote(underlying, at)
  return quote === null ? null : toRupees(quote.lastPrice)
}

export const rounded = (value: number, digits: number): number => {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale + 0
}

export const roundedOrNull = (value: number | null, digits: number): number | null =>
  value === null ? null : rounded(value, digits)
