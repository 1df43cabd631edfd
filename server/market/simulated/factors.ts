import { NIGHT_SHARE, OPEN_SHARE } from '../../../src/domain/options/trading-time.ts'
import { hashOf, type Stream, streams, toNormal, toStudent, toUniform } from './random.ts'

export const SECTORS = 13
export const DAILY_SIGMA = 0.0082
/** Logarithm of the market's volatility: what a session keeps, what is new, what a rise takes off. */
export const MARKET_LEVEL = { kept: 0.97, fresh: 0.1, leverage: 0.06, mean: 0.09 } as const
/** A sector's volatility on an ordinary day, and how it grows with the market's. */
export const SECTOR_SIGMA = 0.0055
export const SECTOR_POWER = 0.6
/** Standard deviations of night and session, as shares of the day's. */
export const NIGHT = Math.sqrt(NIGHT_SHARE)
export const SESSION = Math.sqrt(OPEN_SHARE)

/** Logarithms, one value per session. */
export interface Factors {
  readonly sigma: readonly number[]
  readonly gap: readonly number[]
  readonly intra: readonly number[]
  readonly sectorSigma: readonly number[]
  readonly sectorGap: readonly (readonly number[])[]
  readonly sectorIntra: readonly (readonly number[])[]
}

/** Falls are sharper than rises: two half-normals of different width, shifted to mean zero. */
const skewed = (value: number): number => (value < 0 ? 1.13 * value : 0.87 * value) + 0.0955

export const createFactors = (seed: number) => {
  const normal = (stream: Stream, a: number, b: number, c: number): number =>
    toNormal(toUniform(hashOf(seed, stream, a, b, c)))
  const student = (stream: Stream, a: number, b: number, c: number): number =>
    toStudent(normal(stream, a, b, c), normal(stream, a, b, c + 1000), 6)
  const sigma: number[] = []
  const gap: number[] = []
  const intra: number[] = []
  const sectorSigma: number[] = []
  const sectorGap: number[][] = Array.from({ length: SECTORS }, () => [])
  const sectorIntra: number[][] = Array.from({ length: SECTORS }, () => [])
  let level = 0
  let previous = 0

  const walk = (session: number): void => {
    const { kept, fresh, leverage, mean } = MARKET_LEVEL
    level = kept * level + fresh * normal(streams.marketLevel, session, 0, 0) - leverage * previous
    const today = DAILY_SIGMA * Math.exp(level - mean)
    const night = skewed(student(streams.marketMove, session, 0, 1))
    const open = skewed(student(streams.marketMove, session, 0, 2))
    previous = NIGHT * night + SESSION * open
    sigma.push(today)
    gap.push(NIGHT * today * night)
    intra.push(SESSION * today * open + 0.0003)
    const ofSector = SECTOR_SIGMA * (today / DAILY_SIGMA) ** SECTOR_POWER
    sectorSigma.push(ofSector)
    for (let sector = 0; sector < SECTORS; sector++) {
      const sectorNight = skewed(student(streams.sectorMove, session, sector, 1))
      const sectorOpen = skewed(student(streams.sectorMove, session, sector, 2))
      sectorGap[sector]?.push(NIGHT * ofSector * sectorNight)
      sectorIntra[sector]?.push(SESSION * ofSector * sectorOpen)
    }
  }

  const factors: Factors = { sigma, gap, intra, sectorSigma, sectorGap, sectorIntra }
  return (count: number): Factors => {
    while (sigma.length < count) walk(sigma.length)
    return factors
  }
}
