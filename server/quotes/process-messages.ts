import type { CalendarYears } from '../../src/domain/holidays/calendar-in-force.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instrument.ts'
import type { IstDate } from '../../src/domain/time.ts'
import type { MarketClockOrigin } from '../market/market-clock.ts'
import type { AnchorPrices } from '../market/master/universe.ts'
import type { StorePlace } from '../store/database.ts'

/** What a replay of stored candles needs besides. */
export interface ReplayStart {
  readonly place: StorePlace
  readonly storedDays: readonly number[]
  readonly storedIds: readonly string[]
  readonly livedDays: readonly IstDate[] | null
}

/** What the quotes process needs to make the market for itself. */
export interface QuotesStart {
  readonly seed: number
  /** Of an imported master, so that all processes make one market; absent: there are none. */
  readonly anchorPrices?: AnchorPrices
  readonly origin: MarketClockOrigin
  /** The calendar in force. */
  readonly calendar: CalendarYears
  readonly logLevel: string
  /** Absent: the market is simulated. */
  readonly replay?: ReplayStart
}

/** From the server to its quotes process. */
export type ToQuotes =
  | { readonly kind: 'start'; readonly start: QuotesStart; readonly clockOffset: number }
  /** What its clock has to add to the machine's monotonic one, so that both processes have one market time. */
  | { readonly kind: 'clock'; readonly clockOffset: number }
  /** Another calendar is in force; the market's clock goes on from where it has come to. */
  | { readonly kind: 'calendar'; readonly calendar: CalendarYears; readonly origin: MarketClockOrigin }
  /** Comes with the socket. `head` is base64. */
  | { readonly kind: 'socket'; readonly id: number; readonly key: string; readonly head: string }
  /** The server has let go of the socket: what the client sends from now on is read by one process alone. */
  | { readonly kind: 'go'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number; readonly code: number; readonly reason: string }
  | { readonly kind: 'found'; readonly ask: number; readonly instruments: readonly (Instrument | null)[] }
  | { readonly kind: 'notFound'; readonly ask: number }

/** From the quotes process to the server. */
export type FromQuotes =
  | { readonly kind: 'ready' }
  | { readonly kind: 'took'; readonly id: number }
  | { readonly kind: 'closed'; readonly id: number }
  | { readonly kind: 'find'; readonly ask: number; readonly ids: readonly InstrumentId[] }
