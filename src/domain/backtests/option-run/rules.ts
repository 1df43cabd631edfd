import type { InstrumentId } from '../../instruments/instrument.ts'
import type { OptionType } from '../../options/black-76.ts'
import type { Side } from '../../orders/order.ts'
import type { IstDate } from '../../time.ts'

export type StrikePick =
  /** Strikes from the money, up is positive. */
  | { readonly kind: 'steps'; readonly steps: number }
  /** Absolute value, 0 to 1. */
  | { readonly kind: 'delta'; readonly delta: number }
  /** Rupees a unit. */
  | { readonly kind: 'premium'; readonly premium: number }

/** `weekly` is the nearest expiry, even a monthly one; `next` the one after it. */
export const expiryPicks = ['weekly', 'next', 'monthly'] as const
export type ExpiryPick = (typeof expiryPicks)[number]

/** A move in points, or in percent of the leg's premium. */
export const legStopTypes = ['pts', 'pct'] as const
export interface LegMove {
  readonly amount: number
  readonly type: (typeof legStopTypes)[number]
}

/** A premium that was sold cannot fall by all of itself. */
export const isUnreachable = (side: Side, { amount, type }: LegMove): boolean =>
  side === 'sell' && type === 'pct' && amount >= 100

export interface LegSpec {
  readonly side: Side
  readonly type: OptionType
  readonly lots: number
  readonly strike: StrikePick
  readonly expiry: ExpiryPick
  readonly stop: LegMove | null
  readonly target?: LegMove
}

/** Once all legs together have made `at`, they are left when no more than `keep` of it is left. Rupees. */
export interface ProfitLock {
  readonly at: number
  readonly keep: number
}

export const findLockProblem = ({ at, keep }: ProfitLock): string | null => {
  if (!(Number.isInteger(at) && at > 0 && Number.isInteger(keep))) return 'expected whole rupees'
  return keep >= 0 && keep < at ? null : 'expected to keep less than the profit that locks it'
}

export const LEGS_MAX = 10

export const entryKinds = ['condition', 'time'] as const

export interface OptionRules {
  readonly legs: readonly LegSpec[]
  /** By the run's condition, or once a day at its start time. */
  readonly entry: (typeof entryKinds)[number]
  /** Rupees over all legs, before charges. */
  readonly combinedStop: number | null
  readonly combinedTarget: number | null
  readonly profitLock?: ProfitLock
}

export interface OptionUnderlying {
  readonly root: string
  readonly exchange: 'NFO' | 'BFO'
  readonly isIndex: boolean
  /** Rupees between neighbouring strikes near the money. */
  readonly strikeStep: number
}

export interface LegContract {
  readonly instrument: InstrumentId
  readonly type: OptionType
  readonly strike: number
  readonly expiry: IstDate
  readonly lotSize: number
}

/** `from` and `to` are the first and last day on which a run holds it. */
export interface WantedContract {
  readonly instrument: InstrumentId
  readonly underlying: InstrumentId
  readonly expiry: IstDate
  readonly from: IstDate
  readonly to: IstDate
}

/** From the contract's own candles, or computed from its underlying. */
export type PriceMark = 'traded' | 'model'
