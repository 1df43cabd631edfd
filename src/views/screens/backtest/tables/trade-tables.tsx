import { useMemo } from 'react'
import {
  type TradeGroup,
  tradesByHolding,
  tradesByReason,
} from '../../../../domain/backtests/report-tables/trade-groups.ts'
import { formatNumber, formatPercent, formatSignedRupees } from '../../../../domain/format.ts'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { resultsOf } from '../report.ts'
import { type FigureColumn, FigureTable } from './figure-table.tsx'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

const rupees = (value: number | null) => formatSignedRupees(value, 0)

const columnsFor = (title: string): readonly FigureColumn<TradeGroup<string>>[] => [
  { title, cell: ({ name }) => name },
  { title: 'Trades', cell: ({ trades }) => formatNumber(trades, 0), isNumeric: true },
  { title: 'Won', cell: ({ wins, trades }) => formatPercent((wins / trades) * 100, 1), isNumeric: true },
  { title: 'Net P&L', cell: ({ netPnl }) => <Signed value={netPnl} format={rupees} />, isNumeric: true },
  {
    title: 'Per trade',
    cell: ({ meanPnl }) => <Signed value={meanPnl} format={rupees} />,
    isNumeric: true,
    isSpare: true,
  },
]
const byReason = columnsFor('Exit')
const byHolding = columnsFor('Held')

export function TradeTables({ report }: TableProps) {
  const trades = useMemo(() => resultsOf(report).flatMap(({ tradeLog }) => tradeLog), [report])
  if (trades.length === 0) return <EmptyNotice icon="chart" title="No trades" />
  return (
    <div className={styles.pair}>
      <FigureTable
        label="Trades by exit"
        rows={tradesByReason(trades)}
        columns={byReason}
        rowKey={({ name }) => name}
      />
      <FigureTable
        label="Trades by holding time"
        rows={tradesByHolding(trades)}
        columns={byHolding}
        rowKey={({ name }) => name}
      />
    </div>
  )
}
