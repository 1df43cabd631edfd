import { isEnded } from '../../../src/domain/order.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import { type Account, type Exit, exitKey, type Order, positionKey } from '../account.ts'
import { heldIn } from '../brackets/bracket.ts'
import type { AccountState } from './account-state.ts'
import { type BookedOrder, blockedFor, exitKeyOfOrder, pendingOf, reservedBy } from './booked-order.ts'
import { type Draft, write } from './draft.ts'
import type { OrderEvent } from './event.ts'

const exitOf = (order: Order): Exit => ({ sym: order.terms.id, product: order.product, side: order.side })

/** Units held on the side that `exit` takes from; never below zero. */
export const heldFor = (account: Account, exit: Exit): number =>
  Math.max(0, exit.side === 'sell' ? heldIn(account, exit) : -heldIn(account, exit))

export const reservedIn = (account: AccountState, exit: Exit): number =>
  account.reserved.get(exitKey(exit)) ?? 0

/**
 * Units of open orders that are not reduce-only and would take from the position too. `marketOnly` leaves out what
 * rests at a price and may never fill.
 */
const unreservedIn = (account: AccountState, exit: Exit, isMarketOnly: boolean): number => {
  let units = 0
  account.orders.forEach((order) => {
    if (order.side !== exit.side || order.terms.id !== exit.sym || order.product !== exit.product) return
    if (isEnded(order.status) || order.isReduceOnly === true || order.variety === 'amo') return
    if (!isMarketOnly || order.orderType === 'MARKET') units += pendingOf(order)
  })
  return units
}

/** Units that can still be exited: held, less reserved, less what plain market orders take in a moment. */
export const exitableIn = (account: AccountState, exit: Exit): number =>
  Math.max(0, heldFor(account, exit) - reservedIn(account, exit) - unreservedIn(account, exit, true))

/** Units that no open order would take, at whatever price it rests. */
export const freeIn = (account: AccountState, exit: Exit): number =>
  Math.max(0, heldFor(account, exit) - reservedIn(account, exit) - unreservedIn(account, exit, false))

/** Market orders fill in a moment, so resting ones give way first; of each the newest first. */
const givesWayFirst = (one: BookedOrder, other: BookedOrder): number =>
  Number(one.orderType === 'MARKET') - Number(other.orderType === 'MARKET') ||
  other.acceptedAt - one.acceptedAt ||
  (other.id > one.id ? 1 : -1)

const reservingOrders = (account: AccountState, exit: Exit): readonly BookedOrder[] => {
  const key = exitKey(exit)
  const found: BookedOrder[] = []
  account.orders.forEach((order) => {
    if (reservedBy(order) > 0 && exitKeyOfOrder(order) === key) found.push(order)
  })
  return found.sort(givesWayFirst)
}

const CLOSED = 'Cancelled, as the position was closed otherwise'

const reducedWords = (units: number): string => `Reduced by ${units}, as the position was reduced otherwise`

/** So many units less of an order; all that is open cancels it. */
export const reduction = (
  order: BookedOrder,
  units: number,
): Extract<OrderEvent, { kind: 'order.reduced' }> => {
  const pending = pendingOf(order)
  return {
    kind: 'order.reduced',
    quantity: units,
    message: units === pending ? CLOSED : reducedWords(units),
    blocked: blockedFor(order.blocked, pending - units, pending),
  }
}

/**
 * Takes units off reduce-only orders until they reserve no more than `held`, the units that will be held after the
 * next event of this unit of work. Written before that event, so that no committed state reserves more than is held.
 */
const reduceTo = (draft: Draft, at: EpochMs, exit: Exit, held: number): void => {
  let over = reservedIn(draft.account, exit) - Math.max(0, held)
  if (over <= 0) return
  for (const order of reservingOrders(draft.account, exit)) {
    const units = Math.min(over, pendingOf(order))
    write(draft, at, order.id, reduction(order, units))
    over -= units
    if (over <= 0) return
  }
}

/** Before an event that changes what is held of `sym` in `product` by so many signed units. */
export const releaseExcess = (
  draft: Draft,
  at: EpochMs,
  { sym, product, change }: Pick<Exit, 'sym' | 'product'> & { readonly change: number },
): void => {
  const held = heldIn(draft.account, { sym, product })
  const after = product === 'cash' ? Math.max(0, held + change) : held + change
  reduceTo(draft, at, { sym, product, side: 'sell' }, after)
  reduceTo(draft, at, { sym, product, side: 'buy' }, -after)
}

/** The largest total quantity that a reduce-only order may be changed to. */
export const largestQuantityOf = (account: AccountState, order: BookedOrder): number =>
  order.filledQuantity +
  Math.max(0, heldFor(account, exitOf(order)) - reservedIn(account, exitOf(order)) + reservedBy(order))

/** Null when no side of the position has more reserved than is held. */
export const findReservationFault = (
  account: AccountState,
  { sym, product }: Pick<Exit, 'sym' | 'product'>,
): string | null => {
  if (account.reserved.size === 0) return null
  for (const side of ['sell', 'buy'] as const) {
    const reserved = reservedIn(account, { sym, product, side })
    if (reserved === 0) continue
    const held = heldFor(account, { sym, product, side })
    if (reserved > held)
      return `${positionKey(sym, product)}: ${reserved} reserved by exits to ${side}, ${held} held`
  }
  return null
}
