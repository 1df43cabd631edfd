import { useCallback, useMemo, useState } from 'react'
import { isGttOpen } from '../../../domain/orders/gtt/gtt.ts'
import { toIstDate } from '../../../domain/time.ts'
import type { OrderEntry } from '../../../machines/positions/books.ts'
import { useCommand, useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useBookState } from '../../kit/hooks/use-book-state.ts'
import { focusRow, useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { useMarketTimeOf } from '../../kit/hooks/use-market-time.ts'
import { useQueryChoice } from '../../kit/hooks/use-query.ts'
import { useSelection } from '../../kit/hooks/use-selection.ts'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import { downloadCsv } from '../../kit/table/csv.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import styles from '../../kit/table/table-screen.module.css'
import { OrderDetailsPane } from '../../orders/details/order-details-pane.tsx'
import { useDetails } from '../../orders/details/use-details.ts'
import { actsOfOrder } from '../../orders/order-acts.ts'
import { orderColumns, orderCsv, orderOnPhone, sideNames } from '../../orders/order-columns.tsx'
import {
  countsOf,
  filterOrders,
  type OrderRow,
  orderRowsOf,
  orderTabs,
  refusedOf,
} from '../../orders/order-row.ts'
import { OrderStrip } from './order-strip.tsx'

const noOrders: readonly OrderEntry[] = []
const keyOf = ({ key }: OrderRow) => key
const attentionOf = ({ key, instrument, order }: OrderRow) => ({
  kind: order === null ? 'placement' : 'order',
  key,
  instrument,
})
const tabNames = { all: 'All', open: 'Open', done: 'Done', failed: 'Failed' } as const

export function OrderBookScreen() {
  const console = useConsole()
  const { run } = console
  const orders = useSnapshot('orderBook', ({ context }) => context.output) ?? noOrders
  const placements = useSnapshot('placements', ({ context }) => context.placements)
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const state = useBookState('orderBook')
  const [tab, setTab] = useQueryChoice('tab', orderTabs)
  const [filter, setFilter] = useState('')
  const marketTimeOf = useMarketTimeOf()
  const rows = useMemo(
    () => orderRowsOf(orders, placements, marketTimeOf),
    [orders, placements, marketTimeOf],
  )
  const counts = useMemo(() => countsOf(rows), [rows])
  const nameOf = useCallback(
    ({ instrument, symbol }: OrderRow) => nameOfInstrument(index, instrument, symbol),
    [index],
  )
  const shown = useMemo(() => filterOrders(rows, { tab, text: filter, nameOf }), [rows, tab, filter, nameOf])
  const { current, watch } = useCurrentRow(shown, attentionOf)
  const selection = useSelection(shown, keyOf)
  const [editing, setEditing] = useState<string | null>(null)
  const isEditing = current?.isOpen === true && editing === current.key
  const stopEditing = useCallback(() => {
    setEditing(null)
    if (current !== null) focusRow(current.key)
  }, [current])
  const modify = (key: string) => {
    const row = shown.find((other) => other.key === key)
    if (row === undefined) return
    watch(row)
    setEditing(key)
  }
  const actsOf = (row: OrderRow) => actsOfOrder(row, console)
  const open = ({ order, key }: OrderRow) => {
    if (order !== null) run({ command: 'order.details', args: { order: key } })
  }
  const exportCsv = () => downloadCsv(`orders-${toIstDate(console.now())}`, shown, orderCsv)
  useTableRequests({ onExport: exportCsv, onEdit: modify })
  const picked = shown.filter(({ key, isOpen }) => isOpen && selection.keys.includes(key))
  const details = useDetails(current?.order?.orderId ?? null)
  const stepBack = stepBackProps(
    details.isOpen || selection.keys.length > 0,
    details.isOpen ? details.close : selection.clear,
  )
  return (
    <div className={styles.screen} {...stepBack}>
      <ScreenTitle
        title="Order book"
        actions={
          <>
            <FilterField label="Filter orders" value={filter} onChange={setFilter} />
            {selection.keys.length > 0 && (
              <Button
                kind="danger"
                isDisabled={picked.length === 0}
                onPress={() => run({ command: 'order.cancel', args: { orders: picked.map(keyOf) } })}
              >
                {`Cancel ${picked.length} selected`}
              </Button>
            )}
            <Button
              isDisabled={counts.open === 0}
              onPress={() => run({ command: 'orders.cancelAll', args: {} })}
            >
              Cancel all
            </Button>
            <Button icon="download" isDisabled={shown.length === 0} onPress={exportCsv}>
              CSV
            </Button>
          </>
        }
      >
        <span className={styles.head}>
          <Segmented
            label="Which orders"
            value={tab}
            choices={orderTabs.map((value) => ({
              value,
              label: state.kind === 'ready' ? `${tabNames[value]} ${counts[value]}` : tabNames[value],
            }))}
            onChange={setTab}
          />
          <OtherOrders />
          {selection.keys.length > 0 && <Badge tone="blue">{`${selection.keys.length} selected`}</Badge>}
        </span>
      </ScreenTitle>
      <div className={styles.table}>
        <DataTable
          label="Order book"
          isMain
          rows={shown}
          columns={orderColumns}
          rowKey={keyOf}
          phone={orderOnPhone}
          state={state}
          currentKey={current?.key ?? null}
          onRowAction={open}
          onRowFocus={watch}
          selected={selection.keys}
          onSelect={selection.set}
          actsOf={actsOf}
          nameOf={(row) => `${sideNames[row.side]} ${nameOf(row)}`}
          empty={<NoOrders isNone={rows.length === 0} filter={filter} />}
        />
      </div>
      {rows.length > 0 && (
        <OrderStrip
          row={current}
          acts={current === null ? [] : actsOf(current)}
          isEditing={isEditing}
          onClose={stopEditing}
        />
      )}
      <OrderDetailsPane />
    </div>
  )
}

const OtherOrders = () => (
  <>
    <GttButton />
    <RefusedButton />
  </>
)

function GttButton() {
  const run = useCommand()
  const count = useSnapshot(
    'gtts',
    ({ context }) => context.output?.filter(({ status }) => isGttOpen(status)).length ?? 0,
  )
  return (
    <Button kind="quiet" keys="g r" onPress={() => run({ command: 'view.open', args: { view: 'gtt' } })}>
      {count === 0 ? 'GTT' : `GTT ${count}`}
    </Button>
  )
}

/** Orders rejected before they entered the book are listed in the order window. */
function RefusedButton() {
  const run = useCommand()
  const count = useSnapshot('placements', ({ context }) => refusedOf(context.placements).length)
  if (count === 0) return null
  return (
    <Button kind="quiet" onPress={() => run({ command: 'view.open', args: { view: 'order-window' } })}>
      {`${count} rejected, not in the book`}
    </Button>
  )
}

function NoOrders({ isNone, filter }: { readonly isNone: boolean; readonly filter: string }) {
  if (isNone) {
    return (
      <EmptyNotice icon="orders" title="No orders yet">
        <OpenLine /> and type <code>buy 2l nifty atm ce</code>, or any symbol.
      </EmptyNotice>
    )
  }
  return (
    <EmptyNotice icon="search" title={filter === '' ? 'No orders here' : `No order matches “${filter}”`}>
      {filter === '' ? 'See all orders of the day under All.' : 'Filter by instrument, side, type or status.'}
    </EmptyNotice>
  )
}
