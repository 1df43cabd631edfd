/**
 * Total variance of an underlying over strikes and time, free of arbitrage: Gatheral and Jacquier, Arbitrage-free SVI
 * volatility surfaces (2014), with the power law of section 4. θ rises with time, and η(1 + |ρ|) ≤ 2.
 */
export interface Surface {
  readonly eta: number
  readonly rho: number
  /** Volatility a year far from now. */
  readonly longVolatility: number
}

const GAMMA = 0.45
/** How fast the volatility of the day returns to the long one, per year. */
const REVERSION = 6

export const indexSurface = (longVolatility: number): Surface => ({ eta: 0.9, rho: -0.35, longVolatility })
export const shareSurface = (longVolatility: number): Surface => ({ eta: 0.8, rho: -0.15, longVolatility })

/** Total variance at the money over `years`, for the volatility of the instant. */
export const moneyVariance = ({ longVolatility }: Surface, volatility: number, years: number): number => {
  const long = longVolatility ** 2
  return long * years + ((volatility ** 2 - long) * (1 - Math.exp(-REVERSION * years))) / REVERSION
}

/** φ of the surface at θ, the total variance at the money: η / (θ^γ (1 + θ)^(1 − γ)). */
export const steepness = ({ eta }: Surface, theta: number): number =>
  eta / (theta ** GAMMA * (1 + theta) ** (1 - GAMMA))

/** Total variance at a log-moneyness k = ln(K/F). */
export const varianceAt = (rho: number, theta: number, phi: number, k: number): number =>
  (theta / 2) * (1 + rho * phi * k + Math.sqrt((phi * k + rho) ** 2 + 1 - rho * rho))
