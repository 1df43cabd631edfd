import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../../src/domain/money.ts'
import type { Book, Print, Quote } from '../../../src/domain/quotes/quote.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'

/** Synchronous, and a function of market time: the same instant gives the same result in every process. */
export interface LiveMarket {
  /** Null before the first trade, and when the contract is not alive. */
  quote(instrument: Instrument, at: EpochMs): Quote | null
  /** At most `levels` a side, 20 at most. Empty outside continuous trading and for an index. */
  book(instrument: Instrument, at: EpochMs, levels?: number): Book
  /** `after` < time ≤ `until`, in order; the last `PRINTS_MAX` at most. */
  prints(instrument: Instrument, after: EpochMs, until: EpochMs): readonly Print[]
  /** Match price of the auction; null when the instrument has none. */
  auctionPrice(instrument: Instrument, day: IstDate, which: 'open' | 'close'): number | null
  /** Rupees; null before the settlement. */
  settlementPrice(underlying: InstrumentId, expiry: IstDate, at: EpochMs): number | null
  /** Rupees, for the same expiry; null when the source has none. */
  forward(underlying: InstrumentId, expiry: IstDate, at: EpochMs): number | null
  /** Standard deviation of the day's return, as a fraction; for margins. */
  dailyVolatility(underlying: InstrumentId, at: EpochMs): number
  /** Units; for impact and participation. */
  averageDailyVolume(instrument: Instrument): number
  /** VWAP of this or the last session; null for an index and before a trade. Absent without volumes. */
  averagePrice?(instrument: Instrument, at: EpochMs): Paise | null
  /** False when the source has no price of it at any time; absent: it has one of all. */
  knows?(instrument: Instrument): boolean
}

export const PRINTS_MAX = 5_000
