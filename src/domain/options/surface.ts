/** Gatheral and Jacquier, Arbitrage-free SVI volatility surfaces (2014), §4: η(1 + |ρ|) ≤ 2, and θ rises. */
export interface Surface {
  readonly eta: number
  readonly rho: number
  /** Annual long-run volatility. */
  readonly longVolatility: number
}

const GAMMA = 0.45
/** Mean reversion of volatility, per year. */
const REVERSION = 6

export const indexSurface = (longVolatility: number): Surface => ({ eta: 0.9, rho: -0.35, longVolatility })
export const shareSurface = (longVolatility: number): Surface => ({ eta: 0.8, rho: -0.15, longVolatility })

export const moneyVariance = ({ longVolatility }: Surface, volatility: number, years: number): number => {
  const long = longVolatility ** 2
  return long * years + ((volatility ** 2 - long) * (1 - Math.exp(-REVERSION * years))) / REVERSION
}

/** φ(θ) = η / (θ^γ (1 + θ)^(1 − γ)), with θ the total variance at the money. */
export const steepness = ({ eta }: Surface, theta: number): number =>
  eta / (theta ** GAMMA * (1 + theta) ** (1 - GAMMA))

export const varianceAt = (rho: number, theta: number, phi: number, k: number): number =>
  (theta / 2) * (1 + rho * phi * k + Math.sqrt((phi * k + rho) ** 2 + 1 - rho * rho))
