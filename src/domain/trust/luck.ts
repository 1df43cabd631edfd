import type { Evidence, Reckoned } from './trust.ts'

/** Draws of each test at most. */
const DRAWS_MAX = 1_000
/** Trades made up at most, so that a run of many trades is answered in seconds. */
const DRAWN_TRADES_MAX = 4_000_000

/** So many draws as the trades of a run allow. */
export const drawsFor = (trades: number): number =>
  Math.max(1, Math.min(DRAWS_MAX, Math.floor(DRAWN_TRADES_MAX / Math.max(1, trades))))

/** Values below which 5, 50, 95 and 99 percent of the draws lie. */
export interface Spread {
  readonly p5: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** What chance does with the same trades: entries elsewhere, and the trades in another order. Money in rupees. */
export interface LuckTest {
  readonly seed: number
  readonly draws: number
  /** Of the run itself. */
  readonly finalPnl: number
  readonly maxDraw: number
  /** Net P&L of draws that enter at random; null where the run has no trade. */
  readonly randomPnl: Spread | null
  /** Percent of the draws that end below the run. */
  readonly percentile: Reckoned
  /** The chance that entering at random does as well or better. */
  readonly chance: Reckoned
  /** Deepest drawdowns of the trades in other orders. */
  readonly shuffledDraw: Spread | null
  /** Cuts at which the strategy was looked at for looking ahead, over the whole span. */
  readonly cuts: number
  readonly lookAheads: readonly Evidence[]
}

/** Where the formula of each figure stands, for whoever has the figures without this page. */
export const luckSources = {
  randomPnl:
    'runs with as many trades of the same lengths begun at random; quantiles of type 7, Hyndman and Fan (1996)',
  percentile: 'runs begun at random that end below this one, half of those that end alike, in percent',
  chance: 'Phipson and Smyth, Permutation P-values Should Never Be Zero (2010)',
  shuffledDraw:
    'drawdowns of the trades in random orders, Fisher and Yates (1938); quantiles of type 7, Hyndman and Fan (1996)',
} as const satisfies Partial<Readonly<Record<keyof LuckTest, string>>>
