import { normalCumulative } from '../../options/normal.ts'
import { meanOf, sharpeOf, TRADING_DAYS } from '../returns.ts'
import { normalQuantile } from './normal-quantile.ts'
import { known, type Reckoned, tooFew, unknown } from './robustness.ts'

/* Sharpe ratios are daily unless noted. The papers are named in `deflatedSharpeSources`. */

const EULER_MASCHERONI = 0.5772156649015329
/** Skew and kurtosis of fewer days mean nothing. */
const DAYS_MIN = 10

interface SharpeSample {
  /** Daily. */
  readonly sharpe: number
  readonly days: number
  readonly skew: number
  /** 3 for a normal distribution. */
  readonly kurtosis: number
}

export const perDay = (annualised: number): number => annualised / Math.sqrt(TRADING_DAYS)

export const sampleOf = (returns: readonly number[]): SharpeSample | string => {
  const annualised = sharpeOf(returns)
  const mean = meanOf(returns)
  if (returns.length < DAYS_MIN || mean === null) return tooFew(returns.length, DAYS_MIN, 'day')
  if (annualised === null) return 'Daily returns are constant.'
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

/** Probability, 0 to 1, that the true Sharpe ratio is above `benchmark`. */
export const probabilisticSharpe = (
  { sharpe, days, skew, kurtosis }: SharpeSample,
  benchmark: number,
): Reckoned => {
  const spread = 1 - skew * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2
  if (!(spread > 0)) return unknown('Returns are too skewed for the formula.')
  return known(normalCumulative(((sharpe - benchmark) * Math.sqrt(days - 1)) / Math.sqrt(spread)))
}

/** Expected best Sharpe ratio of trials without skill; `variance` is over the trials. */
export const expectedBestOf = (trials: number, variance: number): number =>
  trials <= 1
    ? 0
    : Math.sqrt(variance) *
      ((1 - EULER_MASCHERONI) * normalQuantile(1 - 1 / trials) +
        EULER_MASCHERONI * normalQuantile(1 - 1 / (trials * Math.E)))

export interface DeflatedSharpe {
  readonly trials: number
  /** Probability that the true Sharpe ratio is above 0, were this the only trial. */
  readonly probabilistic: Reckoned
  /** Annualised. */
  readonly expectedBest: Reckoned
  /** Probability that the true Sharpe ratio is above `expectedBest`. */
  readonly deflated: Reckoned
  readonly randomResult: Reckoned
}

export const deflatedSharpeSources = {
  trials: 'distinct parameter sets of this idea tried over days that overlap these, counted in this browser',
  probabilistic: 'Bailey and López de Prado, The Sharpe Ratio Efficient Frontier (2012)',
  expectedBest: 'Bailey and López de Prado, The Deflated Sharpe Ratio (2014), of a year of 252 days',
  deflated: 'Bailey and López de Prado, The Deflated Sharpe Ratio (2014)',
  randomResult: '1 less the deflated Sharpe ratio',
} as const satisfies Readonly<Record<keyof DeflatedSharpe, string>>

/** `sharpes` are the daily ones of the trials, where known. */
export const deflatedSharpeOf = (
  returns: readonly number[],
  trials: number,
  sharpes: readonly number[],
): DeflatedSharpe => {
  const sample = sampleOf(returns)
  if (typeof sample === 'string') {
    const none = unknown(sample)
    return { trials, probabilistic: none, expectedBest: none, deflated: none, randomResult: none }
  }
  const probabilistic = probabilisticSharpe(sample, 0)
  const variance = trials <= 1 ? 0 : varianceOf(sharpes)
  if (variance === null) {
    const none = unknown('Fewer than two trials have a Sharpe ratio, so their variance is unknown.')
    return { trials, probabilistic, expectedBest: none, deflated: none, randomResult: none }
  }
  const best = expectedBestOf(trials, variance)
  const deflated = probabilisticSharpe(sample, best)
  return {
    trials,
    probabilistic,
    expectedBest: known(best * Math.sqrt(TRADING_DAYS)),
    deflated,
    randomResult: deflated.value === null ? deflated : known(1 - deflated.value),
  }
}

const varianceOf = (values: readonly number[]): number | null => {
  const mean = meanOf(values)
  if (mean === null || values.length < 2) return null
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
