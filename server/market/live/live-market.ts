import type { Instrument, InstrumentId } from '../../../src/domain/instrument.ts'
import type { Paise } from '../../../src/domain/money.ts'
import type { Book, Print, Quote } from '../../../src/domain/quote.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'

/**
 * The market in progress, whichever source it has. Everything is a function of market time: the same instant answers
 * the same, whoever asks first and in whichever process. Synchronous; what is slow is kept by the source.
 */
export interface LiveMarket {
  /** What one instrument shows at `at`; null when it has not traded yet or is not alive then. */
  quote(instrument: Instrument, at: EpochMs): Quote | null
  /** Depth at `at`, at most `levels` a side (20 at most). Both sides empty outside continuous trading and of an index. */
  book(instrument: Instrument, at: EpochMs, levels?: number): Book
  /** Prints with `after` < time ≤ `until`, in order, at most `PRINTS_MAX` (the last ones). */
  prints(instrument: Instrument, after: EpochMs, until: EpochMs): readonly Print[]
  /** The price of an auction's match on a day (pre-open or close); null when the instrument has no such auction. */
  auctionPrice(instrument: Instrument, day: IstDate, which: 'open' | 'close'): number | null
  /** Rupees at which contracts of an underlying that end on a day are settled; null before that instant. */
  settlementPrice(underlying: InstrumentId, expiry: IstDate, at: EpochMs): number | null
  /** Rupees: the same-expiry forward of an underlying as the source knows it; null where it has none. */
  forward(underlying: InstrumentId, expiry: IstDate, at: EpochMs): number | null
  /** Standard deviation of the underlying's day, as a share; for margins. */
  dailyVolatility(underlying: InstrumentId, at: EpochMs): number
  /** Units traded on an ordinary day; for impact and participation. */
  averageDailyVolume(instrument: Instrument): number
  /**
   * Volume-weighted over the session of `at` or the last one, finished minutes at the mean of their prices; null of an
   * index and before the first trade. Absent where the source keeps no volumes.
   */
  averagePrice?(instrument: Instrument, at: EpochMs): Paise | null
  /** False when the source holds no price of an instrument at any time; absent where it has one of all. */
  knows?(instrument: Instrument): boolean
}

export const PRINTS_MAX = 5_000
