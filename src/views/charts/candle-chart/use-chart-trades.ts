import { useMemo } from 'react'
import { formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { isEnded } from '../../../domain/orders/order.ts'
import type { OrderEntry, PositionEntry } from '../../../machines/positions/books.ts'
import { useConsole, useSnapshot, type ViewConsole } from '../../kit/console.tsx'
import type { TradeMarker } from './paint.ts'
import type { PriceLine } from './price-lines.tsx'

const noOrders: readonly OrderEntry[] = []
const noPositions: readonly PositionEntry[] = []

/** IST: `2026-11-23 10:15:02`. */
const instantOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)

const sideOf = ({ transactionType }: OrderEntry): 'buy' | 'sell' =>
  transactionType === 'BUY' ? 'buy' : 'sell'

/** The trigger price if there is one, else the limit. */
const orderLine = (order: OrderEntry, run: ViewConsole['run']): PriceLine | null => {
  const isWaiting = order.triggerPrice > 0
  const price = isWaiting ? order.triggerPrice : order.price
  if (!(price > 0)) return null
  const side = sideOf(order)
  const name = side === 'buy' ? 'Buy' : 'Sell'
  return {
    id: order.orderId,
    price,
    kind: side,
    label: `${name} ${formatNumber(order.pendingQuantity, 0)} ${order.orderType}`,
    onMove: (moved) =>
      run({
        command: 'order.modify',
        args: {
          order: order.orderId,
          ...(isWaiting ? { trigger: moved } : { price: { kind: 'rupees', price: moved } }),
        },
      }),
  }
}

const positionLine = ({ product, quantity, averagePrice, sym }: PositionEntry): PriceLine => ({
  id: `${product}|${sym}`,
  price: averagePrice,
  kind: 'position',
  label: `${quantity > 0 ? 'Long' : 'Short'} ${formatNumber(Math.abs(quantity), 0)} ${product}`,
})

const markerOf = (order: OrderEntry): TradeMarker => ({
  at: instantOf(order.exchangeTimestamp ?? order.orderTimestamp),
  price: order.averagePrice,
  side: sideOf(order),
  quantity: order.filledQuantity,
})

export function useChartTrades(instrument: InstrumentId | null): {
  readonly priceLines: readonly PriceLine[]
  readonly markers: readonly TradeMarker[]
} {
  const { run } = useConsole()
  const orders = useSnapshot('orderBook', ({ context }) => context.output ?? noOrders)
  const positions = useSnapshot('positions', ({ context }) => context.output?.net ?? noPositions)
  const own = useMemo(() => orders.filter(({ sym }) => sym === instrument), [orders, instrument])
  const priceLines = useMemo(() => {
    const open = own.filter(({ status }) => !isEnded(status))
    const held = positions.filter(({ sym, quantity }) => sym === instrument && quantity !== 0)
    return [
      ...held.map(positionLine),
      ...open.map((order) => orderLine(order, run)).filter((line) => line !== null),
    ]
  }, [own, positions, instrument, run])
  const markers = useMemo(() => own.filter(({ filledQuantity }) => filledQuantity > 0).map(markerOf), [own])
  return { priceLines, markers }
}
