import { useCallback, useMemo } from 'react'
import { formatNumber, formatPercent } from '../../../domain/format.ts'
import type { Placement } from '../../../machines/orders/order-placement.ts'
import type { OrderEntry } from '../../../machines/positions/books.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useBookState } from '../../kit/hooks/use-book-state.ts'
import { useMarketTimeOf } from '../../kit/hooks/use-market-time.ts'
import { InstrumentName, nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { FigureCell } from '../../kit/price/live-cells.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import { actsOfOrder } from '../../orders/order-acts.ts'
import { orderOnPhone, sideNames } from '../../orders/order-columns.tsx'
import { type OrderRow, orderRowsOf, typeInWords } from '../../orders/order-row.ts'
import text from '../../theme/text.module.css'
import { HeadKeys } from './head-keys.tsx'
import { OpenAll } from './open-all.tsx'

const noOrders: readonly OrderEntry[] = []
const noPlacements: readonly Placement[] = []
const keyOf = ({ key }: OrderRow): string => key
const headActs = ['order.modify', 'order.cancel'] as const

/** The trigger of a stop, the limit of any other order. */
const priceOf = ({ trigger, price }: OrderRow): number | null => trigger ?? price

const pointsAway = (price: number, last: number): number => Math.abs(price - last)
const percentAway = (price: number, last: number): number => (100 * pointsAway(price, last)) / last

type LastOf = (instrument: OrderRow['instrument']) => number | null

/** Null without a price of either, which sorts last. */
export const distanceBy =
  (figureAt: (price: number, last: number) => number, lastOf: LastOf) =>
  (row: OrderRow): number | null => {
    const [price, last] = [priceOf(row), lastOf(row.instrument)]
    return price === null || last === null ? null : figureAt(price, last)
  }

const columnsWith = (lastOf: LastOf): readonly ColumnOf<OrderRow>[] => [
  {
    id: 'instrument',
    title: 'Instrument',
    isRowHeader: true,
    width: '2fr',
    minWidth: 132,
    cell: ({ instrument, symbol }) => <InstrumentName of={instrument} symbol={symbol} />,
    sortBy: ({ symbol }) => symbol,
  },
  {
    id: 'side',
    title: 'Order',
    minWidth: 84,
    cell: ({ side, quantity, filled }) => (
      <span className={text[side]}>{`${sideNames[side]} ${formatNumber(quantity - filled, 0)}`}</span>
    ),
    sortBy: ({ side }) => side,
  },
  {
    id: 'type',
    title: 'Type',
    minWidth: 84,
    showFrom: 520,
    cell: (row) => <span className={text.muted}>{typeInWords(row)}</span>,
    sortBy: typeInWords,
  },
  {
    id: 'price',
    title: 'Price',
    isNumeric: true,
    minWidth: 84,
    cell: (row) => formatNumber(priceOf(row)),
    sortBy: priceOf,
  },
  {
    id: 'away',
    title: 'Away',
    isNumeric: true,
    minWidth: 80,
    showFrom: 460,
    cell: (row) => <Away row={row} figureAt={pointsAway} format={formatNumber} />,
    sortBy: distanceBy(pointsAway, lastOf),
  },
  {
    id: 'percent',
    title: 'Away %',
    isNumeric: true,
    minWidth: 70,
    cell: (row) => <Away row={row} figureAt={percentAway} format={(value) => formatPercent(value, 1)} />,
    sortBy: distanceBy(percentAway, lastOf),
  },
]

interface AwayProps {
  readonly row: OrderRow
  readonly figureAt: (price: number, last: number) => number
  readonly format: (value: number | null) => string
}

const Away = ({ row, figureAt, format }: AwayProps) => {
  const price = priceOf(row)
  return (
    <FigureCell
      of={row.instrument}
      otherwise={null}
      figureAt={(last) => (price === null ? null : figureAt(price, last))}
      format={format}
      isPlain
      className={text.muted}
    />
  )
}

export function HomeOrders() {
  const console = useConsole()
  const { quotes, setFocus, run } = console
  const columns = useMemo(() => columnsWith((instrument) => quotes.lastPrice(instrument)), [quotes])
  const orders = useSnapshot('orderBook', ({ context }) => context.output) ?? noOrders
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const marketTimeOf = useMarketTimeOf()
  const state = useBookState('orderBook')
  const rows = useMemo(
    () => orderRowsOf(orders, noPlacements, marketTimeOf).filter(({ isOpen }) => isOpen),
    [orders, marketTimeOf],
  )
  const watch = useCallback(
    (row: OrderRow | null) => {
      setFocus(
        row === null ? { kind: '', key: '' } : { kind: 'order', key: row.key, instrument: row.instrument },
      )
    },
    [setFocus],
  )
  const [first] = rows
  return (
    <Panel
      title="Open orders"
      note={state.kind === 'ready' && <Badge>{String(rows.length)}</Badge>}
      aside={
        <>
          <HeadKeys acts={first === undefined ? [] : actsOfOrder(first, console)} shown={headActs} />
          <OpenAll view="order-book" />
        </>
      }
    >
      <DataTable
        label="Open orders"
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        phone={orderOnPhone}
        state={state}
        onRowFocus={watch}
        onRowAction={({ key }) => run({ command: 'order.modify', args: { order: key } })}
        actsOf={(row) => actsOfOrder(row, console)}
        nameOf={({ side, instrument, symbol }) =>
          `${sideNames[side]} ${nameOfInstrument(index, instrument, symbol)}`
        }
        empty={
          <EmptyNotice icon="orders" title="No open orders">
            {orders.length === 0
              ? 'Pending limit and stop orders appear here.'
              : `${formatNumber(orders.length, 0)} today, none open.`}
          </EmptyNotice>
        }
      />
    </Panel>
  )
}
