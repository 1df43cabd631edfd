import { useMemo, useState } from 'react'
import type { PriceMark } from '../../../../domain/backtests/option-run/rules.ts'
import { countOf, formatNumber, formatSigned } from '../../../../domain/format.ts'
import { startOfIstDate } from '../../../../domain/time.ts'
import { useSnapshot } from '../../../kit/console.tsx'
import { FilterField } from '../../../kit/control/filter-field.tsx'
import { shortInstant } from '../../../kit/instants.ts'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../../kit/table/data-table.tsx'
import text from '../../../theme/text.module.css'
import styles from './legs-panel.module.css'
import { fillsInWords, filterLegs, type LegRow, legRowsOf } from './legs-rows.ts'

const sideNames = { buy: 'Buy', sell: 'Sell' } as const

function Fill({ price, mark }: { readonly price: number; readonly mark: PriceMark }) {
  return (
    <>
      {formatNumber(price)}
      {mark === 'model' && <span className={text.muted}> model</span>}
    </>
  )
}

const columns: readonly ColumnOf<LegRow>[] = [
  {
    id: 'leg',
    title: 'Leg',
    isRowHeader: true,
    minWidth: 150,
    width: '1.6fr',
    cell: ({ symbol }) => <span className={text.strong}>{symbol}</span>,
    sortBy: ({ symbol }) => symbol,
  },
  {
    id: 'trade',
    title: 'Trade',
    isNumeric: true,
    width: 62,
    cell: ({ group }) => formatNumber(group, 0),
    sortBy: ({ group }) => group,
  },
  {
    id: 'entry',
    title: 'Entry',
    minWidth: 124,
    width: '1.3fr',
    cell: ({ leg }) => <span className={text.second}>{shortInstant(leg.entryAt, Date.now())}</span>,
    sortBy: ({ leg }) => leg.entryAt,
  },
  {
    id: 'side',
    title: 'Side',
    width: 58,
    cell: ({ leg }) => <span className={text[leg.side]}>{sideNames[leg.side]}</span>,
    sortBy: ({ leg }) => leg.side,
  },
  {
    id: 'quantity',
    showFrom: 700,
    title: 'Qty',
    isNumeric: true,
    minWidth: 60,
    cell: ({ leg }) => formatNumber(leg.quantity, 0),
    sortBy: ({ leg }) => leg.quantity,
  },
  {
    id: 'in',
    title: 'In',
    isNumeric: true,
    minWidth: 104,
    cell: ({ leg }) => <Fill price={leg.entryPrice} mark={leg.entryMark} />,
    sortBy: ({ leg }) => leg.entryPrice,
  },
  {
    id: 'out',
    title: 'Out',
    isNumeric: true,
    minWidth: 104,
    cell: ({ leg }) => <Fill price={leg.exitPrice} mark={leg.exitMark} />,
    sortBy: ({ leg }) => leg.exitPrice,
  },
  {
    id: 'reason',
    showFrom: 640,
    title: 'Reason',
    isNumeric: true,
    minWidth: 92,
    cell: ({ leg }) => <span className={text.muted}>{leg.reason}</span>,
    sortBy: ({ leg }) => leg.reason,
  },
  {
    id: 'charges',
    showFrom: 760,
    title: 'Charges',
    isNumeric: true,
    minWidth: 76,
    cell: ({ leg }) => <span className={text.muted}>{formatNumber(leg.charges)}</span>,
    sortBy: ({ leg }) => leg.charges,
  },
  {
    id: 'net',
    title: 'Net P&L',
    isNumeric: true,
    minWidth: 92,
    width: '1.1fr',
    cell: ({ leg }) => <Signed value={leg.netPnl} format={formatSigned} />,
    sortBy: ({ leg }) => leg.netPnl,
  },
]

const onPhone = ({ group, leg }: LegRow): PhoneRow => ({
  // The full symbol is too long for a phone.
  title: (
    <>
      <span className={text[leg.side]}>{sideNames[leg.side]}</span>{' '}
      {formatNumber(leg.contract.strike, leg.contract.strike % 1 === 0 ? 0 : 2)} {leg.contract.type}{' '}
      {shortInstant(startOfIstDate(leg.contract.expiry), Date.now())}
    </>
  ),
  value: <Signed value={leg.netPnl} format={formatSigned} className={text.strong ?? ''} />,
  note: `${countOf(leg.quantity, 'unit')} · trade ${formatNumber(group, 0)} · ${shortInstant(leg.entryAt, Date.now())} · ${leg.reason}`,
  detail: (
    <>
      <Fill price={leg.entryPrice} mark={leg.entryMark} /> →{' '}
      <Fill price={leg.exitPrice} mark={leg.exitMark} />
    </>
  ),
})

export function LegsPanel() {
  const rows = useSnapshot('backtest', ({ context }) => context.rows)
  const [filter, setFilter] = useState('')
  const legs = useMemo(() => legRowsOf(rows), [rows])
  const shown = useMemo(() => filterLegs(legs, filter), [legs, filter])
  return (
    <Panel
      title="Legs"
      className={styles.legs}
      note={legs.length > 0 && <span className={text.second}>{fillsInWords(rows)}</span>}
      aside={legs.length > 0 && <FilterField label="Filter legs" value={filter} onChange={setFilter} />}
    >
      <DataTable
        label="Legs"
        rows={shown}
        columns={columns}
        rowKey={(row) => row.key}
        phone={onPhone}
        empty={
          filter === '' ? (
            <EmptyNotice icon="table" title="No legs traded">
              The entry was never true within the trading hours.
            </EmptyNotice>
          ) : (
            <EmptyNotice icon="search" title={`No leg matches “${filter}”`}>
              Filter by contract, side, reason, traded or model.
            </EmptyNotice>
          )
        }
      />
    </Panel>
  )
}
