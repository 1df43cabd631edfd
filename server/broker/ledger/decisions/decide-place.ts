import type { Paise } from '../../../../src/domain/money.ts'
import {
  type ClientOrderId,
  isEnded,
  type OrderId,
  type OrderTicket,
} from '../../../../src/domain/orders/order.ts'
import type { Exit, Order } from '../../account.ts'
import type { Outcome } from '../../broker.ts'
import type { Command } from '../../ledger.ts'
import { keptTicket, ticketOf } from '../../order-terms.ts'
import { beforeEntry, onlyCancels } from '../../rules/refusal.ts'
import type { Accepted, Intent, MarketSnapshot, Refused } from '../../rules.ts'
import { SLICES_MAX, sliceCount, sliceQuantities } from '../../slices.ts'
import type { AccountState } from '../account-state.ts'
import { type BookedOrder, isAtExchange, pendingOf } from '../booked-order.ts'
import type { OrderOpening } from '../event.ts'
import { exitableIn, freeIn, heldFor, reduction } from '../reservations.ts'
import { nextOrderId, type UnitOfWork, write } from '../unit-of-work.ts'
import { type DecisionParts, done, withRefused } from './decision.ts'

const answerAgain = (order: Order, bodyHash: string): Outcome =>
  order.bodyHash === bodyHash ? done(order, true) : { kind: 'keyReused', order }

const findByKey = (account: AccountState, key: ClientOrderId, past: DecisionParts['past']): Order | null => {
  const id = account.orderOfClientId.get(key)
  return (id === undefined ? undefined : account.orders.get(id)) ?? past.get(key) ?? null
}

/** Clients' keys cannot contain a dot, so the keys of slices collide with none. */
const slicesOf = ({ ticket, terms }: Intent): readonly OrderTicket[] => {
  if (!ticket.autoslice) return [ticket]
  return sliceQuantities(ticket.quantity, terms).map((quantity, index) => ({
    ...ticket,
    quantity,
    disclosedQuantity: Math.min(ticket.disclosedQuantity, quantity),
    clientOrderId: (index === 0
      ? ticket.clientOrderId
      : `${ticket.clientOrderId}.${index + 1}`) as ClientOrderId,
  }))
}

const exitOf = ({ ticket, terms }: Intent): Exit => ({
  sym: terms.id,
  product: ticket.product,
  side: ticket.side,
})

const unitsInWords = (units: number): string => (units === 1 ? '1 unit' : `${units} units`)

const notReducing = (account: AccountState, intent: Intent): Refused => {
  const exit = exitOf(intent)
  const { tradingSymbol } = intent.terms
  const held = heldFor(account, exit)
  const exitable = exitableIn(account, exit)
  const way = exit.side === 'sell' ? 'long' : 'short'
  const message =
    held === 0
      ? `Reduce-only: there is no ${way} ${exit.product} position in ${tradingSymbol} to reduce.`
      : `Reduce-only: ${unitsInWords(exitable)} of ${held} in ${tradingSymbol} can be exited; this order is for ${intent.ticket.quantity}. ${held - exitable === 0 ? '' : `${unitsInWords(held - exitable)} of the position ${held - exitable === 1 ? 'is' : 'are'} in open exit orders.`}`.trim()
  return beforeEntry('NOT_REDUCING', message)
}

const reducingPart = (
  account: AccountState,
  intent: Intent,
  isCutToFree: boolean,
): { readonly kind: 'intent'; readonly intent: Intent } | Refused => {
  const { ticket } = intent
  // An AMO is checked when it is released.
  if (ticket.isReduceOnly !== true || ticket.variety === 'amo') return { kind: 'intent', intent }
  if (!isCutToFree)
    return ticket.quantity > exitableIn(account, exitOf(intent))
      ? notReducing(account, intent)
      : { kind: 'intent', intent }
  const quantity = Math.min(ticket.quantity, freeIn(account, exitOf(intent)))
  return quantity === 0
    ? notReducing(account, intent)
    : { kind: 'intent', intent: { ...intent, ticket: { ...ticket, quantity } } }
}

const middleOf = (market: MarketSnapshot, { terms }: Intent): Paise | null => {
  const quote = market.quoteOf(terms)
  if (quote === null) return null
  const { bid, ask } = quote
  return bid === null || ask === null ? null : (Math.round((bid + ask) / 2) as Paise)
}

