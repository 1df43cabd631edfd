import { meanOf } from '../returns.ts'
import { known, type Reckoned, tooFew, unknown } from '../robustness/robustness.ts'

const VALUES_MIN = 10

/** Third standardised moment of the population: 0 for a symmetric series. */
export const skewOf = (values: readonly number[]): Reckoned => momentOf(values, 3)

/** Fourth standardised moment of the population less 3: 0 for a normal distribution. */
export const kurtosisOf = (values: readonly number[]): Reckoned => {
  const moment = momentOf(values, 4)
  return moment.value === null ? moment : known(moment.value - 3)
}

const momentOf = (values: readonly number[], power: number): Reckoned => {
  const mean = meanOf(values)
  if (mean === null || values.length < VALUES_MIN) return unknown(tooFew(values.length, VALUES_MIN, 'value'))
  const central = (order: number) =>
    values.reduce((sum, value) => sum + (value - mean) ** order, 0) / values.length
  const variance = central(2)
  // The variance of a constant series is only rounding error.
  return variance > (Math.abs(mean) * 1e-12) ** 2
    ? known(central(power) / variance ** (power / 2))
    : unknown('All values are equal.')
}
