import type { CumulativeBacktest } from '../../../domain/backtest.ts'
import { type BacktestRow, isSettled, withoutResult } from '../../../machines/backtest-rows.ts'
import { symbolsInWords } from './symbols-in-words.ts'

/** `38 of 50 symbols`, or null where the totals are of all. */
export const coverageInWords = (symbols: number, all: number): string | null =>
  symbols < all ? `${symbols} of ${all} symbols` : null

/** What the totals of a run leave out: `12 of 50 symbols were not run: TCS and 11 more. …`, or null. */
export const missingInWords = (
  rows: readonly BacktestRow[],
  cumulative: Pick<CumulativeBacktest, 'symbols'> | null,
): string | null => {
  if (cumulative === null) return null
  const coverage = coverageInWords(cumulative.symbols, rows.length)
  if (coverage === null) return null
  if (!rows.every(isSettled)) return `The totals are of ${coverage}. The others are being run.`
  const missing = withoutResult(rows)
  const failed = missing.filter(({ state }) => state === 'failed')
  const notRun = missing.filter(({ state }) => state !== 'failed')
  const sentences = [
    ...(notRun.length === 0 ? [] : [`${said(notRun, rows.length)} not run: ${namesOf(notRun)}.`]),
    ...(failed.length === 0
      ? []
      : [`${failed.length} of ${rows.length} symbols failed: ${namesOf(failed)}.`]),
  ]
  const others = cumulative.symbols === 1 ? 'one' : String(cumulative.symbols)
  return [...sentences, `The totals are of the other ${others}.`].join(' ')
}

const said = (missing: readonly BacktestRow[], all: number): string =>
  `${missing.length} of ${all} symbols ${missing.length === 1 ? 'was' : 'were'}`

const namesOf = (rows: readonly BacktestRow[]): string =>
  symbolsInWords(rows.map(({ instrument }) => instrument))
