import type { InstrumentId } from '../instruments/instrument.ts'
import { isEnded, type OrderStatus, type OrderType, type Product, type Side } from './order.ts'
import { type OrderDraft, plainDraft } from './order-draft.ts'

interface ExitRequest {
  readonly instrument: InstrumentId
  readonly product: Product
  /** Units; null for all. */
  readonly quantity: number | null
}

interface PositionNow {
  readonly sym: string
  readonly product: Product
  /** Signed units. */
  readonly quantity: number
  readonly buyQuantity: number
  readonly sellQuantity: number
}

interface OrderNow {
  readonly sym: string
  readonly product: Product
  readonly status: OrderStatus
  readonly transactionType: string
  readonly orderType: OrderType
  readonly pendingQuantity: number
  readonly reduceOnly: boolean
}

interface BooksNow {
  readonly positions: readonly PositionNow[]
  readonly orders: readonly OrderNow[]
  readonly today: string
  readonly atOnce: (side: Side) => Pick<OrderDraft, 'orderType' | 'price'>
}

export type ExitPlan =
  | { readonly kind: 'planned'; readonly draft: OrderDraft; readonly clientOrderId: string }
  | { readonly kind: 'gone' }
  /** Open exit orders already cover all of it. */
  | { readonly kind: 'leaving' }

/** FNV-1a over UTF-16 units, 32 bits, as eight hex digits. */
const hashOf = (text: string, seed: number): string => {
  let hash = seed
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}

/** One id per state of a position: two pages exit it once, and any fill or order allows a retry. */
const exitName = (position: PositionNow, orders: number, today: string): string => {
  const { sym, product, buyQuantity, sellQuantity } = position
  const text = [today, product, sym, buyQuantity, sellQuantity, orders].join('|')
  return `exit-${hashOf(text, 0x811c9dc5)}${hashOf(text, 0x1000193)}-${orders}`
}

/** Open market and reduce-only orders lower the quantity; other orders may never fill and do not count. */
export const planExit = (asked: ExitRequest, { positions, orders, today, atOnce }: BooksNow): ExitPlan => {
  const isOfIt = ({ sym, product }: { readonly sym: string; readonly product: Product }): boolean =>
    sym === asked.instrument && product === asked.product
  const position = positions.find(isOfIt)
  if (position === undefined || position.quantity === 0) return { kind: 'gone' }
  const side = position.quantity > 0 ? 'sell' : 'buy'
  const ofIt = orders.filter(isOfIt)
  const leaving = ofIt
    .filter(
      ({ status, orderType, transactionType, reduceOnly }) =>
        !isEnded(status) &&
        (orderType === 'MARKET' || reduceOnly) &&
        transactionType === (side === 'sell' ? 'SELL' : 'BUY'),
    )
    .reduce((sum, { pendingQuantity }) => sum + pendingQuantity, 0)
  const left = Math.abs(position.quantity) - leaving
  if (left <= 0) return { kind: 'leaving' }
  const quantity = Math.min(asked.quantity ?? left, left)
  return {
    kind: 'planned',
    draft: plainDraft({
      instrument: asked.instrument,
      product: asked.product,
      side,
      quantity,
      isReduceOnly: true,
      ...atOnce(side),
    }),
    clientOrderId: exitName(position, ofIt.length, today),
  }
}
