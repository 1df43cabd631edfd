import { black76, black76Price, type Greeks, type OptionType } from './black-76.ts'

/** Rupees a unit; a sold quantity is negative. */
interface Holding {
  readonly quantity: number
  readonly entry: number
  readonly mark: number
}

/** `years` is the time to its own expiry. */
interface Dated extends Holding {
  readonly years: number
  /** Rupees: the current forward of its own expiry. */
  readonly forward: number
}

export interface OptionLeg extends Dated {
  readonly kind: 'option'
  readonly type: OptionType
  readonly strike: number
  /** Annual, as a share; null when nothing explains the price, and the leg then has its intrinsic value. */
  readonly volatility: number | null
}

export interface FutureLeg extends Dated {
  readonly kind: 'future'
}

export interface ShareLeg extends Holding {
  readonly kind: 'share'
}

export type Leg = OptionLeg | FutureLeg | ShareLeg

/** `years` from now. */
export interface Moment {
  readonly years: number
  /** Current price in rupees; `rate` is an annual share. */
  readonly spot: number
  readonly rate: number
  /** Added to every volatility, as a share. */
  readonly volatilityShift: number
}

/** Rupees a unit. An unexpired leg keeps its share of the basis and the volatility of its strike. */
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

/** Forward per rupee of the underlying at a moment; 1 after expiry. */
export const carryAt = (leg: OptionLeg | FutureLeg, { years, spot }: Moment): number =>
  leg.years - years <= 0 ? 1 : (leg.forward / spot) ** ((leg.years - years) / leg.years)

const forwardThen = (leg: OptionLeg | FutureLeg, price: number, moment: Moment): number =>
  price * carryAt(leg, moment)

/** The leg at a moment, the underlying then at `price`. */
export const legLater = (leg: Leg, price: number, moment: Moment): Leg => {
  const mark = legValue(leg, price, moment)
  if (leg.kind === 'share') return { ...leg, mark }
  const years = Math.max(0, leg.years - moment.years)
  const dated = { mark, years, forward: forwardThen(leg, price, moment) }
  if (leg.kind === 'future') return { ...leg, ...dated }
  const volatility = leg.volatility === null ? null : Math.max(0, leg.volatility + moment.volatilityShift)
  return { ...leg, ...dated, volatility }
}

/** For the signed quantity of the leg; null when nothing explains its price. */
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
