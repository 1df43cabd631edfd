import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import type { MarketPhase } from '../../../src/domain/calendar/market-phase.ts'
import { type ClientOrderId, isEnded, type OrderTicket } from '../../../src/domain/orders/order.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import type { Account, InstrumentTerms, Order, PositionSums } from '../account.ts'
import { positionKey } from '../account.ts'
import type { MarketSnapshot, Refused } from '../rules.ts'

export interface Question {
  readonly account: Account
  readonly ticket: OrderTicket
  readonly terms: InstrumentTerms
  readonly market: MarketSnapshot
  readonly calendar: Calendar
  readonly quote: Quote | null
  readonly phase: MarketPhase
  readonly isSystem: boolean
  /** The order only reduces what is held, even if other exits fill before it. */
  readonly isExit: boolean
  /** Units still to be filled. */
  readonly openQuantity: number
  readonly replaces: Order | null
}

export type Check = (question: Question) => Refused | null

export const findRefusal = (checks: readonly Check[], question: Question): Refused | null => {
  for (const check of checks) {
    const refused = check(question)
    if (refused !== null) return refused
  }
  return null
}

export const isContract = ({ instrumentType }: InstrumentTerms): boolean => instrumentType !== 'EQ'

export const isOption = ({ instrumentType }: InstrumentTerms): boolean =>
  instrumentType === 'CE' || instrumentType === 'PE'

export const isOfIndex = ({ underlying }: InstrumentTerms): boolean =>
  underlying?.startsWith('INDICES_') === true

export const netQuantityOf = (sums: PositionSums): number =>
  sums.overnightQuantity + sums.dayBuyQuantity - sums.daySellQuantity

export const pendingOf = (order: Order): number =>
  isEnded(order.status) ? 0 : order.quantity - order.filledQuantity - order.cancelledQuantity

const openIn = new WeakMap<Account['orders'], readonly Order[]>()

const openOrdersOf = ({ orders }: Account): readonly Order[] => {
  const known = openIn.get(orders)
  if (known !== undefined) return known
  const open: Order[] = []
  orders.forEach((order) => {
    if (pendingOf(order) > 0) open.push(order)
  })
  openIn.set(orders, open)
  return open
}

export const openOrdersBut = (account: Account, key: ClientOrderId): readonly Order[] => {
  const open = openOrdersOf(account)
  return open.some(({ clientOrderId }) => clientOrderId === key)
    ? open.filter(({ clientOrderId }) => clientOrderId !== key)
    : open
}

/** Units of the position or holding that this side may still exit, less other open exits. */
export const reducibleBy = (
  account: Account,
  terms: InstrumentTerms,
  { side, product, clientOrderId }: Pick<OrderTicket, 'side' | 'product' | 'clientOrderId'>,
): number => {
  const position = account.positions.get(positionKey(terms.id, product))
  const quantity = position === undefined ? 0 : netQuantityOf(position)
  let left = Math.max(0, side === 'sell' ? quantity : -quantity)
  if (product === 'cash' && side === 'sell') {
    const holding = account.holdings.get(terms.id)
    if (holding !== undefined) left += holding.quantity + holding.t1Quantity - holding.usedQuantity
  } else if (product === 'cash') {
    left = 0
  }
  if (left <= 0) return 0
  for (const order of openOrdersBut(account, clientOrderId)) {
    if (order.terms.id === terms.id && order.product === product && order.side === side)
      left -= pendingOf(order)
  }
  return Math.max(0, left)
}
