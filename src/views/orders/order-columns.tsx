import { formatNumber } from '../../domain/format.ts'
import { InstrumentName } from '../kit/instrument/instrument-name.tsx'
import { Badge } from '../kit/layout/badge.tsx'
import { PriceCell } from '../kit/price/live-cells.tsx'
import type { CsvColumn } from '../kit/table/csv.ts'
import type { ColumnOf, PhoneRow } from '../kit/table/data-table.tsx'
import text from '../theme/text.module.css'
import { type OrderRow, typeInWords } from './order-row.ts'

export const sideNames = { buy: 'Buy', sell: 'Sell' } as const

export const filledInWords = ({ filled, quantity }: OrderRow): string =>
  `${formatNumber(filled, 0)} / ${formatNumber(quantity, 0)}`

const Status = ({ row }: { readonly row: OrderRow }) => <Badge tone={row.tone}>{row.status}</Badge>

export const orderedColumns = (
  width: `${number}fr`,
): readonly ColumnOf<Pick<OrderRow, 'instrument' | 'symbol' | 'side'>>[] => [
  {
    id: 'instrument',
    title: 'Instrument',
    isRowHeader: true,
    width,
    minWidth: 128,
    cell: ({ instrument, symbol }) => <InstrumentName of={instrument} symbol={symbol} />,
    sortBy: ({ symbol }) => symbol,
  },
  {
    id: 'side',
    title: 'Side',
    width: 54,
    cell: ({ side }) => <span className={`${text[side]} ${text.strong}`}>{sideNames[side]}</span>,
    sortBy: ({ side }) => side,
  },
]

export const orderColumns: readonly ColumnOf<OrderRow>[] = [
  {
    id: 'time',
    title: 'Time',
    width: 84,
    cell: ({ time }) => <span className={text.second}>{time}</span>,
    sortBy: ({ time }) => time,
  },
  ...orderedColumns('2.2fr'),
  {
    id: 'product',
    title: 'Product',
    width: 70,
    showFrom: 620,
    cell: ({ product }) => <span className={text.muted}>{product}</span>,
    sortBy: ({ product }) => product,
  },
  {
    id: 'type',
    title: 'Type',
    minWidth: 84,
    showFrom: 700,
    cell: (row) => <span className={text.muted}>{typeInWords(row)}</span>,
    sortBy: typeInWords,
  },
  {
    id: 'quantity',
    title: 'Filled / Qty',
    isNumeric: true,
    minWidth: 92,
    cell: filledInWords,
    sortBy: ({ quantity }) => quantity,
  },
  {
    id: 'price',
    title: 'Price',
    isNumeric: true,
    minWidth: 86,
    cell: ({ price }) => formatNumber(price),
    sortBy: ({ price }) => price,
  },
  {
    id: 'trigger',
    title: 'Trigger',
    isNumeric: true,
    minWidth: 86,
    showFrom: 1000,
    cell: ({ trigger }) => formatNumber(trigger),
    sortBy: ({ trigger }) => trigger,
  },
  {
    id: 'average',
    title: 'Average',
    isNumeric: true,
    minWidth: 86,
    showFrom: 780,
    cell: ({ average }) => formatNumber(average),
    sortBy: ({ average }) => average,
  },
  {
    id: 'ltp',
    title: 'LTP',
    isNumeric: true,
    minWidth: 86,
    showFrom: 860,
    cell: ({ instrument }) => <PriceCell of={instrument} otherwise={null} />,
  },
  {
    id: 'status',
    title: 'Status',
    width: '1.3fr',
    minWidth: 104,
    cell: (row) => <Status row={row} />,
    sortBy: ({ status }) => status,
  },
  {
    id: 'message',
    title: 'Message',
    width: '2fr',
    minWidth: 110,
    showFrom: 1120,
    cell: ({ message }) => (
      <span className={`${text.muted} ${text.cut}`} title={message}>
        <bdi>{message}</bdi>
      </span>
    ),
  },
]

export const orderOnPhone = (row: OrderRow): PhoneRow => ({
  title: (
    <span className={text.pair}>
      <span className={text[row.side]}>{sideNames[row.side]}</span>{' '}
      <InstrumentName of={row.instrument} symbol={row.symbol} />
    </span>
  ),
  value: <Status row={row} />,
  note: `${row.time.slice(0, 5)} · ${filledInWords(row)} · ${row.product} · ${typeInWords(row)}`,
  detail: formatNumber(row.average ?? row.price ?? row.trigger),
})

export const orderCsv: readonly CsvColumn<OrderRow>[] = [
  { name: 'time', value: ({ order, time }) => order?.orderTimestamp ?? time },
  { name: 'order_id', value: ({ order }) => order?.orderId ?? null },
  { name: 'instrument', value: ({ instrument }) => instrument },
  { name: 'side', value: ({ side }) => side },
  { name: 'product', value: ({ product }) => product },
  { name: 'order_type', value: ({ orderType }) => orderType },
  { name: 'variety', value: ({ variety }) => variety },
  { name: 'validity', value: ({ validity }) => validity },
  { name: 'quantity', value: ({ quantity }) => quantity },
  { name: 'filled_quantity', value: ({ filled }) => filled },
  { name: 'price', value: ({ price }) => price },
  { name: 'trigger_price', value: ({ trigger }) => trigger },
  { name: 'average_price', value: ({ average }) => average },
  { name: 'status', value: ({ status }) => status },
  { name: 'charges', value: ({ order }) => order?.charges ?? null },
  { name: 'message', value: ({ message }) => message },
]
