import type { ClosedTrip, RoundTrip } from '../../src/domain/analysis/round-trips.ts'
import type { TaxFill } from '../../src/domain/analysis/tax/tax-lots.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../src/domain/money.ts'
import type { Charges } from '../../src/domain/orders/charges.ts'
import type { DayTrade } from '../../src/domain/positions/day-pnl.ts'
import type { EpochMs, IstDate } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'
import type { Account } from './account.ts'

/** Rupees. `fees` are the broker's own, such as for a square-off. */
export type ChargesByKind = Omit<Charges, 'total'> & { readonly fees: number }

export interface DayFigures {
  readonly day: IstDate
  readonly gross: Paise
  readonly charges: Paise
  /** Cash and what is held, at the close. */
  readonly equity: Paise
  readonly cash: Paise
  /** Added that day, less what was withdrawn: no gain. */
  readonly capital: Paise
  readonly byKind: ChargesByKind
}

/** Price of an instrument that is held; undefined where none is known. */
export type Closes = (id: InstrumentId) => Paise | undefined

export interface AccountPast {
  readonly opening: { readonly day: IstDate; readonly equity: Paise } | null
  /** Oldest first; the last is in progress. */
  readonly days: readonly DayFigures[]
  readonly trips: readonly ClosedTrip[]
  readonly open: readonly RoundTrip[]
  readonly taxFills: readonly TaxFill[]
  /** Paise that were charged for orders that never filled, and so belong to no trade. */
  readonly strayFees: number
}

/** The account at the end of a day, or now: its orders have all their steps. */
export interface DayEnd {
  readonly account: Account
  /** Oldest first. */
  readonly settled: readonly (DayTrade & { readonly key: InstrumentId })[]
}

/** The account from one entry of the log to the next. */
export interface StoodAccount {
  readonly account: Account
  readonly since: EpochMs
  /** Null for the last of its day. */
  readonly until: EpochMs | null
}

export interface MarginPeak {
  readonly used: Paise
  /** Used and free at that instant. */
  readonly total: Paise
  readonly at: EpochMs
}

export type FindInstrument = (id: InstrumentId) => Instrument | null

/** The highest margin of a day between its open and `end`; null if nothing was used. */
export type MarginPeaks = (
  owner: UserId,
  day: IstDate,
  within: { readonly opensAt: number; readonly end: number; readonly find: FindInstrument },
) => Promise<MarginPeak | null>

export interface BrokerHistory {
  /** Returns a function that values the day in progress. */
  of(owner: UserId): Promise<(closes: Closes) => AccountPast>
  /** Null for a day that the account did not see. */
  endOf(owner: UserId, day: IstDate): Promise<DayEnd | null>
  /** Trading days that the account saw, oldest first; the last is in progress. */
  daysOf(owner: UserId): Promise<readonly IstDate[]>
  /** As it was on that day, oldest first. `take` must not keep an account. */
  walkDay(owner: UserId, day: IstDate, take: (stood: StoodAccount) => Promise<void>): Promise<void>
}
