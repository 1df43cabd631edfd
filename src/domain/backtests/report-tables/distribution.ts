import { meanOf } from '../returns.ts'
import { quantileOf } from '../robustness/random.ts'
import { known, type Reckoned, unknown } from '../robustness/robustness.ts'
import { kurtosisOf, skewOf } from './moments.ts'

/** Values from `from` to below `to`; the last bin includes its upper end. */
export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

export interface Distribution {
  readonly values: number
  readonly bins: readonly Bin[]
  readonly mean: Reckoned
  /** Sample, divisor n-1. */
  readonly deviation: Reckoned
  readonly quantiles: readonly { readonly share: number; readonly value: Reckoned }[]
  readonly skew: Reckoned
  readonly excessKurtosis: Reckoned
}

const SHARES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const
const BINS_MIN = 6
const BINS_MAX = 40

export const distributionOf = (values: readonly number[]): Distribution => {
  const sorted = values.toSorted((one, other) => one - other)
  const mean = meanOf(values)
  const none = unknown('No values.')
  return {
    values: values.length,
    bins: binsOf(sorted),
    mean: mean === null ? none : known(mean),
    deviation:
      mean === null || values.length < 2
        ? unknown('Needs at least two values.')
        : known(Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))),
    quantiles: SHARES.map((share) => ({
      share,
      value: sorted.length === 0 ? none : known(quantileOf(sorted, share)),
    })),
    skew: skewOf(values),
    excessKurtosis: kurtosisOf(values),
  }
}

/** Freedman and Diaconis (1981), with a boundary at 0 so that no bin mixes gains and losses. */
const binsOf = (sorted: readonly number[]): readonly Bin[] => {
  const low = sorted[0]
  const high = sorted.at(-1)
  if (low === undefined || high === undefined) return []
  if (low === high) return [{ from: low, to: high, count: sorted.length }]
  const middleHalf = quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25)
  const wished = (2 * middleHalf) / Math.cbrt(sorted.length)
  const span = high - low
  const width = Math.min(Math.max(wished, span / BINS_MAX), span / BINS_MIN)
  const first = Math.floor(low / width)
  const bins = Array.from({ length: Math.floor(high / width) - first + 1 }, (_, index) => ({
    from: (first + index) * width,
    to: (first + index + 1) * width,
    count: 0,
  }))
  for (const value of sorted) {
    const bin = bins[Math.floor(value / width) - first]
    if (bin !== undefined) bin.count += 1
  }
  return bins
}
