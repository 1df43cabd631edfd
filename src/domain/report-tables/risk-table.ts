import { drawdownOf, meanOf } from '../returns.ts'
import { quantileOf } from '../trust/random.ts'
import { known, type Reckoned, unknown } from '../trust/trust.ts'
import { kurtosisOf, skewOf } from './moments.ts'

/** Tails of fewer days are one or two days, not a tail. */
const TAIL_DAYS_MIN = 20

/** What the days of a run risked. Percentages are of a day, in percent of the most capital used. */
export interface RiskTable {
  readonly days: number
  readonly bestDay: Reckoned
  readonly worstDay: Reckoned
  /** Days of gain in percent of all days, flat ones included. */
  readonly daysOfGain: Reckoned
  /** A day as bad as the worst twentieth, as a negative percentage: historical simulation. */
  readonly valueAtRisk: Reckoned
  /** The mean of the days at or below that (Acerbi and Tasche, 2002). */
  readonly expectedShortfall: Reckoned
  readonly skew: Reckoned
  readonly excessKurtosis: Reckoned
  /** The 95th percentile over the size of the 5th: above 1, the good tail is the longer one. */
  readonly tailRatio: Reckoned
  /** Sum of the days of gain over that of the days of loss (Keating and Shadwick, 2002, threshold 0). */
  readonly omega: Reckoned
  /** Root mean square of the distance below the peak, in percent of it (Martin and McCann, 1989). */
  readonly ulcerIndex: Reckoned
  /** Net P&L over the deepest drawdown, both in rupees. */
  readonly recoveryFactor: Reckoned
}

/** `returns` in percent of a day; `equity` in rupees, the capital included, at the end of each day. */
export const riskTableOf = (returns: readonly number[], equity: readonly number[]): RiskTable => {
  const sorted = returns.toSorted((one, other) => one - other)
  const first = sorted[0]
  const last = sorted.at(-1)
  const none = unknown('There is no day with a return.')
  const few = unknown(`There are ${returns.length} days, and a tail wants at least ${TAIL_DAYS_MIN}.`)
  const isFew = returns.length < TAIL_DAYS_MIN
  const low = quantileOf(sorted, 0.05)
  const high = quantileOf(sorted, 0.95)
  return {
    days: returns.length,
    bestDay: last === undefined ? none : known(last),
    worstDay: first === undefined ? none : known(first),
    daysOfGain:
      returns.length === 0
        ? none
        : known((returns.filter((value) => value > 0).length / returns.length) * 100),
    valueAtRisk: isFew ? few : known(low),
    expectedShortfall: isFew ? few : known(meanOf(sorted.filter((value) => value <= low)) ?? low),
    skew: skewOf(returns),
    excessKurtosis: kurtosisOf(returns),
    tailRatio: isFew ? few : low < 0 ? known(high / -low) : unknown('Fewer than one day in twenty lost.'),
    omega: omegaOf(returns),
    ulcerIndex: ulcerIndexOf(equity),
    recoveryFactor: recoveryOf(equity),
  }
}

const omegaOf = (returns: readonly number[]): Reckoned => {
  const gains = returns.reduce((sum, value) => sum + Math.max(0, value), 0)
  const losses = returns.reduce((sum, value) => sum - Math.min(0, value), 0)
  return losses === 0 ? unknown('No day lost.') : known(gains / losses)
}

const ulcerIndexOf = (equity: readonly number[]): Reckoned => {
  let peak = equity[0] ?? 0
  let squares = 0
  for (const value of equity) {
    peak = Math.max(peak, value)
    if (peak <= 0) return unknown('The capital was lost whole.')
    squares += (((peak - value) / peak) * 100) ** 2
  }
  return equity.length === 0
    ? unknown('There is no day in the span.')
    : known(Math.sqrt(squares / equity.length))
}

const recoveryOf = (equity: readonly number[]): Reckoned => {
  const { depth } = drawdownOf(equity)
  if (depth === 0) return unknown('No day ended below its peak.')
  return known(((equity.at(-1) ?? 0) - (equity[0] ?? 0)) / depth)
}
