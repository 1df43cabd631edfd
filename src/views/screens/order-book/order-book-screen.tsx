import { useCallback, useMemo, useState } from 'react'
import { toIstDate } from '../../../domain/time.ts'
import type { OrderEntry } from '../../../machines/books.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { downloadCsv } from '../../kit/csv.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { FilterField } from '../../kit/filter-field.tsx'
import { nameOfInstrument } from '../../kit/instrument-name.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { OpenLine } from '../../kit/press-or-tap.tsx'
import { ScreenTitle } from '../../kit/screen-title.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import styles from '../../kit/table-screen.module.css'
import { useBookState } from '../../kit/use-book-state.ts'
import { focusRow, useCurrentRow } from '../../kit/use-current-row.ts'
import { useMarketTimeOf } from '../../kit/use-market-time.ts'
import { useQueryChoice } from '../../kit/use-query.ts'
import { useSelection } from '../../kit/use-selection.ts'
import { useTableRequests } from '../../kit/use-table-requests.ts'
import { OrderDetailsPane } from '../order-details/order-details-pane.tsx'
import { useDetails } from '../order-details/use-details.ts'
import { actsOfOrder } from './order-acts.ts'
import { orderColumns, orderCsv, orderOnPhone, sideNames } from './order-columns.tsx'
import { countsOf, filterOrders, type OrderRow, orderRowsOf, orderTabs, refusedOf } from './order-row.ts'
import { OrderStrip } from './order-strip.tsx'

const noOrders: readonly OrderEntry[] = []
const keyOf = ({ key }: OrderRow) => key
const attentionOf = ({ key, instrument, order }: OrderRow) => ({
  kind: order === null ? 'placement' : 'order',
  key,
  instrument,
})
const tabNames = { all: 'All', open: 'Open', done: 'Done', failed: 'Failed' } as const

/** Every order of the day, with what can still be changed about it. */
export function OrderBookScreen() {
  const console = useConsole()
  const { run } = console
  const orders = useSnapshot('orderBook', ({ context }) => context.output) ?? noOrders
  const placements = useSnapshot('orders', ({ context }) => context.placements)
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
          <RefusedButton />
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

/** Orders refused before they entered the book are listed in the order window, with reason and `Send again`. */
function RefusedButton() {
  const { dispatch } = useConsole()
  const count = useSnapshot('orders', ({ context }) => refusedOf(context.placements).length)
  if (count === 0) return null
  return (
    <Button
      kind="quiet"
      onPress={() => dispatch({ to: 'navigation', event: { type: 'view.open', path: '/order-window' } })}
    >
      {`${count} refused, not in the book`}
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
    <EmptyNotice
      icon="search"
      title={filter === '' ? 'No order of this kind' : `No order matches “${filter}”`}
    >
      {filter === ''
        ? 'All shows every order of the day.'
        : 'Words of instrument, side, type or status narrow the list.'}
    </EmptyNotice>
  )
}
