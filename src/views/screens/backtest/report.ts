import type { BacktestResult, CumulativeBacktest } from '../../../domain/backtest.ts'
import type { BacktestRow } from '../../../machines/backtest-rows.ts'

/** What the screen is about: the report of one symbol, or the figures over all of them. */
export type Report =
  | { readonly kind: 'symbol'; readonly instrument: string; readonly result: BacktestResult }
  | {
      readonly kind: 'all'
      readonly cumulative: CumulativeBacktest
      readonly results: readonly BacktestResult[]
    }

export const reportOf = (
  rows: readonly BacktestRow[],
  cumulative: CumulativeBacktest | null,
  selected: string | null,
): Report | null => {
  const done = rows.filter((row) => row.result !== null)
  const row = done.length === 1 ? done[0] : done.find(({ instrument }) => instrument === selected)
  if (row?.result) return { kind: 'symbol', instrument: row.instrument, result: row.result }
  const results = done.flatMap(({ result }) => (result === null ? [] : [result]))
  return cumulative === null || results.length === 0 ? null : { kind: 'all', cumulative, results }
}

export const resultsOf = (report: Report): readonly BacktestResult[] =>
  report.kind === 'symbol' ? [report.result] : report.results

export const dailyReturnsOf = (report: Report) =>
  report.kind === 'symbol' ? report.result.dailyReturns : report.cumulative.dailyReturns

/** Whole sentences, each once. */
export const remarksOf = (report: Report): readonly string[] => [
  ...new Set(resultsOf(report).flatMap(({ remarks }) => remarks)),
]
