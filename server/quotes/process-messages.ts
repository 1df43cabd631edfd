import type { CalendarYears } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../src/domain/time.ts'
import type { MarketClockOrigin } from '../market/market-clock.ts'
import type { AnchorPrices } from '../market/master/universe.ts'
import type { MarketShock } from '../market/simulated/shocks/market-shock.ts'
import type { StoreLocation } from '../store/database/database.ts'
import type { UserId } from '../user.ts'

export interface ReplayStart {
  readonly location: StoreLocation
  readonly storedDays: readonly number[]
  readonly storedIds: readonly string[]
  readonly livedDays: readonly IstDate[] | null
}

export interface QuotesStart {
  readonly seed: number
  /** From an imported master, so that all processes simulate the same market. */
  readonly anchorPrices?: AnchorPrices
  readonly origin: MarketClockOrigin
  readonly calendar: CalendarYears
  readonly shocks?: readonly MarketShock[]
  readonly logLevel: string
  readonly replay?: ReplayStart
}

export type ToQuotes =
  | { readonly kind: 'start'; readonly start: QuotesStart; readonly clockOffset: number }
  /** Added to the machine's monotonic clock, so that both processes share one market time. */
  | { readonly kind: 'clock'; readonly clockOffset: number }
  | { readonly kind: 'calendar'; readonly calendar: CalendarYears; readonly origin: MarketClockOrigin }
  | { readonly kind: 'shocks'; readonly shocks: readonly MarketShock[] }
  /** Sent with the socket handle. `head` is base64. */
  | {
      readonly kind: 'socket'
      readonly id: number
      readonly user: UserId
      readonly key: string
      readonly head: string
    }
  /** The server no longer reads from the socket. */
  | { readonly kind: 'go'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number; readonly code: number; readonly reason: string }
  /** Until then, wall time, sockets of this user are sent nothing. */
  | { readonly kind: 'freeze'; readonly user: UserId; readonly until: number }
  | { readonly kind: 'found'; readonly request: number; readonly instruments: readonly (Instrument | null)[] }
  | { readonly kind: 'notFound'; readonly request: number }

export type FromQuotes =
  | { readonly kind: 'ready' }
  | { readonly kind: 'took'; readonly id: number }
  | { readonly kind: 'closed'; readonly id: number }
  | { readonly kind: 'find'; readonly request: number; readonly ids: readonly InstrumentId[] }
