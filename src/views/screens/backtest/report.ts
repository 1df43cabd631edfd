import type { BacktestResult, CumulativeBacktest } from '../../../domain/backtests/backtest.ts'
import { type PeriodFigures, periodFiguresOf } from '../../../domain/backtests/period-figures.ts'
import { byGravity, type Finding } from '../../../domain/backtests/robustness/robustness.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { istDateToDayNumber } from '../../../domain/time.ts'
import type { BacktestRow } from '../../../machines/backtests/backtest-rows.ts'

export type Report =
  | { readonly kind: 'symbol'; readonly instrument: InstrumentId; readonly result: BacktestResult }
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

/** Over all symbols: all trades, and the merged daily returns. */
export const periodsOf = (report: Report): PeriodFigures => {
  if (report.kind === 'symbol') return report.result
  const { dailyReturns } = report.cumulative
  const days = dailyReturns.map(([day]) => ({ day: istDateToDayNumber(day) }))
  return periodFiguresOf(
    report.results.flatMap(({ tradeLog }) => tradeLog),
    days,
    dailyReturns,
  )
}

/** Null for the report over all symbols. */
export const symbolReport = (report: Report): Extract<Report, { readonly kind: 'symbol' }> | null =>
  report.kind === 'symbol' ? report : null

export const remarksOf = (report: Report): readonly string[] => {
  const found = new Set(findingsOf(report)?.map(({ text }) => text))
  return [...new Set(resultsOf(report).flatMap(({ remarks }) => remarks))].filter(
    (remark) => !found.has(remark),
  )
}

/** Most severe first; null if the reports were never checked. */
export const findingsOf = (report: Report): readonly Finding[] | null => {
  const checked = resultsOf(report).flatMap(({ robustness }) =>
    robustness === undefined ? [] : [robustness],
  )
  if (checked.length === 0) return null
  const byText = new Map(checked.flatMap(({ findings }) => findings.map((found) => [found.text, found])))
  return byGravity([...byText.values()])
}

export const noTradesInWords = (report: Report): string | null => {
  const reasons = (findingsOf(report) ?? []).filter(({ code }) => code === 'no_trades')
  return reasons.length === 0 ? null : reasons.map(({ text }) => text).join(' ')
}
