import { useMemo } from 'react'
import { formatNumber, formatPercent, formatSignedPercent } from '../../../../domain/format.ts'
import { type RiskTable, riskTableOf } from '../../../../domain/report-tables/risk-table.ts'
import { toIstDate } from '../../../../domain/time.ts'
import { dayEnds, equityOf } from '../equity-of.ts'
import { dailyReturnsOf, resultsOf } from '../report.ts'
import { type TrustRow, TrustRows } from '../trust-rows.tsx'
import { reckonedInWords } from '../trust-words.ts'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

/** How bad and how good the days were. */
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
      <TrustRows label="Days" rows={dayRows(table)} />
      <TrustRows label="Shape and depth" rows={shapeRows(table)} />
    </div>
  )
}

const ratio = (value: number | null) => formatNumber(value)

const dayRows = (table: RiskTable): readonly TrustRow[] => [
  { label: 'Best day', ...reckonedInWords(table.bestDay, formatSignedPercent, 'Of the most capital used') },
  { label: 'Worst day', ...reckonedInWords(table.worstDay, formatSignedPercent, 'Of the most capital used') },
  {
    label: 'Days of gain',
    ...reckonedInWords(
      table.daysOfGain,
      formatPercent,
      `Of ${formatNumber(table.days, 0)} days, flat ones included`,
    ),
  },
  {
    label: 'Value at risk, 95%',
    ...reckonedInWords(table.valueAtRisk, formatSignedPercent, 'One day in twenty was as bad or worse'),
  },
  {
    label: 'Expected shortfall, 95%',
    ...reckonedInWords(table.expectedShortfall, formatSignedPercent, 'The mean of those days'),
  },
]

const shapeRows = (table: RiskTable): readonly TrustRow[] => [
  { label: 'Skew', ...reckonedInWords(table.skew, ratio, 'Below 0 the bad days reach further') },
  {
    label: 'Excess kurtosis',
    ...reckonedInWords(table.excessKurtosis, ratio, 'Above 0 there are more extreme days than chance makes'),
  },
  {
    label: 'Tail ratio',
    ...reckonedInWords(table.tailRatio, ratio, 'The best twentieth of the days by the worst'),
  },
  {
    label: 'Omega',
    ...reckonedInWords(table.omega, ratio, 'Sum of the days of gain by that of the days of loss'),
  },
  {
    label: 'Ulcer index',
    ...reckonedInWords(
      table.ulcerIndex,
      formatPercent,
      'How far below the peak the days were, root mean square',
    ),
  },
  {
    label: 'Recovery factor',
    ...reckonedInWords(table.recoveryFactor, ratio, 'Net P&L by the deepest drawdown of day ends'),
  },
]
