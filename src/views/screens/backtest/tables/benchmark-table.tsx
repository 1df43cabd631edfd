import { useMemo } from 'react'
import {
  type Benchmark,
  benchmarkOf,
  comparedDays,
} from '../../../../domain/backtests/report-tables/benchmark.ts'
import { countOf, formatNumber, formatPercent, formatSignedPercent } from '../../../../domain/format.ts'
import { dailyReturnsOf, resultsOf } from '../report.ts'
import { below } from '../report-tiles.ts'
import { type RobustnessRow, RobustnessRows } from '../robustness/robustness-rows.tsx'
import { reckonedInWords } from '../robustness/robustness-texts.ts'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

export function BenchmarkTable({ report }: TableProps) {
  const table = useMemo(() => benchmarkOf(comparedDays(dailyReturnsOf(report), resultsOf(report))), [report])
  return (
    <div className={styles.pair}>
      <RobustnessRows label="Buy and hold" rows={heldRows(table, report.kind === 'all')} />
      <RobustnessRows label="Run vs buy and hold" rows={besideRows(table)} />
    </div>
  )
}

const ratio = (value: number | null) => formatNumber(value)
const depth = (value: number | null) => below(value, (size) => formatPercent(size))

const heldRows = (table: Benchmark, isMany: boolean): readonly RobustnessRow[] => [
  {
    label: 'Buy-and-hold return',
    ...reckonedInWords(
      table.heldReturn,
      formatSignedPercent,
      isMany
        ? `The symbols equally weighted, over ${countOf(table.days, 'day')}`
        : `The symbol itself, over ${countOf(table.days, 'day')}`,
    ),
  },
  {
    label: 'Run return',
    ...reckonedInWords(table.runReturn, formatSignedPercent, 'Over the same days, on peak capital used'),
  },
  {
    label: 'Buy-and-hold Sharpe',
    ...reckonedInWords(table.heldSharpe, ratio, 'Mean day / standard deviation, annualised'),
  },
  { label: 'Buy-and-hold volatility', ...reckonedInWords(table.heldVolatility, formatPercent, 'Annualised') },
  {
    label: 'Buy-and-hold drawdown',
    ...reckonedInWords(table.heldDrawdown, depth, 'Largest peak-to-trough fall of closes'),
  },
]

const besideRows = (table: Benchmark): readonly RobustnessRow[] => [
  { label: 'Beta', ...reckonedInWords(table.beta, ratio, 'Run return for 1% in the symbol') },
  {
    label: 'Alpha',
    ...reckonedInWords(table.alpha, formatSignedPercent, 'Annual return beyond beta, risk-free rate 0'),
  },
  {
    label: 'Correlation',
    ...reckonedInWords(table.correlation, ratio, 'Of daily returns: 1 together, 0 unrelated, −1 opposite'),
  },
  {
    label: 'Up capture',
    ...reckonedInWords(table.upCapture, formatPercent, 'Run average / symbol average, on days it rose'),
  },
  {
    label: 'Down capture',
    ...reckonedInWords(table.downCapture, formatPercent, 'The same on days it fell; below 0 the run gained'),
  },
  {
    label: 'Tracking error',
    ...reckonedInWords(
      table.trackingError,
      formatPercent,
      'Standard deviation of the difference, annualised',
    ),
  },
  {
    label: 'Information ratio',
    ...reckonedInWords(table.informationRatio, ratio, 'Annualised mean difference / tracking error'),
  },
]
