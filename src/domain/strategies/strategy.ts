import type { EntryLimit, StopTargetType, TrailingStop } from '../backtests/backtest.ts'
import type { ProfitLock } from '../backtests/option-run/rules.ts'
import type { Interval } from '../charts/interval.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import { presetGroups } from '../options/presets.ts'
import type { Product, Side } from '../orders/order.ts'

export const categories = ['equity', 'options'] as const
export type Category = (typeof categories)[number]

export const subCategories = [
  'momentum',
  'trend',
  'reversal',
  'breakout',
  'volatility',
  'volume',
  'opening',
  'swing',
  'income',
  'hedge',
] as const
export type SubCategory = (typeof subCategories)[number]

export const trends = presetGroups
export type Trend = (typeof trends)[number]

/** `direct` enters whenever nothing is held, `time` once a day, `condition` when the rule is true. */
export const entryTypes = ['direct', 'time', 'condition'] as const
export type EntryType = (typeof entryTypes)[number]

/** With `none` the stop, the target, the square-off or the expiry ends a position. */
export const exitTypes = ['none', 'time', 'condition'] as const
export type ExitType = (typeof exitTypes)[number]

/** `shares` counts units; `risk` is the rupees lost if the stop is hit. Options take the first three. */
export const quantityBases = ['lots', 'rupees', 'capital_pct', 'shares', 'risk'] as const
export interface StrategyQuantity {
  readonly by: (typeof quantityBases)[number]
  readonly value: number
}

/** `current` is the nearest expiry. */
export const legExpiries = ['current', 'next', 'monthly'] as const
export type LegExpiry = (typeof legExpiries)[number]
export const legTypes = ['ce', 'pe'] as const
export const legStopTypes = ['pts', 'pct'] as const

/**
 * One of `atm` (listed strikes from the money, up is positive), `delta` (0 to 1) and `premium` (rupees a
 * unit) chooses the strike. `quantity` counts lots; `stopLoss` and `targetProfit` are in points or in percent
 * of the premium.
 */
export interface StrategyLeg {
  readonly position: Side
  readonly type: (typeof legTypes)[number]
  readonly expiry: LegExpiry
  readonly atm: number | null
  readonly delta: number | null
  readonly premium: number | null
  readonly quantity: number
  readonly stopLoss: number | null
  readonly targetProfit: number | null
  readonly tpslType: (typeof legStopTypes)[number]
}

/** `logic` is a printed rule; empty where the strategy does not enter or exit by condition. */
export interface UnderlyingRule {
  readonly segSym: InstrumentId
  readonly logic: string
}

/** Times are `HH:MM` IST; null where the type has none. */
interface StrategyBase {
  readonly algoName: string
  readonly interval: Interval
  readonly product: Product
  readonly quantity: StrategyQuantity
  readonly entryType: EntryType
  readonly entryTime: string | null
  readonly exitType: ExitType
  readonly exitTime: string | null
  readonly tradingStartTime: string
  readonly tradingStopTime: string
  readonly subCategory: SubCategory
  readonly trend: Trend
  readonly note: string
}

export interface EquityStrategy extends StrategyBase {
  readonly category: 'equity'
  readonly segSyms: readonly InstrumentId[]
  readonly position: Side
  readonly entryLogic: string
  readonly exitLogic: string
  /** In units of `tpslType`: percent of the entry price, rupees of the position, points. Null is off. */
  readonly stopLoss: number | null
  readonly targetProfit: number | null
  readonly tpslType: StopTargetType
  readonly trailing?: TrailingStop
  readonly entries?: EntryLimit
  readonly lossesInARow?: number
}

export interface OptionsStrategy extends StrategyBase {
  readonly category: 'options'
  readonly legs: readonly StrategyLeg[]
  readonly entryUnderlyings: readonly UnderlyingRule[]
  readonly exitUnderlyings: readonly UnderlyingRule[]
  /** Rupees over all legs, before charges. */
  readonly combinedSl: number | null
  readonly combinedTp: number | null
  readonly lockProfit?: ProfitLock
}

export type Strategy = EquityStrategy | OptionsStrategy

export const SYMBOLS_PER_STRATEGY = 50
export const NOTE_LENGTH_MAX = 2_000

export const instrumentsOf = (strategy: Strategy): readonly InstrumentId[] =>
  strategy.category === 'equity' ? strategy.segSyms : strategy.entryUnderlyings.map(({ segSym }) => segSym)

/** The same rules on other instruments and in another quantity; of options the rule of the first underlying is theirs. */
export const withTerms = (
  strategy: Strategy,
  { segSyms, quantity }: Pick<EquityStrategy, 'segSyms' | 'quantity'>,
): Strategy => {
  if (strategy.category === 'equity') return { ...strategy, segSyms, quantity }
  const on = (rules: readonly UnderlyingRule[]): readonly UnderlyingRule[] => {
    const [first] = rules
    if (first === undefined) return []
    return segSyms.map((segSym) => rules.find((rule) => rule.segSym === segSym) ?? { ...first, segSym })
  }
  const { entryUnderlyings, exitUnderlyings } = strategy
  return {
    ...strategy,
    quantity,
    entryUnderlyings: on(entryUnderlyings),
    exitUnderlyings: on(exitUnderlyings),
  }
}
