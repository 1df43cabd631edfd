import { black76, black76Price, type Greeks, type OptionType } from './black-76.ts'

interface Holding {
  /** Units; below 0 is sold. */
  readonly quantity: number
  /** Rupees a unit at which it was entered. */
  readonly entry: number
  /** Rupees a unit that it is worth now. */
  readonly mark: number
}

interface Dated extends Holding {
  /** To its own end. */
  readonly years: number
  /** Rupees: the forward of its own expiry now. */
  readonly forward: number
}

export interface OptionLeg extends Dated {
  readonly kind: 'option'
  readonly type: OptionType
  readonly strike: number
  /** A year, as a share; null when nothing explains its price: it is then worth what it would end with. */
  readonly volatility: number | null
}

export interface FutureLeg extends Dated {
  readonly kind: 'future'
}

export interface ShareLeg extends Holding {
  readonly kind: 'share'
}

export type Leg = OptionLeg | FutureLeg | ShareLeg

/** What the value of a leg is asked for. */
export interface Moment {
  /** From now. */
  readonly years: number
  /** Rupees: the underlying now and the rate a year, as a share. */
  readonly spot: number
  readonly rate: number
  /** Added to every volatility, as a share. */
  readonly volatilityShift: number
}

/**
 * Rupees a unit at a moment, were the underlying at `price` then. What has ended by then ended at this price; what lives
 * on keeps its share of the basis for the time that is left, and the volatility of its strike.
 */
export const legValue = (leg: Leg, price: number, moment: Moment): number => {
  if (leg.kind === 'share') return price
  const forward = forwardThen(leg, price, moment)
  if (leg.kind === 'future') return forward
  const years = leg.years - moment.years
  if (years <= 0 || forward <= 0) {
    const discount = years <= 0 ? 1 : Math.exp(-moment.rate * years)
    return discount * Math.max(0, leg.type === 'CE' ? forward - leg.strike : leg.strike - forward)
  }
  const volatility = Math.max(0, (leg.volatility ?? 0) + moment.volatilityShift)
  return black76Price({ forward, strike: leg.strike, years, volatility, rate: moment.rate, type: leg.type })
}

/** Of a future, rupees per rupee of the underlying at a moment; 1 once it has ended. */
export const carryAt = (leg: OptionLeg | FutureLeg, { years, spot }: Moment): number =>
  leg.years - years <= 0 ? 1 : (leg.forward / spot) ** ((leg.years - years) / leg.years)

const forwardThen = (leg: OptionLeg | FutureLeg, price: number, moment: Moment): number =>
  price * carryAt(leg, moment)

/** Greeks of the whole leg, sign and quantity within; null when nothing explains its price. */
export const legGreeks = (leg: Leg, rate: number): Greeks | null => {
  if (leg.kind !== 'option') return { delta: leg.quantity, gamma: 0, theta: 0, vega: 0, rho: 0 }
  const { forward, strike, years, volatility, type, quantity } = leg
  if (volatility === null) return null
  const one = black76({ forward, strike, years, volatility, rate, type })
  return {
    delta: quantity * one.delta,
    gamma: quantity * one.gamma,
    theta: quantity * one.theta,
    vega: quantity * one.vega,
    rho: quantity * one.rho,
  }
}

/** The legs together; null when one of them has none. */
export const sumGreeks = (legs: readonly (Greeks | null)[]): Greeks | null =>
  legs.reduce<Greeks | null>(
    (sum, leg) =>
      sum === null || leg === null
        ? null
        : {
            delta: sum.delta + leg.delta,
            gamma: sum.gamma + leg.gamma,
            theta: sum.theta + leg.theta,
            vega: sum.vega + leg.vega,
            rho: sum.rho + leg.rho,
          },
    { delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0 },
  )
