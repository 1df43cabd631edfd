import { hasResults, type Simulated } from './character.ts'
import { type DailyWalk, OWN_LEVEL, RESULTS_MOVE } from './daily-walk.ts'
import { DAILY_SIGMA, type Factors, MARKET_LEVEL, SECTOR_POWER, SECTOR_SIGMA } from './factors.ts'

interface ExpectedVariance {
  readonly today: number
  readonly marketCorrelation: number
  /** Sum over the next `sessions` sessions. */
  ahead(sessions: number): number
  /** The part of `ahead` that a move of today raises or lowers. */
  leveraged(sessions: number): number
}

export interface WeightedWalk {
  readonly share: Simulated
  readonly weight: number
  readonly walk: DailyWalk
}

interface Exposures {
  readonly market: number
  readonly sectors: number
}

const exposuresOf = (members: readonly WeightedWalk[]): Exposures => {
  let beta = 0
  const bySector = new Map<number, number>()
  for (const { share, weight, walk } of members) {
    beta += weight * walk.character.beta
    if (share.sector !== null)
      bySector.set(share.sector, (bySector.get(share.sector) ?? 0) + weight * walk.character.gamma)
  }
  let sectors = 0
  for (const gamma of bySector.values()) sectors += gamma * gamma
  return { market: beta * beta, sectors }
}

/** Variance added to a level over so many sessions. */
const spreadOf = (kept: number, variance: number, sessions: number): number =>
  (variance * (1 - kept ** (2 * sessions))) / (1 - kept * kept)

const MARKET_FRESH = MARKET_LEVEL.fresh ** 2 + MARKET_LEVEL.leverage ** 2

/** Mean of exp(power · level), so many sessions later. */
const marketMean = (level: number, power: number, sessions: number): number => {
  const { kept, mean } = MARKET_LEVEL
  const spread = spreadOf(kept, MARKET_FRESH, sessions)
  return Math.exp(power * (kept ** sessions * level - mean) + (power * power * spread) / 2)
}

/** Closed form, as sessions are drawn from levels that a walk hands on. */
export const expectVariance = (
  members: readonly WeightedWalk[],
  factors: Factors,
  session: number,
): ExpectedVariance => {
  const exposures = exposuresOf(members)
  const marketLevel = Math.log((factors.sigma[session] ?? 0) / DAILY_SIGMA) + MARKET_LEVEL.mean
  const owns = members.map(({ weight, walk: { character, ownSigma } }) => {
    const { own } = character
    const level = own === 0 ? 0 : Math.log((ownSigma[session] ?? own) / own) + OWN_LEVEL.mean
    return { variance: (weight * own) ** 2, level, surprise: (weight * RESULTS_MOVE) ** 2, character }
  })

  const marketAfter = (sessions: number): number =>
    exposures.market * DAILY_SIGMA ** 2 * marketMean(marketLevel, 2, sessions)

  const ownAfter = (sessions: number): number => {
    const { kept, fresh, mean } = OWN_LEVEL
    const left = kept ** sessions
    const spread = spreadOf(kept, fresh * fresh, sessions)
    let sum = 0
    for (const { variance, level, surprise, character } of owns) {
      sum += variance * Math.exp(2 * (left * level - mean + spread))
      // Results move the gap before the open, which has passed within the session itself.
      if (sessions > 0 && hasResults(character, session + sessions)) sum += surprise
    }
    return sum
  }

  const restAfter = (sessions: number): number =>
    exposures.sectors * SECTOR_SIGMA ** 2 * marketMean(marketLevel, 2 * SECTOR_POWER, sessions) +
    ownAfter(sessions)

  const market = marketAfter(0)
  const today = market + restAfter(0)
  const sums = [0]
  const leveragedSums = [0]
  const extendTo = (sessions: number): void => {
    for (let next = sums.length; next <= sessions; next++) {
      const ofMarket = marketAfter(next)
      sums.push((sums[next - 1] ?? 0) + ofMarket + restAfter(next))
      const kept = MARKET_LEVEL.kept ** (next - 1)
      leveragedSums.push((leveragedSums[next - 1] ?? 0) + ofMarket * kept)
    }
  }
  const sumUntil = (list: readonly number[], sessions: number): number => {
    const whole = Math.floor(sessions)
    extendTo(whole + 1)
    const sum = list[whole] ?? 0
    return sum + ((list[whole + 1] ?? 0) - sum) * (sessions - whole)
  }
  return {
    today,
    marketCorrelation: Math.sqrt(market / today),
    ahead: (sessions) => sumUntil(sums, sessions),
    leveraged: (sessions) => sumUntil(leveragedSums, sessions),
  }
}
