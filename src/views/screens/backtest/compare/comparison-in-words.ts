import { PAIRED_DAYS_MIN, type RunComparison } from '../../../../domain/backtests/run-comparison.ts'
import { countOf, formatPercent, formatSignedPercent } from '../../../../domain/format.ts'

const SIGNIFICANT = 0.05

/** The paired test in two sentences; where it finds no significant difference, it says so. */
export const comparisonInWords = ({ days, test }: RunComparison, other: string): string => {
  if (days.length === 0) return `This run and ${other} have no day in common, so nothing can be compared.`
  if (days.length < PAIRED_DAYS_MIN)
    return `This run and ${other} have ${countOf(days.length, 'day')} in common; a test needs ${PAIRED_DAYS_MIN}.`
  if (test === null) return `This run and ${other} made the same on each of ${countOf(days.length, 'day')}.`
  const { difference, lower, upper, pValue } = test
  const by = `${formatPercent(Math.abs(difference), 1)} a year ${difference < 0 ? 'less' : 'more'} than ${other}`
  const range = `9 times in 10 between ${formatSignedPercent(lower, 1)} and ${formatSignedPercent(upper, 1)}`
  const random = `Two equal runs differ as much in ${Math.max(1, Math.round(pValue * 100))} of 100 resamplings`
  const verdict = pValue <= SIGNIFICANT ? `${random}.` : `${random}, so neither is shown to be better.`
  return `On ${countOf(days.length, 'day')} of both, this run made ${by} (${range}). ${verdict}`
}
