import type { Paise } from '../../../../src/domain/money.ts'
import { hasPrice, isEnded } from '../../../../src/domain/orders/order.ts'
import { toIstDate } from '../../../../src/domain/time.ts'
import type { Outcome } from '../../broker.ts'
import type { Report } from '../../exchange.ts'
import type { AccountState } from '../account-state.ts'
import { type BookedOrder, blockedFor, isAtExchange, pendingOf, restingStatusOf } from '../booked-order.ts'
import type { OrderEvent } from '../event.ts'
import { largestQuantityOf, releaseExcess } from '../reservations.ts'
import { type UnitOfWork, write } from '../unit-of-work.ts'
import { type DecisionParts, done } from './decision.ts'

type FillReport = Extract<Report, { kind: 'filled' }>

/** The first sale of a share today pays the depository charge, and it stays that order. */
const isFirstSale = (account: AccountState, order: BookedOrder): boolean =>
  order.product === 'cash' &&
  order.side === 'sell' &&
  (account.firstSales.get(order.terms.id) ?? order.id) === order.id

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value > 0

const fillOf = (
  account: AccountState,
  order: BookedOrder,
  { fill, at }: FillReport,
  { rules }: DecisionParts,
): OrderEvent | null => {
  const pending = pendingOf(order)
  if (account.fillIds.has(fill.id) || !isWhole(fill.quantity) || !isWhole(fill.price)) return null
  const quantity = Math.min(fill.quantity, pending)
  const sums = {
    terms: order.terms,
    side: order.side,
    product: order.product,
    filledQuantity: order.filledQuantity + quantity,
    filledValue: (order.filledValue + quantity * fill.price) as Paise,
  }
  const charges = rules.chargesOf(sums, toIstDate(at), isFirstSale(account, order))
  return {
    kind: 'order.filled',
    fill: { id: fill.id, quantity, price: fill.price, at: fill.at, why: fill.why },
    charges: Math.max(charges, order.charges) as Paise,
    blocked: blockedFor(order.blocked, pending - quantity, pending),
  }
}

const modifiedOf = (account: AccountState, order: BookedOrder): OrderEvent | null => {
  const { asked } = order
  if (asked === null) return null
  const largest = order.isReduceOnly === true ? largestQuantityOf(account, order) : Number.POSITIVE_INFINITY
  // Fills may have arrived meanwhile, and more than the new quantity.
  const quantity = Math.max(Math.min(asked.terms.quantity, largest), order.filledQuantity)
  const pending = quantity - order.filledQuantity
  return {
    kind: 'order.modified',
    terms: { ...asked.terms, quantity },
    blocked: blockedFor(asked.blockedAfter, pending, asked.pendingAfter),
  }
}

const eventOf = (
  account: AccountState,
  order: BookedOrder,
  report: Report,
  parts: DecisionParts,
): OrderEvent | null => {
  const resting = restingStatusOf(order)
  switch (report.kind) {
    case 'opened':
      return order.exchangeOrderId === null && resting !== 'TRIGGER PENDING'
        ? { kind: 'order.opened', exchangeOrderId: report.exchangeOrderId }
        : null
    case 'awaitsTrigger':
      return resting === 'OPEN PENDING'
        ? { kind: 'order.awaitsTrigger', exchangeOrderId: report.exchangeOrderId }
        : null
    case 'triggered':
      return order.triggerPrice !== null && resting !== 'OPEN'
        ? { kind: 'order.triggered', lastPrice: report.lastPrice }
        : null
    case 'filled':
      return fillOf(account, order, report, parts)
    case 'rests':
      return hasPrice(order.orderType) ? null : { kind: 'order.rested', price: report.price }
    case 'modified':
      return modifiedOf(account, order)
    case 'modifyRefused':
      return order.asked === null
        ? null
        : {
            kind: 'order.modifyRefused',
            message: report.message,
            blocked: blockedFor(order.asked.blockedBefore, pendingOf(order), order.asked.pendingBefore),
          }
    case 'cancelled':
      return { kind: 'order.cancelled', message: report.message, raw: report.raw }
    case 'cancelRefused':
      return order.status === 'CANCEL PENDING'
        ? { kind: 'order.cancelRefused', message: report.message }
        : null
    case 'rejected':
      // The exchange can cancel an order that was open there, but no longer reject it.
      return resting === 'OPEN PENDING'
        ? { kind: 'order.rejected', message: report.message, raw: report.raw }
        : { kind: 'order.cancelled', message: report.message, raw: report.raw }
    default:
      return report satisfies never
  }
}

/** End states absorb: a report without effect has `isRepeat`. */
export const decideReport = (work: UnitOfWork, report: Report, parts: DecisionParts): Outcome => {
  const order = work.account.orders.get(report.id)
  if (order === undefined) return { kind: 'notFound' }
  if (isEnded(order.status) || !isAtExchange(order)) return done(order, true)
  const event = eventOf(work.account, order, report, parts)
  if (event === null) return done(order, true)
  // A reduce-only order takes what it has reserved; any other may take what is reserved for one.
  if (event.kind === 'order.filled' && order.isReduceOnly !== true)
    releaseExcess(work, report.at, {
      sym: order.terms.id,
      product: order.product,
      change: event.fill.quantity * (order.side === 'buy' ? 1 : -1),
    })
  write(work, report.at, report.id, event)
  return done(work.account.orders.get(report.id) ?? null)
}
