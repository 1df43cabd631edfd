import type { InstrumentId } from './instrument.ts'
import type { Paise } from './money.ts'
import type { EpochMs } from './time.ts'

/** What wants to trade at one price. */
export interface Level {
  readonly price: Paise
  readonly quantity: number
  readonly orders: number
}

/** Both sides of one instrument, best first. A side may be empty: at a circuit limit nobody stands opposite. */
export interface Book {
  readonly at: EpochMs
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** One execution between others, as the tape shows it. */
export interface Print {
  readonly at: EpochMs
  readonly price: Paise
  readonly quantity: number
}

/** What is known of one instrument at an instant of market time. */
export interface Quote {
  readonly instrument: InstrumentId
  /** Of the last print. */
  readonly at: EpochMs
  readonly lastPrice: Paise
  readonly lastQuantity: number
  readonly dayOpen: Paise
  readonly dayHigh: Paise
  readonly dayLow: Paise
  /** Close of the session before. */
  readonly previousClose: Paise
  /** Of the minute in progress. */
  readonly minuteOpen: Paise
  readonly minuteHigh: Paise
  readonly minuteLow: Paise
  /** Units traded today; 0 of an index. */
  readonly volume: number
  /** Units open; 0 where there is no such thing. */
  readonly openInterest: number
  readonly previousOpenInterest: number
  /** Prices beyond are refused; null where there is no limit. */
  readonly lowerCircuit: Paise | null
  readonly upperCircuit: Paise | null
  /** Best prices; null on an empty side, and of an index. */
  readonly bid: Paise | null
  readonly ask: Paise | null
}
