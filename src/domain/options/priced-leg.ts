import type { OptionType } from './black-76.ts'
import type { Leg } from './leg-value.ts'

/** A leg as a call answers it: rupees a unit, `iv` in percent a year. */
export interface PricedLeg {
  readonly kind: Leg['kind']
  readonly quantity: number
  readonly entry: number
  readonly mark: number
  readonly years: number | null
  readonly forward: number | null
  readonly type: OptionType | null
  readonly strike: number | null
  readonly iv: number | null
}

export const shareOf = (percent: number | null): number | null => (percent === null ? null : percent / 100)
export const percentOf = (share: number | null): number | null => (share === null ? null : share * 100)

export const legOf = ({ kind, quantity, entry, mark, years, forward, type, strike, iv }: PricedLeg): Leg => {
  const held = { quantity, entry, mark }
  if (kind === 'share' || years === null || forward === null) return { kind: 'share', ...held }
  if (kind === 'future' || type === null || strike === null)
    return { kind: 'future', ...held, years, forward }
  return { kind: 'option', ...held, years, forward, type, strike, volatility: shareOf(iv) }
}

export const pricedOf = (leg: Leg): PricedLeg => {
  const { kind, quantity, entry, mark } = leg
  const option = leg.kind === 'option' ? leg : null
  return {
    ...{ kind, quantity, entry, mark },
    years: leg.kind === 'share' ? null : leg.years,
    forward: leg.kind === 'share' ? null : leg.forward,
    type: option?.type ?? null,
    strike: option?.strike ?? null,
    iv: percentOf(option?.volatility ?? null),
  }
}

interface Answer {
  readonly spot: number
  readonly model: { readonly iv: number | null; readonly legs: readonly PricedLeg[] }
}

export const groupOfAnswer = ({ spot, model: { iv, legs } }: Answer) => ({
  spot,
  volatility: shareOf(iv),
  legs: legs.map((priced) => ({ leg: legOf(priced) })),
})
