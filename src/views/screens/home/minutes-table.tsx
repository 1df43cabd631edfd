import { useMemo } from 'react'
import { formatSigned } from '../../../domain/format.ts'
import { toIstClock } from '../../../domain/time.ts'
import type { DayPoint } from '../../charts/day/day-plot.ts'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'

const money = (value: number) => <Signed value={value} format={formatSigned} />

const columns: readonly ColumnOf<DayPoint>[] = [
  {
    id: 'at',
    title: 'Time',
    isRowHeader: true,
    width: 90,
    cell: ({ at }) => toIstClock(at),
    sortBy: ({ at }) => at,
  },
  {
    id: 'total',
    title: 'Day P&L',
    isNumeric: true,
    cell: ({ total }) => money(total),
    sortBy: ({ total }) => total,
  },
  {
    id: 'realised',
    title: 'Realised',
    isNumeric: true,
    cell: ({ realised }) => money(realised),
    sortBy: ({ realised }) => realised,
  },
]

/** Newest first. */
export function MinutesTable({ points }: { readonly points: readonly DayPoint[] }) {
  const rows = useMemo(() => [...points].reverse(), [points])
  return (
    <DataTable
      label="Day P&L by the minute"
      rows={rows}
      columns={columns}
      rowKey={({ at }) => String(at)}
      phone={({ at, total, realised }) => ({
        title: toIstClock(at),
        value: money(total),
        note: 'realised',
        detail: money(realised),
      })}
      empty={null}
    />
  )
}
