import { useMemo } from 'react'
import { formatNumber, formatPercent, formatSignedPercent } from '../../../../domain/format.ts'
import { type Benchmark, benchmarkOf, comparedDays } from '../../../../domain/report-tables/benchmark.ts'
import { dailyReturnsOf, resultsOf } from '../report.ts'
import { below, counted } from '../report-tiles.ts'
import { type TrustRow, TrustRows } from '../trust-rows.tsx'
import { reckonedInWords } from '../trust-words.ts'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

/** The run beside its own symbols bought and held. */
export function BenchmarkTable({ report }: TableProps) {
  const table = useMemo(() => benchmarkOf(comparedDays(dailyReturnsOf(report), resultsOf(report))), [report])
  return (
    <div className={styles.pair}>
      <TrustRows label="Bought and held" rows={heldRows(table, report.kind === 'all')} />
      <TrustRows label="The run beside it" rows={besideRows(table)} />
    </div>
  )
}

const ratio = (value: number | null) => formatNumber(value)
const depth = (value: number | null) => below(value, (size) => formatPercent(size))

const heldRows = (table: Benchmark, isMany: boolean): readonly TrustRow[] => [
  {
    label: 'Return of holding',
    ...reckonedInWords(
      table.heldReturn,
      formatSignedPercent,
      isMany
        ? `The symbols in equal parts, over ${counted(table.days, 'day')}`
        : `The symbol itself, over ${counted(table.days, 'day')}`,
    ),
  },
  {
    label: 'Return of the run',
    ...reckonedInWords(table.runReturn, formatSignedPercent, 'Over the same days, of the most capital used'),
  },
  {
    label: 'Sharpe of holding',
    ...reckonedInWords(table.heldSharpe, ratio, 'Mean day by its spread, for a year'),
  },
  { label: 'Volatility of holding', ...reckonedInWords(table.heldVolatility, formatPercent, 'For a year') },
  {
    label: 'Drawdown of holding',
    ...reckonedInWords(table.heldDrawdown, depth, 'Furthest fall from a peak of closes'),
  },
]

const besideRows = (table: Benchmark): readonly TrustRow[] => [
  { label: 'Beta', ...reckonedInWords(table.beta, ratio, 'What the run makes when the symbol makes 1') },
  {
    label: 'Alpha',
    ...reckonedInWords(table.alpha, formatSignedPercent, 'A year beyond beta, at a risk-free rate of 0'),
  },
  {
    label: 'Correlation',
    ...reckonedInWords(table.correlation, ratio, 'Of the days: 1 together, 0 unrelated, −1 against'),
  },
  {
    label: 'Up capture',
    ...reckonedInWords(table.upCapture, formatPercent, 'The mean day of the run while the symbol rose'),
  },
  {
    label: 'Down capture',
    ...reckonedInWords(table.downCapture, formatPercent, 'The same while it fell; below 0 the run gained'),
  },
  {
    label: 'Tracking error',
    ...reckonedInWords(table.trackingError, formatPercent, 'Spread of the difference, for a year'),
  },
  {
    label: 'Information ratio',
    ...reckonedInWords(table.informationRatio, ratio, 'Mean difference of a year by its spread'),
  },
]
