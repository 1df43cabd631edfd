import { useMemo } from 'react'
import { formatNumber, formatSignedRupees } from '../../../domain/format.ts'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import type { PayoffCurve } from './payoff-labels.ts'

interface PayoffRow {
  readonly price: number
  readonly atExpiry: number
  readonly onDay: number
}

const whole = (value: number | null) => formatSignedRupees(value, 0)
/** Rows sampled from some three hundred points; break-evens are always included. */
const TABLE_ROWS = 41

const columnsOn = (day: string): readonly ColumnOf<PayoffRow>[] => [
  {
    id: 'price',
    title: 'Underlying at',
    isRowHeader: true,
    isNumeric: true,
    cell: ({ price }) => formatNumber(price),
    sortBy: ({ price }) => price,
  },
  {
    id: 'expiry',
    title: 'At expiry',
    isNumeric: true,
    cell: ({ atExpiry }) => <Signed value={atExpiry} format={whole} />,
    sortBy: ({ atExpiry }) => atExpiry,
  },
  {
    id: 'day',
    title: day,
    isNumeric: true,
    cell: ({ onDay }) => <Signed value={onDay} format={whole} />,
    sortBy: ({ onDay }) => onDay,
  },
]

const rowsOf = ({ prices, atExpiry, onDay, breakevens, spot }: PayoffCurve): readonly PayoffRow[] => {
  const step = Math.max(1, Math.floor(prices.length / TABLE_ROWS))
  const always = new Set([...breakevens, spot])
  return prices.flatMap((price, index) =>
    index % step === 0 || always.has(price)
      ? [{ price, atExpiry: atExpiry[index] ?? 0, onDay: onDay[index] ?? 0 }]
      : [],
  )
}

export function PayoffTable({ curve, day }: { readonly curve: PayoffCurve; readonly day: string }) {
  const columns = useMemo(() => columnsOn(day), [day])
  const rows = useMemo(() => rowsOf(curve), [curve])
  return (
    <DataTable
      label="Payoff by price"
      rows={rows}
      columns={columns}
      rowKey={({ price }) => String(price)}
      phone={({ price, atExpiry, onDay }) => ({
        title: formatNumber(price),
        value: <Signed value={atExpiry} format={whole} />,
        note: day,
        detail: whole(onDay),
      })}
      empty={null}
    />
  )
}
