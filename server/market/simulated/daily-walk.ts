import { type Character, characterOf, hasResults, type Simulated } from './character.ts'
import { type Factors, NIGHT, SESSION } from './factors.ts'
import { hashOf, type Stream, streams, toNormal, toStudent, toUniform } from './random.ts'

/** Logarithm of a share's own volatility: what a session keeps of it, and what is new. */
export const OWN_LEVEL = { kept: 0.95, fresh: 0.14, mean: 0.1 } as const
/** Standard deviation of the gap after results. */
export const RESULTS_MOVE = 0.035

/** Logarithms of price relative to the first open; `volume` in units. */
export interface DailyWalk {
  readonly character: Character
  readonly open: readonly number[]
  readonly close: readonly number[]
  readonly ownIntra: readonly number[]
  readonly ownSigma: readonly number[]
  readonly volume: readonly number[]
}

export const createDailyWalk = (
  seed: number,
  instrument: Simulated,
  factorsOf: (count: number) => Factors,
) => {
  const character = characterOf(seed, instrument)
  const { id, beta, gamma, own } = character
  const { sector } = instrument
  const bandLog = instrument.band === null ? null : Math.log(1 + instrument.band)
  const normal = (stream: Stream, session: number, index: number): number =>
    toNormal(toUniform(hashOf(seed, stream, id, session, index)))
  const student = (session: number, index: number): number =>
    toStudent(normal(streams.ownMove, session, index), normal(streams.ownMove, session, index + 1000), 4)
  const open: number[] = []
  const close: number[] = []
  const ownIntra: number[] = []
  const ownSigma: number[] = []
  const volume: number[] = []
  let level = 0
  let price = 0
  let crowd = 0

  const step = (session: number, factors: Factors): void => {
    level = OWN_LEVEL.kept * level + OWN_LEVEL.fresh * normal(streams.ownLevel, session, 0)
    const sigma = own === 0 ? 0 : own * Math.exp(level - OWN_LEVEL.mean)
    const sectorGap = sector === null ? 0 : (factors.sectorGap[sector]?.[session] ?? 0)
    const sectorIntra = sector === null ? 0 : (factors.sectorIntra[sector]?.[session] ?? 0)
    const isResults = hasResults(character, session)
    const surprise = isResults ? RESULTS_MOVE * student(session, 3) : 0
    const common = beta * (factors.intra[session] ?? 0) + gamma * sectorIntra
    let night = beta * (factors.gap[session] ?? 0) + gamma * sectorGap
    night += NIGHT * sigma * student(session, 1) + surprise
    let mine = SESSION * sigma * student(session, 2)
    if (bandLog !== null) {
      night = Math.max(-bandLog, Math.min(bandLog, night))
      const move = Math.max(-bandLog, Math.min(bandLog, night + common + mine))
      mine = move - night - common
    }
    open.push(price + night)
    price += night + common + mine
    close.push(price)
    ownIntra.push(mine)
    ownSigma.push(sigma)
    crowd = 0.6 * crowd + 0.8 * normal(streams.dayVolume, session, 0)
    const typical = Math.hypot(beta * (factors.sigma[session] ?? 0), sigma) || 1
    const excitement = Math.min(3, Math.abs(night + common + mine) / typical)
    volume.push(Math.round(character.volume * Math.exp(0.45 * crowd + 0.5 * (excitement - 0.8))))
  }

  const walk: DailyWalk = { character, open, close, ownIntra, ownSigma, volume }
  return (count: number): DailyWalk => {
    const factors = factorsOf(count)
    while (open.length < count) step(open.length, factors)
    return walk
  }
}
