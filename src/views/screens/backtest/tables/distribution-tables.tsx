import { useMemo, useState } from 'react'
import { type Distribution, distributionOf } from '../../../../domain/backtests/report-tables/distribution.ts'
import {
  countOf,
  formatNumber,
  formatPercent,
  formatRupees,
  formatSignedPercent,
  formatSignedRupees,
} from '../../../../domain/format.ts'
import { Histogram } from '../../../charts/histogram.tsx'
import { Segmented } from '../../../kit/control/segmented.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { dailyReturnsOf, type Report, resultsOf } from '../report.ts'
import { type RobustnessRow, RobustnessRows } from '../robustness/robustness-rows.tsx'
import { reckonedInWords } from '../robustness/robustness-texts.ts'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

type Of = 'trades' | 'days'

const choices = [
  { value: 'trades', label: 'Trades' },
  { value: 'days', label: 'Days' },
] as const

const kinds = {
  trades: {
    one: 'trade',
    noun: 'trades',
    format: (value: number | null) => formatSignedRupees(value, 0),
    size: (value: number | null) => formatRupees(value, 0),
    valuesOf: (report: Report) =>
      resultsOf(report).flatMap(({ tradeLog }) => tradeLog.map(({ netPnl }) => netPnl)),
  },
  days: {
    one: 'day',
    noun: 'days',
    format: (value: number | null) => formatSignedPercent(value),
    size: (value: number | null) => formatPercent(value),
    valuesOf: (report: Report) =>
      dailyReturnsOf(report).flatMap(([, value]) => (value === null ? [] : [value])),
  },
} as const

export function DistributionTables({ report }: TableProps) {
  const [of, setOf] = useState<Of>('trades')
  const { one, noun, format, size, valuesOf } = kinds[of]
  const table = useMemo(() => distributionOf(valuesOf(report)), [report, valuesOf])
  return (
    <div className={styles.pair}>
      <div className={styles.block}>
        <Segmented label="Distribution of" value={of} choices={choices} onChange={setOf} />
        {table.values === 0 ? (
          <EmptyNotice icon="chart" title={`No ${noun} to show`} />
        ) : (
          <div className={styles.chart}>
            <Histogram
              bins={table.bins}
              summary={summaryOf(table, one, format)}
              format={format}
              noun={noun}
            />
          </div>
        )}
      </div>
      <RobustnessRows label="Distribution" rows={rowsOf(table, format, size)} />
    </div>
  )
}

type Write = (value: number | null) => string

const rowsOf = (table: Distribution, format: Write, size: Write): readonly RobustnessRow[] => [
  { label: 'Mean', ...reckonedInWords(table.mean, format, 'Sum / count') },
  {
    label: 'Std deviation',
    ...reckonedInWords(table.deviation, size, 'Standard deviation around the mean'),
  },
  ...table.quantiles.map(({ share, value }) => ({
    label: share === 0.5 ? 'Median' : `${formatPercent(share * 100, 0)} are below`,
    ...reckonedInWords(value, format, share === 0.5 ? 'Half are below' : ''),
  })),
  { label: 'Skew', ...reckonedInWords(table.skew, formatNumber, 'Below 0: longer tail of losses') },
  {
    label: 'Excess kurtosis',
    ...reckonedInWords(table.excessKurtosis, formatNumber, 'Above 0: fatter tails than normal'),
  },
]

const summaryOf = (table: Distribution, one: string, format: Write): string => {
  const fullest = table.bins.reduce((most, bin) => (bin.count > most.count ? bin : most))
  return `${countOf(table.values, one)}; most lie between ${format(fullest.from)} and ${format(fullest.to)}.`
}
