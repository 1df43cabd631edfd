import { useMemo, useState } from 'react'
import { formatNumber, formatSigned } from '../../../../domain/format.ts'
import { FilterField } from '../../../kit/control/filter-field.tsx'
import { shortInstant } from '../../../kit/instants.ts'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../../kit/table/data-table.tsx'
import text from '../../../theme/text.module.css'
import { heldFor } from '../statistics.ts'
import { filterTrades, type TradeRow } from './trade-row.ts'

const sideNames = { buy: 'Buy', sell: 'Sell' } as const
const keyOf = ({ key }: TradeRow): string => key
const heldMinutes = ({ trade }: TradeRow) => (trade.exitAt - trade.entryAt) / 60_000

const symbolColumn: ColumnOf<TradeRow> = {
  id: 'symbol',
  title: 'Symbol',
  minWidth: 92,
  width: '1.3fr',
  cell: ({ symbol }) => <span className={text.strong}>{symbol}</span>,
  sortBy: ({ symbol }) => symbol,
}

const columns: readonly ColumnOf<TradeRow>[] = [
  {
    id: 'entry',
    title: 'Entry',
    isRowHeader: true,
    minWidth: 124,
    width: '1.5fr',
    cell: ({ trade }) => <span className={text.second}>{shortInstant(trade.entryAt, Date.now())}</span>,
    sortBy: ({ trade }) => trade.entryAt,
  },
  {
    id: 'side',
    title: 'Side',
    width: 58,
    cell: ({ trade }) => <span className={text[trade.side]}>{sideNames[trade.side]}</span>,
    sortBy: ({ trade }) => trade.side,
  },
  {
    id: 'quantity',
    showFrom: 560,
    title: 'Qty',
    isNumeric: true,
    minWidth: 60,
    cell: ({ trade }) => formatNumber(trade.quantity, 0),
    sortBy: ({ trade }) => trade.quantity,
  },
  {
    id: 'in',
    title: 'In',
    isNumeric: true,
    minWidth: 86,
    cell: ({ trade }) => formatNumber(trade.entryPrice),
    sortBy: ({ trade }) => trade.entryPrice,
  },
  {
    id: 'out',
    title: 'Out',
    isNumeric: true,
    minWidth: 86,
    cell: ({ trade }) => formatNumber(trade.exitPrice),
    sortBy: ({ trade }) => trade.exitPrice,
  },
  {
    id: 'held',
    showFrom: 700,
    title: 'Held',
    isNumeric: true,
    minWidth: 72,
    cell: (row) => <span className={text.muted}>{heldFor(heldMinutes(row))}</span>,
    sortBy: heldMinutes,
  },
  {
    id: 'reason',
    showFrom: 640,
    title: 'Reason',
    isNumeric: true,
    minWidth: 92,
    cell: ({ trade }) => (
      <span className={text.muted}>
        {trade.reason}
        {trade.isAmbiguous && ' ?'}
      </span>
    ),
    sortBy: ({ trade }) => trade.reason,
  },
  {
    id: 'charges',
    showFrom: 760,
    title: 'Charges',
    isNumeric: true,
    minWidth: 76,
    cell: ({ trade }) => <span className={text.muted}>{formatNumber(trade.charges)}</span>,
    sortBy: ({ trade }) => trade.charges,
  },
  {
    id: 'net',
    title: 'Net P&L',
    isNumeric: true,
    minWidth: 92,
    width: '1.1fr',
    cell: ({ trade }) => <Signed value={trade.netPnl} format={formatSigned} />,
    sortBy: ({ trade }) => trade.netPnl,
  },
]

const withSymbol = [...columns.slice(0, 1), symbolColumn, ...columns.slice(1)]

const onPhone = ({ symbol, trade }: TradeRow): PhoneRow => ({
  title: (
    <>
      <span className={text[trade.side]}>{sideNames[trade.side]}</span> {formatNumber(trade.quantity, 0)}{' '}
      {symbol}
    </>
  ),
  value: <Signed value={trade.netPnl} format={formatSigned} className={text.strong ?? ''} />,
  note: `${shortInstant(trade.entryAt, Date.now())} · ${heldFor((trade.exitAt - trade.entryAt) / 60_000)} · ${trade.reason}`,
  detail: `${formatNumber(trade.entryPrice)} → ${formatNumber(trade.exitPrice)}`,
})

interface TradeLogProps {
  /** Sentences; null if unknown. */
  readonly whyNone: string | null
  readonly rows: readonly TradeRow[]
  readonly hasManySymbols: boolean
  readonly className?: string | undefined
  readonly openKey: string | null
  readonly onOrder: (keys: readonly string[]) => void
  readonly onOpen: (row: TradeRow) => void
  readonly onFocusRow: (row: TradeRow | null) => void
}

export function TradeLog({
  rows,
  hasManySymbols,
  whyNone,
  className,
  openKey,
  onOrder,
  onOpen,
  onFocusRow,
}: TradeLogProps) {
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => filterTrades(rows, filter), [rows, filter])
  const count =
    shown.length === rows.length ? formatNumber(rows.length, 0) : `${shown.length} of ${rows.length}`
  return (
    <Panel
      title="Trade log"
      className={className}
      note={<Badge>{count}</Badge>}
      aside={rows.length > 0 && <FilterField label="Filter trades" value={filter} onChange={setFilter} />}
    >
      <DataTable
        label="Trade log"
        rows={shown}
        columns={hasManySymbols ? withSymbol : columns}
        rowKey={keyOf}
        phone={onPhone}
        currentKey={openKey}
        followKey={openKey}
        onOrder={onOrder}
        onRowAction={onOpen}
        onRowFocus={onFocusRow}
        empty={
          filter === '' ? (
            <EmptyNotice icon="table" title="No trades">
              {whyNone ?? 'Widen the span or loosen the condition.'}
            </EmptyNotice>
          ) : (
            <EmptyNotice icon="search" title={`No trade matches “${filter}”`}>
              Filter by symbol, side, reason, win or loss.
            </EmptyNotice>
          )
        }
      />
    </Panel>
  )
}
