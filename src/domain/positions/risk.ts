import type { InstrumentId } from '../instruments/instrument.ts'
import type { Greeks } from '../options/black-76.ts'
import { type Leg, legGreeks, legLater, legValue, type Moment, sumGreeks } from '../options/leg-value.ts'
import type { Product } from '../orders/order.ts'
import { type Hedge, type HedgeContract, hedgesOf } from './hedge.ts'

export interface RiskLeg {
  readonly sym: InstrumentId
  readonly product: Product
  readonly leg: Leg
}

export interface RiskGroup {
  readonly underlying: InstrumentId
  readonly spot: number
  /** To NIFTY 50; null if unknown. */
  readonly beta: number | null
  /** Annual, at the money of the nearest expiry, as a share; null if no price implies it. */
  readonly volatility: number | null
  readonly legs: readonly RiskLeg[]
  readonly hedges: readonly HedgeContract[]
}

export interface WhatIf {
  /** How far the underlying moves, as a share of its price: 0.01 is 1 % up. */
  readonly move: number
  /** Calendar days from now. */
  readonly days: number
  /** Added to every volatility, as a share. */
  readonly volatility: number
}

export const asItIs: WhatIf = { move: 0, days: 0, volatility: 0 }

export const isAsItIs = ({ move, days, volatility }: WhatIf): boolean =>
  move === 0 && days === 0 && volatility === 0

export interface Priced extends Pick<RiskGroup, 'spot'> {
  readonly legs: readonly Pick<RiskLeg, 'leg'>[]
}

const DAYS_A_YEAR = 365

export const yearsTo = ({ days }: WhatIf): number => days / DAYS_A_YEAR

const momentOf = ({ spot }: Pick<Priced, 'spot'>, whatIf: WhatIf, rate: number): Moment => ({
  years: yearsTo(whatIf),
  spot,
  rate,
  volatilityShift: whatIf.volatility,
})

const priceIf = ({ spot }: Pick<Priced, 'spot'>, { move }: WhatIf): number => spot * (1 + move)

const valueIf = (group: Priced, whatIf: WhatIf, rate: number): number => {
  const moment = momentOf(group, whatIf, rate)
  const price = priceIf(group, whatIf)
  return group.legs.reduce((sum, { leg }) => sum + leg.quantity * legValue(leg, price, moment), 0)
}

/** Rupees of the open positions at their last prices. */
export const openPnlOf = ({ legs }: Priced): number =>
  legs.reduce((sum, { leg }) => sum + leg.quantity * (leg.mark - leg.entry), 0)

/** Rupees that the model adds to `openPnlOf`. */
export const changeIf = (group: Priced, whatIf: WhatIf, rate: number): number =>
  isAsItIs(whatIf) ? 0 : valueIf(group, whatIf, rate) - valueIf(group, asItIs, rate)

/** The signed quantity's; null when nothing explains the price of the leg. */
export const greeksIf = (
  group: Pick<Priced, 'spot'>,
  { leg }: Pick<RiskLeg, 'leg'>,
  whatIf: WhatIf,
  rate: number,
): Greeks | null => legGreeks(legLater(leg, priceIf(group, whatIf), momentOf(group, whatIf, rate)), rate)

export const groupGreeksIf = (group: Priced, whatIf: WhatIf, rate: number): Greeks | null =>
  sumGreeks(group.legs.map((leg) => greeksIf(group, leg, whatIf, rate)))

/** Rupees when NIFTY 50 moves by `share` of its price, and the underlying by its beta times that. */
export const changeWithIndex = (
  group: Priced & Pick<RiskGroup, 'beta'>,
  share: number,
  rate: number,
): number | null =>
  group.beta === null ? null : changeIf(group, { ...asItIs, move: group.beta * share }, rate)

export const gammaOfPercent = ({ spot }: Pick<Priced, 'spot'>, { gamma }: Greeks): number =>
  (gamma * spot) / 100

export const datedLegsOf = ({ legs }: Pick<RiskGroup, 'legs'>): readonly RiskLeg[] =>
  legs.filter(({ leg }) => leg.kind !== 'share')

/** An order in a contract that is held would be its exit. */
export const hedgesFor = (group: RiskGroup, delta: number, rate: number): readonly Hedge[] => {
  const held = new Set(group.legs.map(({ sym }) => sym))
  return hedgesOf(
    delta,
    group.hedges.filter(({ sym }) => !held.has(sym)),
    rate,
  )
}
