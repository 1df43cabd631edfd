import { normalCumulative } from '../options/normal.ts'
import { meanOf, sharpeOf, TRADING_DAYS } from '../returns.ts'
import { normalQuantile } from './normal-quantile.ts'
import { known, type Reckoned, unknown } from './trust.ts'

/*
 * Bailey and López de Prado, The Sharpe Ratio Efficient Frontier (2012) for the probabilistic Sharpe ratio, and The
 * Deflated Sharpe Ratio (2014) for the rest. All Sharpe ratios here are of a day, none is annualised.
 */

const EULER_MASCHERONI = 0.5772156649015329
/** Fewer days say nothing of skew and tails. */
const DAYS_MIN = 10

/** What the probabilistic Sharpe ratio is made of. */
interface SharpeSample {
  /** Of a day. */
  readonly sharpe: number
  readonly days: number
  readonly skew: number
  /** 3 for a normal distribution. */
  readonly kurtosis: number
}

/** A Sharpe ratio of a year as one of a day. */
export const perDay = (annualised: number): number => annualised / Math.sqrt(TRADING_DAYS)

/** The sample of a series of daily returns, or why it says nothing. */
export const sampleOf = (returns: readonly number[]): SharpeSample | string => {
  const annualised = sharpeOf(returns)
  const mean = meanOf(returns)
  if (returns.length < DAYS_MIN || mean === null)
    return `There are ${returns.length} days, and at least ${DAYS_MIN} are needed.`
  if (annualised === null) return 'The daily returns do not move.'
  const moment = (power: number) =>
    returns.reduce((sum, value) => sum + (value - mean) ** power, 0) / returns.length
  const variance = moment(2)
  return {
    sharpe: perDay(annualised),
    days: returns.length,
    skew: moment(3) / variance ** 1.5,
    kurtosis: moment(4) / variance ** 2,
  }
}

/** The chance that the true Sharpe ratio is above `benchmark`, 0 to 1. */
export const probabilisticSharpe = (
  { sharpe, days, skew, kurtosis }: SharpeSample,
  benchmark: number,
): Reckoned => {
  const spread = 1 - skew * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2
  if (!(spread > 0)) return unknown('The returns are so skewed that the formula does not hold.')
  return known(normalCumulative(((sharpe - benchmark) * Math.sqrt(days - 1)) / Math.sqrt(spread)))
}

/** The Sharpe ratio the best of so many trials reaches by luck alone. `variance` is that over the trials. */
export const expectedBestOf = (trials: number, variance: number): number =>
  trials <= 1
    ? 0
    : Math.sqrt(variance) *
      ((1 - EULER_MASCHERONI) * normalQuantile(1 - 1 / trials) +
        EULER_MASCHERONI * normalQuantile(1 - 1 / (trials * Math.E)))

export interface SharpeOdds {
  /** Distinct parameter sets tried, this one included. */
  readonly trials: number
  /** The chance that the true Sharpe ratio is above 0, were this the only trial. */
  readonly probabilistic: Reckoned
  /** Of a year: what the best of the trials would reach by luck alone. */
  readonly expectedBest: Reckoned
  /** The chance that the true Sharpe ratio is above that. */
  readonly deflated: Reckoned
  /** What is left of 1: the chance that the result is no more than the luck of the best trial. */
  readonly luck: Reckoned
}

/** Where the formula of each stands, for whoever has the figures without this page. */
export const sharpeOddsSources = {
  trials: 'distinct parameter sets of this idea tried over days that overlap these, counted in this browser',
  probabilistic: 'Bailey and López de Prado, The Sharpe Ratio Efficient Frontier (2012)',
  expectedBest: 'Bailey and López de Prado, The Deflated Sharpe Ratio (2014), of a year of 252 days',
  deflated: 'Bailey and López de Prado, The Deflated Sharpe Ratio (2014)',
  luck: '1 less the deflated Sharpe ratio',
} as const satisfies Readonly<Record<keyof SharpeOdds, string>>

/** How much a Sharpe ratio is worth after so many trials. `sharpes` are those of the trials, of a day, where known. */
export const sharpeOddsOf = (
  returns: readonly number[],
  trials: number,
  sharpes: readonly number[],
): SharpeOdds => {
  const sample = sampleOf(returns)
  if (typeof sample === 'string') {
    const none = unknown(sample)
    return { trials, probabilistic: none, expectedBest: none, deflated: none, luck: none }
  }
  const probabilistic = probabilisticSharpe(sample, 0)
  const variance = trials <= 1 ? 0 : varianceOf(sharpes)
  if (variance === null) {
    const none = unknown('Fewer than two of the trials have a Sharpe ratio, so their variance is not known.')
    return { trials, probabilistic, expectedBest: none, deflated: none, luck: none }
  }
  const best = expectedBestOf(trials, variance)
  const deflated = probabilisticSharpe(sample, best)
  return {
    trials,
    probabilistic,
    expectedBest: known(best * Math.sqrt(TRADING_DAYS)),
    deflated,
    luck: deflated.value === null ? deflated : known(1 - deflated.value),
  }
}

/** Of a sample, divisor n-1. */
const varianceOf = (values: readonly number[]): number | null => {
  const mean = meanOf(values)
  if (mean === null || values.length < 2) return null
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
