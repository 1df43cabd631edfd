import { formatNumber, formatSignedPercent } from '../../../domain/format.ts'
import { DAY_MS, istMidnight } from '../../../domain/time.ts'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { shortInstant } from '../../kit/instants.ts'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { FigureCell, PriceCell } from '../../kit/price/live-cells.tsx'
import type { CsvColumn } from '../../kit/table/csv.ts'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import { orderedColumns, sideNames } from '../../orders/order-columns.tsx'
import text from '../../theme/text.module.css'
import { awayOf, type GttRow, limitsInWords, statusNames, triggersInWords } from './gtt-row.ts'

const tones = {
  active: 'blue',
  sending: 'blue',
  triggered: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
} as const

const Status = ({ row: { gtt } }: { readonly row: GttRow }) => (
  <Badge tone={tones[gtt.status]}>{statusNames[gtt.status]}</Badge>
)

function Day({ at }: { readonly at: number }) {
  const now = useMarketTime(DAY_MS)
  return <span className={text.second}>{shortInstant(at, now)}</span>
}

/** Why it ended, or the trade that triggered it. */
const Note = ({ row: { gtt } }: { readonly row: GttRow }) => {
  const traded = gtt.triggered === null ? '' : `traded at ${formatNumber(gtt.triggered.price)}`
  const words = [traded, gtt.reason].filter((part) => part !== '').join(', ')
  return (
    <span className={`${text.muted} ${text.cut}`} title={words}>
      {words}
    </span>
  )
}

const common: readonly ColumnOf<GttRow>[] = [
  ...orderedColumns('1.6fr'),
  {
    id: 'kind',
    title: 'Type',
    width: 64,
    showFrom: 900,
    cell: ({ gtt }) => <span className={text.muted}>{gtt.triggers.length === 1 ? 'Single' : 'OCO'}</span>,
    sortBy: ({ gtt }) => gtt.triggers.length,
  },
  {
    id: 'product',
    title: 'Product',
    width: 104,
    showFrom: 1000,
    cell: ({ gtt }) => (
      <span className={text.muted}>{gtt.reduceOnly ? `${gtt.product}, reduce` : gtt.product}</span>
    ),
    sortBy: ({ gtt }) => gtt.product,
  },
  {
    id: 'quantity',
    title: 'Qty',
    isNumeric: true,
    minWidth: 70,
    cell: ({ gtt }) => formatNumber(gtt.quantity, 0),
    sortBy: ({ gtt }) => gtt.quantity,
  },
  {
    id: 'trigger',
    title: 'Trigger',
    isNumeric: true,
    width: '1.8fr',
    minWidth: 190,
    cell: triggersInWords,
    sortBy: ({ gtt }) => gtt.triggers[0]?.triggerPrice ?? 0,
  },
  {
    id: 'price',
    title: 'Limit',
    isNumeric: true,
    width: '1.4fr',
    minWidth: 168,
    showFrom: 760,
    cell: limitsInWords,
    sortBy: ({ gtt }) => gtt.triggers[0]?.price ?? 0,
  },
]

const activeColumns: readonly ColumnOf<GttRow>[] = [
  ...common,
  {
    id: 'last',
    title: 'LTP',
    isNumeric: true,
    minWidth: 96,
    showFrom: 560,
    cell: ({ instrument, gtt }) => <PriceCell of={instrument} otherwise={gtt.lastPrice} />,
  },
  {
    id: 'away',
    title: 'To trigger',
    isNumeric: true,
    minWidth: 84,
    showFrom: 840,
    cell: (row) => (
      <FigureCell
        of={row.instrument}
        otherwise={row.gtt.lastPrice === null ? null : awayOf(row, row.gtt.lastPrice)}
        figureAt={(price) => awayOf(row, price)}
        format={formatSignedPercent}
        isPlain
      />
    ),
  },
  {
    id: 'placed',
    title: 'Placed',
    minWidth: 108,
    showFrom: 1160,
    cell: ({ gtt }) => <Day at={gtt.createdAt} />,
    sortBy: ({ gtt }) => gtt.createdAt,
  },
  {
    id: 'expires',
    title: 'Valid until',
    minWidth: 100,
    showFrom: 1262,
    cell: ({ gtt }) => <Day at={istMidnight(gtt.expiresAt - 1)} />,
    sortBy: ({ gtt }) => gtt.expiresAt,
  },
  { id: 'status', title: 'Status', width: 92, showFrom: 1060, cell: (row) => <Status row={row} /> },
]

const endedColumns: readonly ColumnOf<GttRow>[] = [
  ...common,
  {
    id: 'ended',
    title: 'Ended',
    minWidth: 116,
    showFrom: 560,
    cell: ({ gtt }) => <Day at={gtt.endedAt ?? gtt.createdAt} />,
    sortBy: ({ gtt }) => gtt.endedAt,
  },
  { id: 'status', title: 'Status', width: 92, cell: (row) => <Status row={row} /> },
  {
    id: 'note',
    title: 'Note',
    width: '2fr',
    minWidth: 120,
    showFrom: 700,
    cell: (row) => <Note row={row} />,
  },
]

export const columnsOf = { active: activeColumns, ended: endedColumns } as const

export const gttOnPhone = (row: GttRow): PhoneRow => ({
  title: <InstrumentName of={row.instrument} symbol={row.symbol} />,
  value: <PriceCell of={row.instrument} otherwise={row.gtt.lastPrice} />,
  note: `${sideNames[row.side]} ${formatNumber(row.gtt.quantity, 0)} · ${triggersInWords(row)}`,
  detail: <Status row={row} />,
})

export const gttCsv: readonly CsvColumn<GttRow>[] = [
  { name: 'instrument', value: ({ instrument }) => instrument },
  { name: 'side', value: ({ side }) => side },
  { name: 'product', value: ({ gtt }) => gtt.product },
  { name: 'quantity', value: ({ gtt }) => gtt.quantity },
  { name: 'reduce_only', value: ({ gtt }) => gtt.reduceOnly },
  { name: 'trigger', value: ({ gtt }) => gtt.triggers[0]?.triggerPrice ?? null },
  { name: 'limit', value: ({ gtt }) => gtt.triggers[0]?.price ?? null },
  { name: 'second_trigger', value: ({ gtt }) => gtt.triggers[1]?.triggerPrice ?? null },
  { name: 'second_limit', value: ({ gtt }) => gtt.triggers[1]?.price ?? null },
  { name: 'status', value: ({ gtt }) => gtt.status },
  { name: 'reason', value: ({ gtt }) => gtt.reason },
  { name: 'order_id', value: ({ gtt }) => gtt.orderId },
]
