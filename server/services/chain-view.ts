import type { Calendar } from '../../src/domain/calendar.ts'
import { type Instrument, type InstrumentId, parseInstrumentId } from '../../src/domain/instrument.ts'
import { fromRupees, toRupees } from '../../src/domain/money.ts'
import {
  atmStrikeOf,
  type ChainRow,
  type ChainSide,
  type ChainTerms,
  parityForward,
} from '../../src/domain/options/chain.ts'
import { RISK_FREE_RATE } from '../../src/domain/options/rate.ts'
import { expiryInstant, yearsToExpiry } from '../../src/domain/options/years-to-expiry.ts'
import type { Quote } from '../../src/domain/quote.ts'
import { type EpochMs, type IstDate, istDateToDayNumber, parseIstDate } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import { Refusal } from '../refusal.ts'

/** What the master knows of derivatives. */
export interface OptionListing {
  find(id: InstrumentId): Instrument | null
  /** Ascending. */
  expiriesOf(underlying: InstrumentId): readonly IstDate[]
  /** Ascending by strike. */
  optionsOf(underlying: InstrumentId, expiry: IstDate): readonly ChainRow<Instrument>[]
  futuresOf(underlying: InstrumentId): readonly Instrument[]
  /** Cash and index instruments whose symbols are spelled most like this one. */
  nearest(symbol: string): readonly string[]
}

export interface OptionPorts {
  readonly loadListing: () => Promise<OptionListing>
  readonly live: LiveMarket
  /** Market time. */
  readonly clock: { now(): EpochMs }
  readonly calendar: Calendar
}

/** One expiry of one underlying. */
export interface Series {
  readonly underlying: Instrument
  readonly expiry: IstDate
  /** Those that have not ended. */
  readonly expiries: readonly IstDate[]
  readonly options: readonly ChainRow<Instrument>[]
  readonly future: Instrument | null
}

export interface Contract extends ChainSide {
  readonly instrument: Instrument
  readonly quote: Quote
}

const NEAREST_EXPIRIES = 3

/** Reads `INDICES_NIFTY 50` or `INDICES_NIFTY 50:2026-12-01`; without a day the nearest expiry that has not ended. */
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

const findUnderlying = (listing: OptionListing, name: string): Instrument => {
  const parsed = parseInstrumentId(name)
  const instrument = parsed === null ? null : listing.find(parsed.id)
  if (instrument !== null && listing.expiriesOf(instrument.id).length > 0) return instrument
  const symbol = parsed?.tradingSymbol ?? name
  const near = listing
    .nearest(symbol)
    .filter((id) => id !== name && listing.expiriesOf(id as InstrumentId).length > 0)
  throw new Refusal(
    'notFound',
    `There are no options on ${name}${near.length === 0 ? '' : `; nearest: ${near.join(', ')}`}`,
  )
}

const noExpiry = (name: string, day: string | null, expiries: readonly IstDate[]): Refusal => {
  if (day === null || expiries.length === 0) return new Refusal('notFound', `No options on ${name} are alive`)
  const wanted = parseIstDate(day)
  if (wanted === null) return new Refusal('notFound', `${day} is no day; an expiry is written ${expiries[0]}`)
  const distance = (expiry: IstDate): number =>
    Math.abs(istDateToDayNumber(expiry) - istDateToDayNumber(wanted))
  const near = [...expiries].sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST_EXPIRIES)
  return new Refusal('notFound', `No options on ${name} end on ${day}; nearest: ${near.sort().join(', ')}`)
}

/** Where a master gives none. */
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

/** Of the middle; a spread wider than this and some ticks says little of where the middle is. */
const SPREAD_SHARE_MAX = 0.1
const SPREAD_MAX = fromRupees(0.2)

/**
 * Rupees to reckon with: the middle of the best prices; the last price, held between them, where they stand far apart;
 * the last price where a side is empty. Null when there is nothing.
 */
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

/** Quotes of every strike; others run between strikes when it takes long. */
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

/** Strikes that tell the forward: this many around the spot. */
const PARITY_ROWS = 11

/** The rows around a price. */
export const rowsNear = <Side>(rows: readonly ChainRow<Side>[], price: number): readonly ChainRow<Side>[] => {
  const atm = atmStrikeOf(
    rows.map(({ strike }) => strike),
    price,
  )
  const middle = rows.findIndex(({ strike }) => strike === atm)
  const from = Math.max(0, Math.min(middle - (PARITY_ROWS - 1) / 2, rows.length - PARITY_ROWS))
  return rows.slice(from, from + PARITY_ROWS)
}

export interface Forward {
  /** Rupees. */
  readonly forward: number
  readonly from: 'future' | 'parity'
}

/** The forward of an expiry: its future, or what calls and puts near the money agree on; null when neither has prices. */
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

/** Rupees of the underlying; null before its first trade. */
export const spotOf = (live: LiveMarket, underlying: Instrument, at: EpochMs): number | null => {
  const quote = live.quote(underlying, at)
  return quote === null ? null : toRupees(quote.lastPrice)
}

/** A figure without the digits that only computing left in it. */
export const rounded = (value: number, digits: number): number => {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale + 0
}

export const roundedOrNull = (value: number | null, digits: number): number | null =>
  value === null ? null : rounded(value, digits)
