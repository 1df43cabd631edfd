import type { CurvePoint, Performance } from '../../../domain/analysis/performance.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatRupees, formatSignedPercent, formatSignedRupees } from '../../../domain/format.ts'
import type { IstDate } from '../../../domain/time.ts'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'

interface Row extends CurvePoint {
  readonly own: number
  readonly charges: number
}

const rupees = (id: string, title: string, of: (row: Row) => number): ColumnOf<Row> => ({
  id,
  title,
  isNumeric: true,
  cell: (row) => <Signed value={of(row)} format={formatSignedRupees} />,
  sortBy: of,
})

const columns: readonly ColumnOf<Row>[] = [
  {
    id: 'day',
    title: 'Day',
    isRowHeader: true,
    cell: ({ day }) => dayInWords(day),
    sortBy: ({ day }) => day,
  },
  rupees('own', 'Net P&L', ({ own }) => own),
  {
    id: 'charges',
    title: 'Charges',
    isNumeric: true,
    cell: ({ charges }) => formatRupees(charges),
    sortBy: ({ charges }) => charges,
  },
  rupees('net', 'Since the start', ({ net }) => net),
  rupees('drawdown', 'Drawdown', ({ drawdown }) => drawdown),
  {
    id: 'nifty',
    title: 'NIFTY 50',
    isNumeric: true,
    showFrom: 520,
    cell: ({ nifty }) => formatSignedPercent(nifty),
    sortBy: ({ nifty }) => nifty,
  },
]

interface CurveTableProps {
  readonly performance: Performance
  readonly onDay: (day: IstDate) => void
}

export function CurveTable({ performance: { curve, days }, onDay }: CurveTableProps) {
  const rows = curve.map((point, index): Row => {
    const { gross = 0, charges = 0 } = days[index] ?? {}
    return { ...point, own: gross - charges, charges }
  })
  return (
    <DataTable
      label="P&L by day"
      rows={rows}
      columns={columns}
      rowKey={({ day }) => day}
      onRowAction={({ day }) => onDay(day)}
      initialSort={{ column: 'day', direction: 'descending' }}
      phone={(row) => ({
        title: dayInWords(row.day),
        value: <Signed value={row.own} format={formatSignedRupees} />,
        detail: `${formatSignedRupees(row.net)} since the start`,
      })}
      empty={null}
    />
  )
}