const openingOf = (
  intent: Intent,
  extra: Pick<OrderOpening, 'bodyHash' | 'parentId' | 'middle'>,
): OrderOpening => {
  const { ticket, terms, placedBy } = intent
  return { ...keptTicket(ticket), ...extra, mode: 'paper', placedBy, terms }
}

export const decidePlace = (
  work: UnitOfWork,
  { intent: asked, bodyHash, fee, isCutToFree = false }: Extract<Command, { kind: 'place' }>,
  { rules, market, past, refusedAt }: DecisionParts,
): Outcome => {
  const before = findByKey(work.account, asked.ticket.clientOrderId, past)
  if (before !== null) return answerAgain(before, bodyHash)
  if (work.account.cancelOnly !== null) return onlyCancels(work.account.cancelOnly)
  const reducing = reducingPart(work.account, asked, isCutToFree)
  if (reducing.kind === 'refused') return reducing
  const { intent } = reducing
  const { ticket } = intent
  const count = ticket.autoslice ? sliceCount(ticket.quantity, intent.terms) : 1
  if (count > SLICES_MAX)
    return beforeEntry(
      'SLICES',
      `Quantity ${ticket.quantity} makes ${count} slices; at most ${SLICES_MAX} are sent at once.`,
    )
  const slices = slicesOf(intent)
  const middle = middleOf(market, intent)
  let first: OrderId | null = null
  for (const slice of slices) {
    const part = { ...intent, ticket: slice }
    const verdict: Accepted | Refused = rules.checkOrder(withRefused(work.account, refusedAt), part, market)
    // Slices are refused all together before entry; the unit of work is dropped.
    if (verdict.kind === 'refused' && verdict.stage === 'api') return verdict
    const id = nextOrderId(work, market.at)
    const opening = openingOf(part, { bodyHash, parentId: first, middle })
    write(
      work,
      market.at,
      id,
      verdict.kind === 'accepted'
        ? { kind: 'order.accepted', opening, blocked: verdict.blocked }
        : { kind: 'order.refused', opening, message: verdict.message, raw: verdict.raw },
    )
    if (first === null && fee !== undefined && verdict.kind === 'accepted')
      write(work, market.at, id, { kind: 'account.charged', ...fee })
    first ??= id
  }
  return done(first === null ? null : (work.account.orders.get(first) ?? null))
}

/** So that an order is not checked against itself. */
const without = (account: AccountState, order: BookedOrder): AccountState => ({
  ...account,
  orders: account.orders.with(order.id, {
    ...order,
    status: 'CANCELLED AMO',
    cancelledQuantity: order.quantity,
    blocked: 0 as Paise,
  }),
})

/** Checked as the system's own order: it counted for the rate caps when it was placed. */
export const decideRelease = (
  work: UnitOfWork,
  orderId: OrderId,
  { rules, market }: DecisionParts,
): Outcome => {
  const order = work.account.orders.get(orderId)
  if (order === undefined) return { kind: 'notFound' }
  if (isEnded(order.status) || isAtExchange(order)) return done(order, true)
  const { killSwitch, cancelOnly: restricted } = work.account
  const stopped = restricted ?? killSwitch?.reason ?? null
  const ticket: OrderTicket = { ...ticketOf(order), variety: 'regular' }
  const intent: Intent = { ticket, terms: order.terms, placedBy: 'system' }
  const exitable =
    order.isReduceOnly === true ? exitableIn(work.account, exitOf(intent)) : Number.POSITIVE_INFINITY
  const verdict: Accepted | Refused =
    stopped !== null
      ? beforeEntry(restricted === null ? 'KILL_SWITCH' : 'CANCEL_ONLY', `Not released: ${stopped}`)
      : exitable === 0
        ? notReducing(work.account, intent)
        : rules.checkOrder(without(work.account, order), intent, market)
  // The position may have shrunk since the order was queued.
  const over = pendingOf(order) - exitable
  if (verdict.kind === 'accepted' && over > 0) write(work, market.at, orderId, reduction(order, over))
  write(
    work,
    market.at,
    orderId,
    verdict.kind === 'accepted'
      ? { kind: 'order.released', blocked: verdict.blocked }
      : { kind: 'order.rejected', message: verdict.message, raw: verdict.raw },
  )
  return done(work.account.orders.get(orderId) ?? null)
}
