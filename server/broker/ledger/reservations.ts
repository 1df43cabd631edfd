import { isEnded } from '../../../src/domain/orders/order.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import { type Account, type Exit, exitKey, type Order, positionKey } from '../account.ts'
import { heldIn } from '../brackets/bracket.ts'
import type { AccountState } from './account-state.ts'
import { type BookedOrder, blockedFor, exitKeyOfOrder, pendingOf, reservedBy } from './booked-order.ts'
import type { OrderEvent } from './event.ts'
import { type UnitOfWork, write } from './unit-of-work.ts'

const exitOf = (order: Order): Exit => ({ sym: order.terms.id, product: order.product, side: order.side })

/** Units held on the side that `exit` reduces; never negative. */
export const heldFor = (account: Account, exit: Exit): number =>
  Math.max(0, exit.side === 'sell' ? heldIn(account, exit) : -heldIn(account, exit))

export const reservedIn = (account: AccountState, exit: Exit): number =>
  account.reserved.get(exitKey(exit)) ?? 0

/** Units that open plain orders would exit; `isMarketOnly` skips resting ones, which may never fill. */
const unreservedIn = (account: AccountState, exit: Exit, isMarketOnly: boolean): number => {
  let units = 0
  account.orders.forEach((order) => {
    // An exit looks through all orders of the account, so the checks that exclude most of them come first.
    if (order.isReduceOnly === true || order.side !== exit.side || isEnded(order.status)) return
    if (order.terms.id !== exit.sym || order.product !== exit.product || order.variety === 'amo') return
    if (!isMarketOnly || order.orderType === 'MARKET') units += pendingOf(order)
  })
  return units
}

export const exitableIn = (account: AccountState, exit: Exit): number =>
  Math.max(0, heldFor(account, exit) - reservedIn(account, exit) - unreservedIn(account, exit, true))

/** Units that no open order would take, at whatever price it rests. */
export const freeIn = (account: AccountState, exit: Exit): number =>
  Math.max(0, heldFor(account, exit) - reservedIn(account, exit) - unreservedIn(account, exit, false))

/** Resting orders first, as market orders fill at once; of each the newest first. */
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

const CLOSED = 'Cancelled: the position was closed by another order'

const reducedWords = (units: number): string =>
  `Reduced by ${units}: the position was reduced by another order`

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

/** Runs before the event that leaves `held` units, so that no committed state reserves more than is held. */
const reduceTo = (work: UnitOfWork, at: EpochMs, exit: Exit, held: number): void => {
  let over = reservedIn(work.account, exit) - Math.max(0, held)
  if (over <= 0) return
  for (const order of reservingOrders(work.account, exit)) {
    const units = Math.min(over, pendingOf(order))
    write(work, at, order.id, reduction(order, units))
    over -= units
    if (over <= 0) return
  }
}

export const releaseExcess = (
  work: UnitOfWork,
  at: EpochMs,
  { sym, product, change }: Pick<Exit, 'sym' | 'product'> & { readonly change: number },
): void => {
  const held = heldIn(work.account, { sym, product })
  const after = product === 'cash' ? Math.max(0, held + change) : held + change
  reduceTo(work, at, { sym, product, side: 'sell' }, after)
  reduceTo(work, at, { sym, product, side: 'buy' }, -after)
}

export const largestQuantityOf = (account: AccountState, order: BookedOrder): number =>
  order.filledQuantity +
  Math.max(0, heldFor(account, exitOf(order)) - reservedIn(account, exitOf(order)) + reservedBy(order))

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
