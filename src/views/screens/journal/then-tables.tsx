import { useMemo } from 'react'
import type { OrderThen, PositionThen } from '../../../domain/analysis/journal/day-record.ts'
import { formatNumber, formatSigned } from '../../../domain/format.ts'
import { useInstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'

type Named<Row> = Row & { readonly name: string }

const useNamed = <Row extends { readonly sym: PositionThen['sym'] }>(rows: readonly Row[]) => {
  const nameOf = useInstrumentName()
  return useMemo(() => rows.map((row): Named<Row> => ({ ...row, name: nameOf(row.sym) })), [rows, nameOf])
}

const money = (value: number) => <Signed value={value} format={formatSigned} />
const priceIn = (price: number | null): string => (price === null ? '–' : formatNumber(price))

const nameColumn = <Row extends { readonly name: string }>(): ColumnOf<Row> => ({
  id: 'name',
  title: 'Instrument',
  isRowHeader: true,
  minWidth: 150,
  cell: ({ name }) => (
    <bdi className={text.cut} title={name}>
      {name}
    </bdi>
  ),
  sortBy: ({ name }) => name,
})

const positionColumns: readonly ColumnOf<Named<PositionThen>>[] = [
  nameColumn(),
  {
    id: 'quantity',
    title: 'Qty',
    isNumeric: true,
    cell: ({ quantity }) => (
      <span className={quantity > 0 ? text.buy : quantity < 0 ? text.sell : text.muted}>
        {formatSigned(quantity, 0)}
      </span>
    ),
    sortBy: ({ quantity }) => quantity,
  },
  {
    id: 'price',
    title: 'Price',
    isNumeric: true,
    cell: ({ price }) => priceIn(price),
    sortBy: ({ price }) => price,
  },
  {
    id: 'realised',
    title: 'Realised',
    isNumeric: true,
    showFrom: 420,
    cell: ({ realised }) => money(realised),
    sortBy: ({ realised }) => realised,
  },
  { id: 'm2m', title: 'P&L', isNumeric: true, cell: ({ m2m }) => money(m2m), sortBy: ({ m2m }) => m2m },
]

export function PositionsThen({ positions }: { readonly positions: readonly PositionThen[] }) {
  return (
    <DataTable
      label="Positions then"
      rows={useNamed(positions)}
      columns={positionColumns}
      rowKey={({ sym }) => sym}
      phone={({ name, quantity, m2m, price }) => ({
        title: name,
        value: money(m2m),
        note: formatSigned(quantity, 0),
        detail: priceIn(price),
      })}
      empty={<EmptyNotice title="No positions then" />}
    />
  )
}

const filledOf = ({ filledQuantity, step }: OrderThen): string =>
  `${formatNumber(filledQuantity, 0)}/${formatNumber(step.quantity, 0)}`

const orderColumns: readonly ColumnOf<Named<OrderThen>>[] = [
  nameColumn(),
  {
    id: 'side',
    title: 'Side',
    cell: ({ side }) => (
      <span className={side === 'buy' ? text.buy : text.sell}>{side === 'buy' ? 'Buy' : 'Sell'}</span>
    ),
    sortBy: ({ side }) => side,
  },
  {
    id: 'filled',
    title: 'Filled',
    isNumeric: true,
    cell: filledOf,
    sortBy: ({ step }) => step.quantity,
  },
  {
    id: 'price',
    title: 'Price',
    isNumeric: true,
    cell: ({ step }) => priceIn(step.price ?? step.triggerPrice),
    sortBy: ({ step }) => step.price ?? step.triggerPrice,
  },
  {
    id: 'status',
    title: 'Status',
    showFrom: 420,
    cell: ({ step }) => step.status.toLowerCase(),
    sortBy: ({ step }) => step.status,
  },
]

export function OrdersThen({ orders }: { readonly orders: readonly OrderThen[] }) {
  return (
    <DataTable
      label="Open orders then"
      rows={useNamed(orders)}
      columns={orderColumns}
      rowKey={({ id }) => id}
      phone={(order) => ({
        title: order.name,
        value: priceIn(order.step.price ?? order.step.triggerPrice),
        note: order.side === 'buy' ? 'Buy' : 'Sell',
        detail: filledOf(order),
      })}
      empty={<EmptyNotice title="No open orders then" />}
    />
  )
}
