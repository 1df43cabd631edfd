import type { Evidence, Reckoned } from './robustness.ts'

const DRAWS_MAX = 1_000
/** Bounds a test of a run with many trades to seconds. */
const DRAWN_TRADES_MAX = 4_000_000

export const drawsFor = (trades: number): number =>
  Math.max(1, Math.min(DRAWS_MAX, Math.floor(DRAWN_TRADES_MAX / Math.max(1, trades))))

export interface Spread {
  readonly p5: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Monte Carlo: random entries, and the trades in another order. Rupees. */
export interface MonteCarloTest {
  readonly seed: number
  readonly draws: number
  readonly finalPnl: number
  readonly maxDraw: number
  /** Net P&L with random entries; null where the run has no trade. */
  readonly randomPnl: Spread | null
  /** Percent of simulations that end below the run. */
  readonly percentile: Reckoned
  /** P-value: random entries do as well or better. */
  readonly pValue: Reckoned
  readonly shuffledDraw: Spread | null
  readonly cuts: number
  readonly lookAheads: readonly Evidence[]
}

export const monteCarloSources = {
  randomPnl:
    'runs with as many trades of the same lengths begun at random; quantiles of type 7, Hyndman and Fan (1996)',
  percentile: 'runs begun at random that end below this one, half of those that end alike, in percent',
  pValue: 'Phipson and Smyth, Permutation P-values Should Never Be Zero (2010)',
  shuffledDraw:
    'drawdowns of the trades in random orders, Fisher and Yates (1938); quantiles of type 7, Hyndman and Fan (1996)',
} as const satisfies Partial<Readonly<Record<keyof MonteCarloTest, string>>>
