import { useMemo, useState } from 'react'
import {
  formatCompact,
  formatPercent,
  formatSignedPercent,
  formatSignedRupees,
} from '../../../domain/format.ts'
import { toIstDate } from '../../../domain/time.ts'
import { EquityChart, type EquityMarker, type EquityPoint } from '../../charts/equity-chart.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { fullInstant } from '../../kit/instants.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import { TableSwitch } from '../../kit/table/table-switch.tsx'
import { dayEnds, equityOf, inPercent } from './equity-of.ts'
import { type Report, resultsOf } from './report.ts'

type Unit = 'rupees' | 'percent'

const units = [
  { value: 'rupees', label: '₹' },
  { value: 'percent', label: '%' },
] as const

const write: Readonly<Record<Unit, (value: number | null) => string>> = {
  rupees: (value) => formatSignedRupees(value, 0),
  percent: formatSignedPercent,
}
const writeShort: Readonly<Record<Unit, (value: number) => string>> = {
  rupees: (value) =>
    formatCompact(value)
      .replace(/(\.\d*?)0+(?= |$)/, '$1')
      .replace(/\.(?= |$)/, ''),
  percent: (value) => formatPercent(value, 1),
}

const columnsIn = (unit: Unit): readonly ColumnOf<EquityPoint>[] => [
  { id: 'day', title: 'Day', isRowHeader: true, cell: ({ at }) => fullInstant(at), sortBy: ({ at }) => at },
  {
    id: 'equity',
    title: 'Cumulative P&L',
    isNumeric: true,
    cell: ({ equity }) => <Signed value={equity} format={write[unit]} />,
    sortBy: ({ equity }) => equity,
  },
  {
    id: 'drawdown',
    title: 'Drawdown',
    isNumeric: true,
    cell: ({ drawdown }) => write[unit](drawdown),
    sortBy: ({ drawdown }) => drawdown,
  },
]
const columns = { rupees: columnsIn('rupees'), percent: columnsIn('percent') }

interface EquityPanelProps {
  readonly report: Report
  /** Rupees; the base of percentages. */
  readonly capital: number
  readonly of: string
  readonly markers: readonly EquityMarker[]
  readonly className?: string | undefined
}

export function EquityPanel({ report, capital, of, markers, className }: EquityPanelProps) {
  const [unit, setUnit] = useState<Unit>('rupees')
  const [isTable, setIsTable] = useState(false)
  const inRupees = useMemo(() => equityOf(resultsOf(report)), [report])
  const points = useMemo(
    () => (unit === 'rupees' ? inRupees : inPercent(inRupees, capital)),
    [unit, inRupees, capital],
  )
  const days = useMemo(() => (isTable ? dayEnds(points, toIstDate) : []), [isTable, points])
  return (
    <Panel
      title="Equity and drawdown"
      note={`${of}, net of charges`}
      className={className}
      aside={
        <>
          <TableSwitch isTable={isTable} onChange={setIsTable} />
          <Segmented label="Unit" value={unit} choices={units} onChange={setUnit} />
        </>
      }
    >
      {points.length < 2 ? (
        <EmptyNotice icon="chart" title="No equity curve: no trades" />
      ) : isTable ? (
        <DataTable
          label="Equity and drawdown by day"
          rows={days}
          columns={columns[unit]}
          rowKey={({ at }) => String(at)}
          phone={({ at, equity, drawdown }) => ({
            title: fullInstant(at),
            value: <Signed value={equity} format={write[unit]} />,
            note: 'drawdown',
            detail: write[unit](drawdown),
          })}
          empty={null}
        />
      ) : (
        <EquityChart
          points={points}
          summary={summaryOf(points, write[unit])}
          format={write[unit]}
          formatShort={writeShort[unit]}
          formatInstant={fullInstant}
          markers={markers}
        />
      )}
    </Panel>
  )
}

const summaryOf = (points: readonly EquityPoint[], format: (value: number) => string): string => {
  const end = points.at(-1)?.equity ?? 0
  const best = points.reduce((most, { equity }) => Math.max(most, equity), 0)
  const worst = points.reduce((least, { drawdown }) => Math.min(least, drawdown), 0)
  return `Final ${format(end)}, highest ${format(best)}, max drawdown ${format(worst)}.`
}
