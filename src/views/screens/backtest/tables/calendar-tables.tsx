import { useMemo } from 'react'
import type { PeriodFigure } from '../../../../domain/backtests/backtest.ts'
import { formatNumber, formatSignedPercent, formatSignedRupees } from '../../../../domain/format.ts'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { periodsOf } from '../report.ts'
import { type FigureColumn, FigureTable } from './figure-table.tsx'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'

const rupees = (value: number | null) => formatSignedRupees(value, 0)

const columnsFor = (title: string, hasReturn: boolean): readonly FigureColumn<PeriodFigure>[] => [
  { title, cell: ({ label }) => label },
  { title: 'Trades', cell: ({ trades }) => formatNumber(trades, 0), isNumeric: true },
  { title: 'Net P&L', cell: ({ netPnl }) => <Signed value={netPnl} format={rupees} />, isNumeric: true },
  ...(hasReturn
    ? [
        {
          title: 'Average day',
          cell: ({ meanReturn }: PeriodFigure) => <Signed value={meanReturn} format={formatSignedPercent} />,
          isNumeric: true,
        },
      ]
    : []),
]
const weekdayColumns = columnsFor('Weekday', true)
const hourColumns = columnsFor('Hour of entry', false)
const monthColumns = columnsFor('Month', true)

export function CalendarTables({ report }: TableProps) {
  const { byWeekday, byHour, byMonth } = useMemo(() => periodsOf(report), [report])
  return (
    <div className={styles.pair}>
      <FigureTable
        label="By weekday"
        rows={byWeekday}
        columns={weekdayColumns}
        rowKey={({ label }) => label}
      />
      {byHour.length === 0 ? (
        <EmptyNotice icon="chart" title="No trades" />
      ) : (
        <FigureTable label="By hour" rows={byHour} columns={hourColumns} rowKey={({ label }) => label} />
      )}
      <FigureTable label="By month" rows={byMonth} columns={monthColumns} rowKey={({ label }) => label} />
    </div>
  )
}
