import { useMemo, useState } from 'react'
import { dateInWords } from '../../../domain/dates-in-words.ts'
import { countOf, formatSignedPercent } from '../../../domain/format.ts'
import { type DayReturn, HeatMap } from '../../charts/heat-map.tsx'
import { WeekdayBars } from '../../charts/weekday-bars.tsx'
import { Button } from '../../kit/control/button.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import { dailyReturnsOf, periodsOf, type Report } from './report.ts'
import styles from './returns-panel.module.css'

const columns: readonly ColumnOf<DayReturn>[] = [
  {
    id: 'day',
    title: 'Day',
    isRowHeader: true,
    cell: ({ day }) => dateInWords(day),
    sortBy: ({ day }) => day,
  },
  {
    id: 'return',
    title: 'Return',
    isNumeric: true,
    cell: ({ percent }) => <Signed value={percent} format={formatSignedPercent} />,
    sortBy: ({ percent }) => percent,
  },
]

const say = ({ day, percent }: DayReturn): string => `${dateInWords(day)}: ${formatSignedPercent(percent)}`

export function ReturnsPanel({
  report,
  className,
}: {
  readonly report: Report
  readonly className?: string | undefined
}) {
  const [isTable, setIsTable] = useState(false)
  const days = useMemo(() => dailyReturnsOf(report).map(([day, percent]) => ({ day, percent })), [report])
  const figures = useMemo(() => periodsOf(report).byWeekday, [report])
  return (
    <Panel
      title="Daily returns"
      className={className}
      note="Mon–Fri"
      aside={
        <Button
          kind="quiet"
          icon={isTable ? 'chart' : 'table'}
          aria-label={isTable ? 'Show daily returns as a heat map' : 'Show daily returns as a table'}
          data-answers="t"
          onPress={() => setIsTable(!isTable)}
        />
      }
    >
      {days.length === 0 ? (
        <EmptyNotice icon="chart" title="No daily returns" />
      ) : isTable ? (
        <DataTable
          label="Daily returns"
          rows={days}
          columns={columns}
          rowKey={({ day }) => day}
          phone={(row) => ({
            title: dateInWords(row.day),
            value: <Signed value={row.percent} format={formatSignedPercent} />,
          })}
          empty={null}
          initialSort={{ column: 'day', direction: 'descending' }}
        />
      ) : (
        <div className={styles.body}>
          <HeatMap days={days} summary={summaryOf(days)} format={say} />
          <WeekdayBars figures={figures} format={formatSignedPercent} />
        </div>
      )}
    </Panel>
  )
}

const summaryOf = (days: readonly DayReturn[]): string => {
  const known = days.filter(({ percent }) => percent !== null)
  const up = known.filter(({ percent }) => (percent ?? 0) > 0).length
  const down = known.filter(({ percent }) => (percent ?? 0) < 0).length
  return `${countOf(days.length, 'day')}: ${up} up, ${down} down, ${days.length - up - down} flat`
}
