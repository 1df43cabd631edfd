import type { Instrument, InstrumentId, InstrumentType, Segment, Universe } from './instrument.ts'
import type { IstDate } from './time.ts'

/** At most this many results of an instrument search. */
export const MAX_SEARCH_RESULTS = 25

export type OptionType = 'CE' | 'PE'

/** Narrows a search; null does not narrow. */
export interface InstrumentFilter {
  readonly segment: Segment | null
  readonly type: InstrumentType | null
  readonly expiry: IstDate | null
}

export interface Facet<Value> {
  readonly value: Value
  /** Instruments that have it. */
  readonly count: number
}

/** What a filter can be set to, and how many instruments that leaves: each part under the other two. */
export interface InstrumentFacets {
  /** In the order of `segments`. */
  readonly segments: readonly Facet<Segment>[]
  readonly types: readonly Facet<InstrumentType>[]
  /** Nearest first. */
  readonly expiries: readonly Facet<IstDate>[]
}

/** The instrument master as one can ask it. Built in `market/`, from columns made off the page's thread. */
export interface InstrumentIndex {
  readonly size: number
  /**
   * Best first, `MAX_SEARCH_RESULTS` at most. An empty query answers the indices, or what a filter leaves, nearest
   * expiry first.
   */
  search(query: string, limit?: number, filter?: InstrumentFilter): readonly Instrument[]
  facets(filter: InstrumentFilter): InstrumentFacets
  find(id: InstrumentId): Instrument | null
  /**
   * The one instrument a symbol means: `NIFTY 50`, an alias (`NIFTY`), `BSE:RELIANCE` or `BSE_RELIANCE`. A bare symbol
   * is looked for among indices, then NSE, then derivatives, then BSE. Any letter case.
   */
  findSymbol(symbol: string): Instrument | null
  /** Symbols that look most like this word, best first. */
  nearest(word: string): readonly string[]
  /** Members on NSE, in the order of the master. */
  membersOf(universe: Universe): readonly Instrument[]
  /** Futures of an underlying, nearest expiry first. */
  futuresOf(underlying: InstrumentId): readonly Instrument[]
  /** The future with the nearest expiry. */
  futureOf(underlying: InstrumentId): Instrument | null
  /** Expiries of the options of an underlying, nearest first. */
  expiriesOf(underlying: InstrumentId): readonly IstDate[]
  /** Options of one expiry and type, by strike ascending. */
  optionsOf(underlying: InstrumentId, expiry: IstDate, type: OptionType): readonly Instrument[]
  /** Nearest expiry, strike closest to the price in rupees, the lower of two equally close. */
  atmOption(underlying: InstrumentId, price: number, type: OptionType): Instrument | null
}
