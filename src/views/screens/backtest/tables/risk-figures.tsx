import { useMemo } from 'react'
import { type RiskTable, riskTableOf } from '../../../../domain/backtests/report-tables/risk-table.ts'
import { countOf, formatNumber, formatPercent, formatSignedPercent } from '../../../../domain/format.ts'
import { toIstDate } from '../../../../domain/time.ts'
import { dayEnds, equityOf } from '../equity-of.ts'
import { dailyReturnsOf, resultsOf } from '../report.ts'
import { type RobustnessRow, RobustnessRows } from '../robustness/robustness-rows.tsx'
import { reckonedInWords } from '../robustness/robustness-texts.ts'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

export function RiskFigures({ report, capital }: TableProps) {
  const table = useMemo(() => {
    const results = resultsOf(report)
    const base = capital * results.length
    const ends = dayEnds(equityOf(results), toIstDate).map(({ equity }) => base + equity)
    const returns = dailyReturnsOf(report).flatMap(([, value]) => (value === null ? [] : [value]))
    return riskTableOf(returns, [base, ...ends])
  }, [report, capital])
  return (
    <div className={styles.pair}>
      <RobustnessRows label="Days" rows={dayRows(table)} />
      <RobustnessRows label="Shape and depth" rows={shapeRows(table)} />
    </div>
  )
}

const ratio = (value: number | null) => formatNumber(value)

const dayRows = (table: RiskTable): readonly RobustnessRow[] => [
  { label: 'Best day', ...reckonedInWords(table.bestDay, formatSignedPercent, 'On peak capital used') },
  { label: 'Worst day', ...reckonedInWords(table.worstDay, formatSignedPercent, 'On peak capital used') },
  {
    label: 'Winning days',
    ...reckonedInWords(
      table.daysOfGain,
      formatPercent,
      `Of ${countOf(table.days, 'day')}, flat ones included`,
    ),
  },
  {
    label: 'Value at risk, 95%',
    ...reckonedInWords(table.valueAtRisk, formatSignedPercent, 'One day in twenty was as bad or worse'),
  },
  {
    label: 'Expected shortfall, 95%',
    ...reckonedInWords(table.expectedShortfall, formatSignedPercent, 'Average of those days'),
  },
]

const shapeRows = (table: RiskTable): readonly RobustnessRow[] => [
  { label: 'Skew', ...reckonedInWords(table.skew, ratio, 'Below 0: longer tail of losing days') },
  {
    label: 'Excess kurtosis',
    ...reckonedInWords(table.excessKurtosis, ratio, 'Above 0: fatter tails than normal'),
  },
  {
    label: 'Tail ratio',
    ...reckonedInWords(table.tailRatio, ratio, 'Best 5% of days / worst 5%'),
  },
  {
    label: 'Omega',
    ...reckonedInWords(table.omega, ratio, 'Sum of winning days / sum of losing days'),
  },
  {
    label: 'Ulcer index',
    ...reckonedInWords(table.ulcerIndex, formatPercent, 'Root mean square of daily drawdowns'),
  },
  {
    label: 'Recovery factor',
    ...reckonedInWords(table.recoveryFactor, ratio, 'Net P&L / max end-of-day drawdown'),
  },
]
