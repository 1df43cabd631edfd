import type { Instrument, InstrumentId } from '../instruments/instrument.ts'
import type { InstrumentIndex } from '../instruments/instrument-index.ts'
import { atmStrikeOf } from '../options/chain.ts'
import { strikesOf } from '../options/preset-drafts.ts'
import type { IstDate } from '../time.ts'
import type { LegExpiry, StrategyLeg } from './strategy.ts'

/** Null where the option is not known at this moment. */
export interface OptionNow {
  readonly strike: number
  readonly delta: number | null
  /** Rupees a unit. */
  readonly price: number | null
}

interface ChainSideNow {
  readonly delta: number | null
  readonly lastPrice: number
}

/** A chain as it is on the wire. */
export const optionsOfChain = (
  {
    strikes,
  }: {
    readonly strikes: readonly {
      readonly strike: number
      readonly ce: ChainSideNow | null
      readonly pe: ChainSideNow | null
    }[]
  },
  type: StrategyLeg['type'],
): readonly OptionNow[] =>
  strikes.flatMap(({ strike, [type]: side }) =>
    side === null ? [] : [{ strike, delta: side.delta, price: side.lastPrice }],
  )

export interface LegMarket {
  readonly index: Pick<InstrumentIndex, 'expiriesOf' | 'optionsOf'>
  readonly underlying: InstrumentId
  /** Rupees; null until known. */
  readonly price: number | null
  /** Null until the chain of that expiry is known. */
  readonly optionsOf: (expiry: IstDate, type: StrategyLeg['type']) => readonly OptionNow[] | null
}

/** `waits` for a price or a chain; `missing` names what is not listed. */
export type ContractOfLeg =
  | { readonly kind: 'found'; readonly contract: Instrument }
  | { readonly kind: 'waits' }
  | { readonly kind: 'missing'; readonly what: string }

/** Null where none is listed. The monthly expiry is the last one of the nearest expiry's month. */
export const expiryOfLeg = (expiry: LegExpiry, expiries: readonly IstDate[]): IstDate | null => {
  const [nearest, next] = expiries
  if (expiry === 'current') return nearest ?? null
  if (expiry === 'next') return next ?? null
  return expiries.findLast((date) => date.slice(0, 7) === nearest?.slice(0, 7)) ?? null
}

/** The contract that a leg means now. A strike that is not listed is reported, never moved to another. */
export const contractOfLeg = (leg: StrategyLeg, market: LegMarket): ContractOfLeg => {
  const { index, underlying } = market
  const expiry = expiryOfLeg(leg.expiry, index.expiriesOf(underlying))
  if (expiry === null) return { kind: 'missing', what: 'an option of this expiry' }
  const strike = strikeOf(leg, expiry, market)
  if (strike === 'waits') return { kind: 'waits' }
  const type = leg.type === 'ce' ? 'CE' : 'PE'
  const contract =
    strike === null
      ? undefined
      : index.optionsOf(underlying, expiry, type).find((option) => option.strike === strike)
  if (contract !== undefined) return { kind: 'found', contract }
  return { kind: 'missing', what: strike === null ? 'such a strike' : `${strike} ${type}` }
}

const strikeOf = (leg: StrategyLeg, expiry: IstDate, market: LegMarket): number | 'waits' | null => {
  if (leg.delta !== null) return nearestOf(leg, expiry, market, ({ delta }) => distance(delta, leg.delta))
  if (leg.premium !== null) return nearestOf(leg, expiry, market, ({ price }) => distance(price, leg.premium))
  const { index, underlying, price } = market
  if (price === null) return 'waits'
  const strikes = strikesOf(index, underlying, expiry)
  const atm = atmStrikeOf(strikes, price)
  return atm === null ? null : (strikes[strikes.indexOf(atm) + (leg.atm ?? 0)] ?? null)
}

const distance = (value: number | null, wanted: number | null): number | null =>
  value === null || wanted === null ? null : Math.abs(Math.abs(value) - wanted)

const nearestOf = (
  { type }: StrategyLeg,
  expiry: IstDate,
  { optionsOf }: LegMarket,
  distanceOf: (option: OptionNow) => number | null,
): number | 'waits' | null => {
  const options = optionsOf(expiry, type)
  if (options === null) return 'waits'
  const known = options.flatMap((option) => {
    const far = distanceOf(option)
    return far === null ? [] : [{ strike: option.strike, far }]
  })
  return known.toSorted((one, other) => one.far - other.far)[0]?.strike ?? null
}
