import type { InstrumentId } from '../instrument.ts'
import type { OptionType } from '../options/black-76.ts'
import type { Side } from '../order.ts'
import type { IstDate } from '../time.ts'

/** Which strike a leg takes, by what is known at its fill. */
export type StrikePick =
  /** Strikes from the one at the money, up is positive. */
  | { readonly kind: 'steps'; readonly steps: number }
  /** 0 to 1, whatever its sign. */
  | { readonly kind: 'delta'; readonly delta: number }
  /** Rupees a unit. */
  | { readonly kind: 'premium'; readonly premium: number }

/** `weekly` is the nearest expiry of the underlying, whatever it is called; `next` the one after it. */
export const expiryPicks = ['weekly', 'next', 'monthly'] as const
export type ExpiryPick = (typeof expiryPicks)[number]

/** Against the leg, in points or in percent of its own premium. */
export const legStopTypes = ['pts', 'pct'] as const
export interface LegStop {
  readonly amount: number
  readonly type: (typeof legStopTypes)[number]
}

export interface LegAsk {
  readonly side: Side
  readonly type: OptionType
  readonly lots: number
  readonly strike: StrikePick
  readonly expiry: ExpiryPick
  readonly stop: LegStop | null
}

export const LEGS_MAX = 10

export const entryKinds = ['condition', 'time'] as const

/** What a run on options trades, and when it leaves all of it. */
export interface OptionRules {
  readonly legs: readonly LegAsk[]
  /** By the condition of the run, or once a day at its start time. */
  readonly entry: (typeof entryKinds)[number]
  /** Rupees over all legs, before charges. */
  readonly combinedStop: number | null
  readonly combinedTarget: number | null
}

/** The options of one underlying. */
export interface OptionUnderlying {
  /** As contracts are named: `NIFTY`. */
  readonly root: string
  readonly exchange: 'NFO' | 'BFO'
  readonly isIndex: boolean
  /** Rupees between neighbouring strikes near the money. */
  readonly strikeStep: number
}

/** One option that a run holds. */
export interface LegContract {
  readonly instrument: InstrumentId
  readonly type: OptionType
  readonly strike: number
  readonly expiry: IstDate
  readonly lotSize: number
}

/** A contract and the first and last day on which a run holds it. */
export interface WantedContract {
  readonly instrument: InstrumentId
  readonly underlying: InstrumentId
  readonly expiry: IstDate
  readonly from: IstDate
  readonly to: IstDate
}

/** From candles of the contract itself, or reckoned from its underlying. */
export type PriceMark = 'traded' | 'model'
