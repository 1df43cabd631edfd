import { hashOf, hashText, streams, toUniform } from './random.ts'

export interface Simulated {
  /** `NSE_INFY`; both listings of a share move together, under the name of the NSE one. */
  readonly name: string
  readonly kind: 'share' | 'index' | 'volatility'
  /** Rupees or points at the close of `ANCHOR_DATE`. */
  readonly anchorPrice: number
  /** Rupees. */
  readonly tickSize: number
  readonly sector: number | null
  /** 0 is the largest; sets volume and volatility. */
  readonly tier: number
  /** Daily limit as a share of the previous close. */
  readonly band: number | null
  readonly isAuctioned: boolean
}

export interface Character {
  readonly id: number
  readonly beta: number
  readonly gamma: number
  /** Standard deviation of its own daily move; 0 is none. */
  readonly own: number
  readonly volume: number
  /** Session of its first results within every cycle. */
  readonly resultsPhase: number | null
}

const RESULTS_CYCLE = 62
export const hasResults = ({ resultsPhase }: Character, session: number): boolean =>
  resultsPhase !== null && session % RESULTS_CYCLE === resultsPhase

const CRORE = 10_000_000
/** Rupees of an ordinary day, lowest and highest, by tier. */
const turnover: readonly (readonly [number, number])[] = [
  [600 * CRORE, 3000 * CRORE],
  [150 * CRORE, 800 * CRORE],
  [50 * CRORE, 300 * CRORE],
  [10 * CRORE, 80 * CRORE],
  [1 * CRORE, 20 * CRORE],
]

export const characterOf = (seed: number, instrument: Simulated): Character => {
  const id = hashText(instrument.name)
  const draw = (index: number, from: number, to: number): number =>
    from + (to - from) * toUniform(hashOf(seed, streams.character, id, index, 0))
  if (instrument.kind !== 'share') {
    const hasSector = instrument.sector !== null
    return {
      id,
      beta: 1,
      gamma: hasSector ? 0.9 : 0,
      own: hasSector || instrument.name === 'INDICES_NIFTY 50' ? 0 : 0.001,
      volume: 0,
      resultsPhase: null,
    }
  }
  const [least, most] = turnover[instrument.tier] ?? [CRORE, 10 * CRORE]
  const wildness = instrument.tier < 3 ? 1 : draw(4, 1.3, 2.2)
  return {
    id,
    beta: draw(1, 0.7, 1.3),
    gamma: draw(2, 0.8, 1.2),
    own: draw(3, 0.0075, 0.014) * wildness,
    volume: Math.exp(draw(5, Math.log(least), Math.log(most))) / instrument.anchorPrice,
    resultsPhase: Math.floor(draw(6, 0, RESULTS_CYCLE)),
  }
}
