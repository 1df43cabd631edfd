import { type InstrumentId, tradingSymbolOf } from '../../domain/instruments/instrument.ts'
import { isEnded, type Side } from '../../domain/orders/order.ts'
import { IST_OFFSET_MS } from '../../domain/time.ts'
import type { Placement } from '../../machines/orders/order-placement.ts'
import type { OrderEntry } from '../../machines/positions/books.ts'
import type { BadgeTone } from '../kit/layout/badge.tsx'

export const orderTabs = ['all', 'open', 'done', 'failed'] as const
type OrderTab = (typeof orderTabs)[number]

/** May be in flight and not yet in the server's book. */
export interface OrderRow {
  /** The order id, or the client's own key for an order in flight. */
  readonly key: string
  readonly instrument: InstrumentId
  readonly symbol: string
  /** IST market time: `2026-11-20 10:47:19`. */
  readonly at: string
  readonly time: string
  readonly side: Side
  readonly product: string
  readonly orderType: string
  readonly variety: string
  readonly validity: string
  readonly quantity: number
  readonly filled: number
  /** Rupees per unit; null if the order has none. */
  readonly price: number | null
  readonly trigger: number | null
  readonly average: number | null
  readonly status: string
  readonly tone: BadgeTone
  readonly tab: Exclude<OrderTab, 'all'>
  readonly message: string
  readonly isOpen: boolean
  /** Null for an order in flight. */
  readonly order: OrderEntry | null
}

/**
 * Newest first, without rejected placements, so that every window shows the same book. `marketTimeOf`
 * converts from the corrected clock, so that in-flight orders sort by the same clock as the server's.
 */
export const orderRowsOf = (
  orders: readonly OrderEntry[],
  placements: readonly Placement[],
  marketTimeOf: (at: number) => number,
): readonly OrderRow[] => {
  const known = new Set(orders.map(({ clientOrderId }) => clientOrderId))
  return [
    ...placements
      .filter(({ clientOrderId }) => !known.has(clientOrderId))
      .flatMap((one) => rowOfPlacement(one, marketTimeOf)),
    ...orders.map(rowOfOrder),
  ].sort(newestFirst)
}

const newestFirst = (one: OrderRow, other: OrderRow): number =>
  one.at === other.at ? 0 : one.at < other.at ? 1 : -1

export const refusedOf = (placements: readonly Placement[]): readonly Placement[] =>
  placements.filter(({ state }) => state === 'failed')

/** Reuses the row of an entry, so that only changed rows render. */
const made = new WeakMap<OrderEntry, OrderRow>()

const rowOfOrder = (order: OrderEntry): OrderRow => {
  const row = made.get(order) ?? toRow(order)
  made.set(order, row)
  return row
}

const toRow = (order: OrderEntry): OrderRow => {
  const isOpen = !isEnded(order.status)
  return {
    key: order.orderId,
    instrument: order.sym as InstrumentId,
    symbol: order.tradingsymbol,
    at: order.orderTimestamp,
    time: order.orderTimestamp.slice(11),
    side: order.transactionType === 'BUY' ? 'buy' : 'sell',
    product: order.product,
    orderType: order.orderType,
    variety: order.variety,
    validity: order.validity,
    quantity: order.quantity,
    filled: order.filledQuantity,
    price: orNull(order.price),
    trigger: orNull(order.triggerPrice),
    average: orNull(order.averagePrice),
    status: order.status,
    tone: toneOfStatus(order.status),
    tab: isOpen ? 'open' : toneOfStatus(order.status) === 'bad' ? 'failed' : 'done',
    message: order.statusMessage ?? order.fillNote ?? '',
    isOpen,
    order,
  }
}

export const toneOfStatus = (status: string): BadgeTone => {
  const words = status.toLowerCase()
  if (words.includes('complete') || words.includes('filled')) return 'good'
  return words.includes('cancelled') || words.includes('rejected') || words.includes('failed')
    ? 'bad'
    : 'neutral'
}

const inFlight = {
  placing: { status: 'SENDING', tone: 'neutral', tab: 'open', message: 'in flight' },
  retryingAmo: {
    status: 'SENDING AMO',
    tone: 'neutral',
    tab: 'open',
    message: 'resent as AMO for the next session',
  },
  unknown: {
    status: 'UNKNOWN',
    tone: 'amber',
    tab: 'open',
    message: 'no response; checking its status, not sent again',
  },
} as const

const rowOfPlacement = (placement: Placement, marketTimeOf: (at: number) => number): readonly OrderRow[] => {
  if (placement.state === 'sent' || placement.state === 'failed') return []
  const { draft, clientOrderId } = placement
  const { status, tone, tab, message } = inFlight[placement.state]
  const at = new Date(marketTimeOf(placement.at) + IST_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
  return [
    {
      key: clientOrderId,
      instrument: draft.instrument,
      symbol: tradingSymbolOf(draft.instrument),
      at,
      time: at.slice(11),
      side: draft.side,
      product: draft.product,
      orderType: draft.orderType,
      variety: draft.variety,
      validity: draft.validity,
      quantity: draft.quantity,
      filled: 0,
      price: draft.price,
      trigger: draft.triggerPrice,
      average: null,
      status,
      tone,
      tab,
      message: placement.message ?? message,
      isOpen: false,
      order: null,
    },
  ]
}

/** The server sends 0 for a missing price. */
const orNull = (price: number): number | null => (price === 0 ? null : price)

export const countsOf = (rows: readonly OrderRow[]): Readonly<Record<OrderTab, number>> => {
  const counts = { all: rows.length, open: 0, done: 0, failed: 0 }
  for (const { tab } of rows) counts[tab]++
  return counts
}

export const filterOrders = (
  rows: readonly OrderRow[],
  { tab, text, nameOf }: { tab: OrderTab; text: string; nameOf: (row: OrderRow) => string },
): readonly OrderRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const ofTab = tab === 'all' ? rows : rows.filter((row) => row.tab === tab)
  if (words.length === 0) return ofTab
  return ofTab.filter((row) => {
    const { symbol, side, product, orderType, variety, status, message } = row
    const line = `${nameOf(row)} ${symbol} ${side} ${product} ${orderType} ${variety} ${status} ${message}`
    const lower = line.toLowerCase()
    return words.every((word) => lower.includes(word))
  })
}

/** `LIMIT`, `SL · AMO · IOC`; the usual variety and validity are omitted. */
export const typeInWords = ({
  orderType,
  variety,
  validity,
}: Pick<OrderRow, 'orderType' | 'variety' | 'validity'>): string =>
  [orderType, ...(variety === 'amo' ? ['AMO'] : []), ...(validity === 'DAY' ? [] : [validity])].join(' · ')
