import { useMemo } from 'react'
import { formatNumber, formatPercent, formatSignedRupees } from '../../../../domain/format.ts'
import {
  type ExcursionSpread,
  type ExcursionTable,
  excursionsOf,
  excursionTableOf,
  type StopReach,
} from '../../../../domain/report-tables/excursions.ts'
import { ExcursionChart } from '../../../charts/excursion-chart.tsx'
import { EmptyNotice } from '../../../kit/notice.tsx'
import text from '../../../theme/text.module.css'
import { resultsOf } from '../report.ts'
import { TrustRows } from '../trust-rows.tsx'
import { reckonedInWords } from '../trust-words.ts'
import { type FigureColumn, FigureTable } from './figure-table.tsx'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

interface SpreadRow extends ExcursionSpread {
  readonly name: string
}

const spreadColumns: readonly FigureColumn<SpreadRow>[] = [
  { title: 'In percent of the entry', cell: ({ name }) => name },
  { title: 'Trades', cell: ({ trades }) => formatNumber(trades, 0), isNumeric: true, isSpare: true },
  { title: 'Half stayed under', cell: ({ half }) => formatPercent(half.value), isNumeric: true },
  { title: '3 in 4', cell: ({ threeQuarters }) => formatPercent(threeQuarters.value), isNumeric: true },
  { title: '9 in 10', cell: ({ nineTenths }) => formatPercent(nineTenths.value), isNumeric: true },
]

const stopColumns: readonly FigureColumn<StopReach>[] = [
  { title: 'A stop at', cell: ({ distance }) => formatPercent(distance) },
  {
    title: 'would have ended of the winners',
    cell: ({ ofWinners }) => formatPercent(ofWinners.value, 1),
    isNumeric: true,
  },
  { title: 'of the losers', cell: ({ ofLosers }) => formatPercent(ofLosers.value, 1), isNumeric: true },
]

const spreadRows = (table: ExcursionTable): readonly SpreadRow[] => [
  { name: 'Winners went against', ...table.winnersAgainst },
  { name: 'Losers went against', ...table.losersAgainst },
  { name: 'Winners went in favour', ...table.winnersInFavour },
  { name: 'Losers went in favour', ...table.losersInFavour },
]

/** How far trades went against and for their holder while they were held, and what a stop would have met. */
export function ExcursionTables({ report }: TableProps) {
  const excursions = useMemo(
    () => excursionsOf(resultsOf(report).flatMap(({ tradeLog }) => tradeLog)),
    [report],
  )
  const table = useMemo(() => excursionTableOf(excursions), [excursions])
  if (excursions.length === 0) return <EmptyNotice icon="chart" title="No trade was made" />
  return (
    <div className={styles.pair}>
      <div className={styles.block}>
        <h3 className={text.section}>Against the holder, and what came of it</h3>
        <div className={styles.chart}>
          <ExcursionChart
            points={excursions}
            summary={`${formatNumber(excursions.length, 0)} trades by how far they went against the holder and what they made.`}
            formatAgainst={(percent) => formatPercent(percent)}
            formatResult={(rupees) => formatSignedRupees(rupees, 0)}
          />
        </div>
        <TrustRows
          label="Edge"
          rows={[
            {
              label: 'Edge ratio',
              ...reckonedInWords(
                table.edgeRatio,
                formatNumber,
                'Mean way in favour by mean way against: above 1, entries tend to go the right way',
              ),
            },
          ]}
        />
      </div>
      <div className={styles.block}>
        <FigureTable
          label="Excursions"
          rows={spreadRows(table)}
          columns={spreadColumns}
          rowKey={({ name }) => name}
        />
        <FigureTable
          label="Reach of a stop"
          rows={table.stops}
          columns={stopColumns}
          rowKey={({ distance }) => String(distance)}
        />
        <p className={styles.note}>
          By the worst price each trade saw while it was held. Where the best came first is not told here: run
          the stop to know.
        </p>
      </div>
    </div>
  )
}
