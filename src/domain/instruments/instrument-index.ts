import type { IstDate } from '../time.ts'
import type { Instrument, InstrumentId, InstrumentType, Segment, Universe } from './instrument.ts'

export const MAX_SEARCH_RESULTS = 25

export type OptionType = 'CE' | 'PE'

export interface InstrumentFilter {
  readonly segment: Segment | null
  readonly type: InstrumentType | null
  readonly expiry: IstDate | null
}

export interface Facet<Value> {
  readonly value: Value
  readonly count: number
}

/** Values a filter can take, each counted under the other two filters. */
export interface InstrumentFacets {
  readonly segments: readonly Facet<Segment>[]
  readonly types: readonly Facet<InstrumentType>[]
  readonly expiries: readonly Facet<IstDate>[]
}

/** Built in `market/`, off the page's thread. Expiries are nearest first, strikes ascending. */
export interface InstrumentIndex {
  readonly size: number
  /** Best first. An empty query returns the indices, or what the filter leaves, nearest expiry first. */
  search(query: string, limit?: number, filter?: InstrumentFilter): readonly Instrument[]
  facets(filter: InstrumentFilter): InstrumentFacets
  find(id: InstrumentId): Instrument | null
  /** Any case: `NIFTY 50`, `NIFTY`, `BSE:RELIANCE`, `BSE_RELIANCE`; indices, NSE, derivatives, then BSE. */
  findSymbol(symbol: string): Instrument | null
  nearest(word: string): readonly string[]
  membersOf(universe: Universe): readonly Instrument[]
  futuresOf(underlying: InstrumentId): readonly Instrument[]
  futureOf(underlying: InstrumentId): Instrument | null
  expiriesOf(underlying: InstrumentId): readonly IstDate[]
  optionsOf(underlying: InstrumentId, expiry: IstDate, type: OptionType): readonly Instrument[]
  /** Nearest expiry; `price` in rupees, the lower of two equally close strikes. */
  atmOption(underlying: InstrumentId, price: number, type: OptionType): Instrument | null
}
