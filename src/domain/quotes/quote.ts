import type { InstrumentId } from '../instruments/instrument.ts'
import type { Paise } from '../money.ts'
import type { EpochMs } from '../time.ts'

export interface Level {
  readonly price: Paise
  readonly quantity: number
  readonly orders: number
}

/** Best first. A side may be empty, as at a circuit limit. */
export interface Book {
  readonly at: EpochMs
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export interface Print {
  readonly at: EpochMs
  readonly price: Paise
  readonly quantity: number
}

export interface Quote {
  readonly instrument: InstrumentId
  readonly at: EpochMs
  readonly lastPrice: Paise
  readonly lastQuantity: number
  readonly dayOpen: Paise
  readonly dayHigh: Paise
  readonly dayLow: Paise
  readonly previousClose: Paise
  /** Prices of the minute in progress. */
  readonly minuteOpen: Paise
  readonly minuteHigh: Paise
  readonly minuteLow: Paise
  /** Units traded today; 0 for an index. */
  readonly volume: number
  readonly openInterest: number
  readonly previousOpenInterest: number
  readonly lowerCircuit: Paise | null
  readonly upperCircuit: Paise | null
  /** Null for an empty side and for an index. */
  readonly bid: Paise | null
  readonly ask: Paise | null
}
