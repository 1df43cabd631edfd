import { useMemo, useState } from 'react'
import type { BacktestTrade } from '../../../../domain/backtests/backtest.ts'
import {
  type Excursion,
  type ExcursionSpread,
  type ExcursionTable,
  excursionsOf,
  excursionTableOf,
  type StopReach,
} from '../../../../domain/backtests/report-tables/excursions.ts'
import { type StopEffect, stopEffectOf } from '../../../../domain/backtests/report-tables/stop-effect.ts'
import { countOf, formatNumber, formatPercent, formatSignedRupees } from '../../../../domain/format.ts'
import { ExcursionChart } from '../../../charts/excursion-chart.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import text from '../../../theme/text.module.css'
import { resultsOf } from '../report.ts'
import { RobustnessRows } from '../robustness/robustness-rows.tsx'
import { reckonedInWords } from '../robustness/robustness-texts.ts'
import { type FigureColumn, FigureTable } from './figure-table.tsx'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

interface SpreadRow extends ExcursionSpread {
  readonly name: string
}

const spreadColumns: readonly FigureColumn<SpreadRow>[] = [
  { title: '% of entry price', cell: ({ name }) => name },
  { title: 'Trades', cell: ({ trades }) => formatNumber(trades, 0), isNumeric: true, isSpare: true },
  { title: 'Median', cell: ({ half }) => formatPercent(half.value), isNumeric: true },
  { title: '75%', cell: ({ threeQuarters }) => formatPercent(threeQuarters.value), isNumeric: true },
  { title: '90%', cell: ({ nineTenths }) => formatPercent(nineTenths.value), isNumeric: true },
]

const stopColumns: readonly FigureColumn<StopReach>[] = [
  { title: 'Stop at', cell: ({ distance }) => formatPercent(distance) },
  {
    title: 'Winners stopped',
    cell: ({ ofWinners }) => formatPercent(ofWinners.value, 1),
    isNumeric: true,
  },
  { title: 'Losers stopped', cell: ({ ofLosers }) => formatPercent(ofLosers.value, 1), isNumeric: true },
]

const spreadRows = (table: ExcursionTable): readonly SpreadRow[] => [
  { name: 'Winners, adverse', ...table.winnersAgainst },
  { name: 'Losers, adverse', ...table.losersAgainst },
  { name: 'Winners, favourable', ...table.winnersInFavour },
  { name: 'Losers, favourable', ...table.losersInFavour },
]

interface StopChartProps {
  readonly trades: readonly BacktestTrade[]
  readonly excursions: readonly Excursion[]
}

function StopChart({ trades, excursions }: StopChartProps) {
  const range = useMemo(() => stopRangeOf(excursions), [excursions])
  const [chosen, setChosen] = useState<number | null>(null)
  const value = Math.min(range.max, chosen ?? range.max)
  const words = useMemo(
    () => effectInWords(value, stopEffectOf(trades, value), stopEffectOf(trades, Number.POSITIVE_INFINITY)),
    [trades, value],
  )
  return (
    <>
      <div className={styles.chart}>
        <ExcursionChart
          points={excursions}
          summary={`${countOf(excursions.length, 'trade')} by adverse excursion and net P&L.`}
          formatAgainst={(percent) => formatPercent(percent)}
          formatResult={(rupees) => formatSignedRupees(rupees, 0)}
          stop={{ ...range, value, words, onChange: setChosen }}
        />
      </div>
      <p className={styles.note}>{words}</p>
    </>
  )
}

/** Percent of the entry price; the largest stop is one that no trade reaches. */
const stopRangeOf = (excursions: readonly Excursion[]) => {
  const furthest = excursions.reduce((most, { against }) => Math.max(most, against), 0)
  const step = furthest <= 2 ? 0.01 : furthest <= 10 ? 0.05 : 0.5
  return { step, min: step, max: Number(((Math.floor(furthest / step) + 1) * step).toFixed(2)) }
}

const effectInWords = (percent: number, effect: StopEffect, before: StopEffect): string => {
  const { stopped, trades, netPnl, winRate } = effect
  const stop = `Stop at ${formatPercent(percent)}: `
  if (stopped === 0) return `${stop}no trade reaches it. Drag it or use the arrow keys.`
  return `${stop}${formatNumber(stopped, 0)} of ${countOf(trades, 'trade')} stopped · net P&L ${formatSignedRupees(before.netPnl, 0)} → ${formatSignedRupees(netPnl, 0)} · win rate ${formatPercent(before.winRate, 1)} → ${formatPercent(winRate, 1)}`
}

export function ExcursionTables({ report }: TableProps) {
  const trades = useMemo(() => resultsOf(report).flatMap(({ tradeLog }) => tradeLog), [report])
  const excursions = useMemo(() => excursionsOf(trades), [trades])
  const table = useMemo(() => excursionTableOf(excursions), [excursions])
  if (excursions.length === 0) return <EmptyNotice icon="chart" title="No trades" />
  return (
    <div className={styles.pair}>
      <div className={styles.block}>
        <h3 className={text.section}>Adverse excursion (MAE) and result</h3>
        <StopChart trades={trades} excursions={excursions} />
        <RobustnessRows
          label="Edge"
          rows={[
            {
              label: 'Edge ratio',
              ...reckonedInWords(
                table.edgeRatio,
                formatNumber,
                'Average favourable / average adverse excursion: above 1, entries tend to go the right way',
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
          label="Effect of a stop"
          rows={table.stops}
          columns={stopColumns}
          rowKey={({ distance }) => String(distance)}
        />
        <p className={styles.note}>
          From the worst price of each trade while held. The sequence within a trade is not considered:
          backtest the stop to be sure.
        </p>
      </div>
    </div>
  )
}
