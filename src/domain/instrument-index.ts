import type { Instrument, InstrumentId, Universe } from './instrument.ts'
import type { IstDate } from './time.ts'

/** At most this many results of an instrument search. */
export const MAX_SEARCH_RESULTS = 25

export type OptionType = 'CE' | 'PE'

/** The instrument master as one can ask it. Built in `market/`, from columns made off the page's thread. */
export interface InstrumentIndex {
  readonly size: number
  /** Best first, `MAX_SEARCH_RESULTS` at most. An empty query answers the indices. */
  search(query: string, limit?: number): readonly Instrument[]
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
