import type { OrderStatus } from '../../../../src/domain/orders/order.ts'
import type { Outcome } from '../../broker.ts'
import type { Command } from '../../ledger.ts'
import { changedTerms } from '../../order-terms.ts'
import { beforeEntry, onlyCancels } from '../../rules/refusal.ts'
import { isAtExchange } from '../booked-order.ts'
import { largestQuantityOf } from '../reservations.ts'
import { type UnitOfWork, write } from '../unit-of-work.ts'
import { type DecisionParts, done, withRefused } from './decision.ts'

const canBeAsked: ReadonlySet<OrderStatus> = new Set([
  'OPEN',
  'TRIGGER PENDING',
  'AMO REQ RECEIVED',
  'MODIFY AMO REQ RECEIVED',
])

/** One modification at a time: a pending one must be answered before the next. */
export const decideModify = (
  work: UnitOfWork,
  { orderId, changes }: Extract<Command, { kind: 'modify' }>,
  { rules, market, refusedAt }: DecisionParts,
): Outcome => {
  const { account } = work
  const order = account.orders.get(orderId)
  if (order === undefined) return { kind: 'notFound' }
  if (account.cancelOnly !== null) return onlyCancels(account.cancelOnly)
  const verdict = rules.checkModify(withRefused(account, refusedAt), order, changes, market)
  if (verdict.kind === 'refused') return verdict
  if (!canBeAsked.has(order.status))
    return beforeEntry('IN_FLIGHT', 'Order cannot be modified as it is being processed. Try later.')
  const terms = changedTerms(order, changes)
  if (terms.quantity <= order.filledQuantity)
    return beforeEntry(
      'QUANTITY_BELOW_FILLED',
      `Quantity ${terms.quantity} is not above the ${order.filledQuantity} that are filled.`,
    )
  const largest = largestQuantityOf(account, order)
  if (order.isReduceOnly === true && isAtExchange(order) && terms.quantity > largest)
    return beforeEntry(
      'NOT_REDUCING',
      `Reduce-only: the quantity can be at most ${largest}, what is filled and what can still be exited; it is ${terms.quantity}.`,
    )
  write(
    work,
    market.at,
    orderId,
    isAtExchange(order)
      ? { kind: 'order.modifyRequested', asked: terms, blockedAfter: verdict.blocked }
      : { kind: 'order.modified', terms, blocked: verdict.blocked },
  )
  return done(work.account.orders.get(orderId) ?? null)
}
