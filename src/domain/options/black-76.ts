import { normalCumulative, normalDensity } from './normal.ts'

export const optionTypes = ['CE', 'PE'] as const
export type OptionType = (typeof optionTypes)[number]

export const YEAR_SECONDS = 365 * 86_400

/** An option in its last minute is priced as if a whole minute were left. */
export const YEARS_MIN = 60 / YEAR_SECONDS

/** Annual volatility and rate as shares: 0.13 is 13 %. The forward is that of the option's expiry. */
export interface Black76Terms {
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly volatility: number
  readonly rate: number
  readonly type: OptionType
}

export interface Greeks {
  readonly delta: number
  readonly gamma: number
  /** Rupees per calendar day. */
  readonly theta: number
  /** Rupees per volatility point. */
  readonly vega: number
  /** Rupees per percent of interest, at a constant forward. */
  readonly rho: number
}

export interface Black76 extends Greeks {
  readonly price: number
}

/** Rupees for a European option on a forward. Black, The pricing of commodity contracts (1976). */
export const black76Price = (terms: Black76Terms): number => {
  const { forward, strike, volatility, rate, type } = terms
  mustBeTerms(terms)
  const years = Math.max(terms.years, YEARS_MIN)
  const deviation = volatility * Math.sqrt(years)
  const sign = type === 'CE' ? 1 : -1
  const discount = Math.exp(-rate * years)
  if (deviation === 0) return discount * Math.max(0, sign * (forward - strike))
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  return premiumOf(terms, discount, d1, d1 - deviation)
}

export const black76 = (terms: Black76Terms): Black76 => {
  const { forward, strike, volatility, rate, type } = terms
  mustBeTerms(terms)
  const years = Math.max(terms.years, YEARS_MIN)
  const deviation = volatility * Math.sqrt(years)
  if (deviation === 0) return withoutDeviation(terms, years)
  const discount = Math.exp(-rate * years)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  const price = premiumOf(terms, discount, d1, d1 - deviation)
  const density = discount * forward * normalDensity(d1)
  return {
    price,
    delta: type === 'CE' ? discount * normalCumulative(d1) : -discount * normalCumulative(-d1),
    gamma: density / (forward * forward * deviation),
    theta: ((-density * volatility) / (2 * Math.sqrt(years)) + rate * price) / 365,
    vega: (density * Math.sqrt(years)) / 100,
    rho: (-years * price) / 100,
  }
}

/** The limit of the formula; at the money delta counts half. */
const withoutDeviation = ({ forward, strike, rate, type }: Black76Terms, years: number): Black76 => {
  const sign = type === 'CE' ? 1 : -1
  const discount = Math.exp(-rate * years)
  const price = discount * Math.max(0, sign * (forward - strike))
  return {
    price,
    delta: (sign * discount * (1 + Math.sign(sign * (forward - strike)))) / 2,
    gamma: 0,
    theta: (rate * price) / 365,
    vega: 0,
    rho: (-years * price) / 100,
  }
}

const premiumOf = (
  { forward, strike, type }: Black76Terms,
  discount: number,
  d1: number,
  d2: number,
): number => {
  const value =
    type === 'CE'
      ? forward * normalCumulative(d1) - strike * normalCumulative(d2)
      : strike * normalCumulative(-d2) - forward * normalCumulative(-d1)
  return discount * Math.max(0, value)
}

const mustBeTerms = ({ forward, strike, years, volatility, rate }: Black76Terms): void => {
  if (forward > 0 && strike > 0 && volatility >= 0 && years >= 0 && Number.isFinite(rate)) return
  throw new RangeError(
    `no option to price: forward ${forward}, strike ${strike}, years ${years}, volatility ${volatility}, rate ${rate}`,
  )
}
