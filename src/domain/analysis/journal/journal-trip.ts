import type { InstrumentId } from '../../instruments/instrument.ts'
import type { Side } from '../../orders/order.ts'

/** Rupees and units, market time. */
export interface TripFillShown {
  readonly at: number
  readonly side: Side
  readonly quantity: number
  readonly price: number
}

export interface JournalTrip {
  readonly id: number
  readonly sym: InstrumentId
  readonly isLong: boolean
  /** Id of the strategy; empty by hand. */
  readonly by: string
  readonly openedAt: number
  /** Null while some of it is held. */
  readonly closedAt: number | null
  /** Units that were entered. */
  readonly quantity: number
  /** Before charges; what is held counts at the last price. */
  readonly pnl: number
  readonly charges: number
  readonly fills: readonly TripFillShown[]
}
