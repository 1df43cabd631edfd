import type { CumulativeBacktest } from '../../../../domain/backtests/backtest.ts'
import { countOf } from '../../../../domain/format.ts'
import { type BacktestRow, hasFinished, withoutResult } from '../../../../machines/backtests/backtest-rows.ts'
import { symbolsInWords } from '../../../backtests/symbols-in-words.ts'

/** `38 of 50 symbols`; null if complete. */
export const coverageInWords = (symbols: number, all: number): string | null =>
  symbols < all ? `${symbols} of ${countOf(all, 'symbol')}` : null

/** `12 of 50 symbols were not run: TCS and 11 more. …`; null if complete. */
export const missingInWords = (
  rows: readonly BacktestRow[],
  cumulative: Pick<CumulativeBacktest, 'symbols'> | null,
): string | null => {
  if (cumulative === null) return null
  const coverage = coverageInWords(cumulative.symbols, rows.length)
  if (coverage === null) return null
  if (!rows.every(hasFinished)) return `Totals cover ${coverage}. The rest are running.`
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
  return [...sentences, `Totals cover the other ${others}.`].join(' ')
}

const said = (missing: readonly BacktestRow[], all: number): string =>
  `${missing.length} of ${all} symbols ${missing.length === 1 ? 'was' : 'were'}`

const namesOf = (rows: readonly BacktestRow[]): string =>
  symbolsInWords(rows.map(({ instrument }) => instrument))
