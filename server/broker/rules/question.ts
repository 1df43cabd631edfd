import type { Calendar } from '../../../src/domain/calendar.ts'
import type { MarketPhase } from '../../../src/domain/market-phase.ts'
import { type ClientOrderId, isEnded, type OrderTicket } from '../../../src/domain/order.ts'
import type { Quote } from '../../../src/domain/quote.ts'
import type { Account, Order, PositionSums, Terms } from '../account.ts'
import { positionKey } from '../account.ts'
import type { Facts, Refused } from '../rules.ts'

/** What is asked of every rule: an order as it would be, new or modified, and the world it comes into. */
export interface Question {
  readonly account: Account
  readonly ticket: OrderTicket
  readonly terms: Terms
  readonly facts: Facts
  readonly calendar: Calendar
  readonly quote: Quote | null
  readonly phase: MarketPhase
  readonly isSystem: boolean
  /** The order only reduces what is held, whatever else of the same kind fills before it. */
  readonly isExit: boolean
  /** Still to be filled. */
  readonly openQuantity: number
  /** The order that is being modified. */
  readonly replaces: Order | null
}

/** Answers why not, or null. */
export type Check = (question: Question) => Refused | null

export const findRefusal = (checks: readonly Check[], question: Question): Refused | null => {
  for (const check of checks) {
    const refused = check(question)
    if (refused !== null) return refused
  }
  return null
}

export const isContract = ({ instrumentType }: Terms): boolean => instrumentType !== 'EQ'

export const isOption = ({ instrumentType }: Terms): boolean =>
  instrumentType === 'CE' || instrumentType === 'PE'

export const isOfIndex = ({ underlying }: Terms): boolean => underlying?.startsWith('INDICES_') === true

export const netQuantityOf = (sums: PositionSums): number =>
  sums.overnightQuantity + sums.dayBuyQuantity - sums.daySellQuantity

export const pendingOf = (order: Order): number =>
  isEnded(order.status) ? 0 : order.quantity - order.filledQuantity - order.cancelledQuantity

/** Of each version of the orders of an account, those that are open: every rule of a question looks at them. */
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

/** Orders with something left to fill, but for the one that is asked about. */
export const openOrdersBut = (account: Account, key: ClientOrderId): readonly Order[] => {
  const open = openOrdersOf(account)
  return open.some(({ clientOrderId }) => clientOrderId === key)
    ? open.filter(({ clientOrderId }) => clientOrderId !== key)
    : open
}

/** Units that an order of this side may still leave: of the position, or of shares held, less what is being left. */
export const reducibleBy = (
  account: Account,
  terms: Terms,
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
