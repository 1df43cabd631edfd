import { drawdownOf, meanOf } from '../returns.ts'
import { quantileOf } from '../robustness/random.ts'
import { known, type Reckoned, tooFew, unknown } from '../robustness/robustness.ts'
import { kurtosisOf, skewOf } from './moments.ts'

const TAIL_DAYS_MIN = 20

/** Percentages are of the most capital used, per day. */
export interface RiskTable {
  readonly days: number
  readonly bestDay: Reckoned
  readonly worstDay: Reckoned
  /** Percent of all days, flat ones included. */
  readonly daysOfGain: Reckoned
  /** The worst twentieth, a negative percentage: historical simulation. */
  readonly valueAtRisk: Reckoned
  /** Mean of the days at or below value at risk (Acerbi and Tasche, 2002). */
  readonly expectedShortfall: Reckoned
  readonly skew: Reckoned
  readonly excessKurtosis: Reckoned
  readonly tailRatio: Reckoned
  /** Sum of gains over sum of losses (Keating and Shadwick, 2002, threshold 0). */
  readonly omega: Reckoned
  /** Root mean square distance below the peak, in percent of it (Martin and McCann, 1989). */
  readonly ulcerIndex: Reckoned
  readonly recoveryFactor: Reckoned
}

/** `returns` in percent a day; `equity` in rupees with the capital, at each day's end. */
export const riskTableOf = (returns: readonly number[], equity: readonly number[]): RiskTable => {
  const sorted = returns.toSorted((one, other) => one - other)
  const first = sorted[0]
  const last = sorted.at(-1)
  const none = unknown('No daily returns.')
  const few = unknown(tooFew(returns.length, TAIL_DAYS_MIN, 'day'))
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
    tailRatio: isFew ? few : low < 0 ? known(high / -low) : unknown('Fewer than 5% of days lost.'),
    omega: omegaOf(returns),
    ulcerIndex: ulcerIndexOf(equity),
    recoveryFactor: recoveryOf(equity),
  }
}

const omegaOf = (returns: readonly number[]): Reckoned => {
  const gains = returns.reduce((sum, value) => sum + Math.max(0, value), 0)
  const losses = returns.reduce((sum, value) => sum - Math.min(0, value), 0)
  return losses === 0 ? unknown('No losing days.') : known(gains / losses)
}

const ulcerIndexOf = (equity: readonly number[]): Reckoned => {
  let peak = equity[0] ?? 0
  let squares = 0
  for (const value of equity) {
    peak = Math.max(peak, value)
    if (peak <= 0) return unknown('All capital was lost.')
    squares += (((peak - value) / peak) * 100) ** 2
  }
  return equity.length === 0 ? unknown('No days in the span.') : known(Math.sqrt(squares / equity.length))
}

const recoveryOf = (equity: readonly number[]): Reckoned => {
  const { depth } = drawdownOf(equity)
  if (depth === 0) return unknown('No day closed below the peak.')
  return known(((equity.at(-1) ?? 0) - (equity[0] ?? 0)) / depth)
}
