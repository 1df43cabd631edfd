import { isEnded } from '../../../src/domain/orders/order.ts'
import { type Order, positionKey } from '../account.ts'
import { type AccountState, reservedByAll } from './account-state.ts'
import { type BookedOrder, pendingOf } from './booked-order.ts'
import type { Entry } from './event.ts'
import { quantityOf } from './position-events.ts'
import { findReservationFault } from './reservations.ts'
import { canFollow } from './transitions.ts'

const isWhole = (value: number): boolean => Number.isSafeInteger(value)

const findBankFault = (account: AccountState): string | null => {
  const { cash, exchangeCash, chargesPaid, paidIn } = account
  if (![cash, exchangeCash, chargesPaid, paidIn].every(isWhole))
    return 'an amount is no whole number of paise'
  return cash + exchangeCash + chargesPaid === paidIn
    ? null
    : `cash ${cash} + exchange ${exchangeCash} + charges ${chargesPaid} is not the ${paidIn} that were paid in`
}

const findQuantityFault = (order: BookedOrder): string | null => {
  const { quantity, filledQuantity, cancelledQuantity } = order
  const pending = pendingOf(order)
  if (
    ![quantity, filledQuantity, cancelledQuantity, order.filledValue, order.blocked, order.charges].every(
      isWhole,
    )
  )
    return 'a quantity or an amount is no whole number'
  if (filledQuantity < 0 || filledQuantity > quantity) return `${filledQuantity} filled of ${quantity}`
  if (cancelledQuantity < 0 || pending < 0) return `${cancelledQuantity} cancelled, ${pending} pending`
  if (isEnded(order.status) && (pending !== 0 || order.blocked !== 0))
    return `${order.status} with ${pending} pending and ${order.blocked} blocked`
  return null
}

const findStepFault = (order: Order, from: number): string | null => {
  for (let index = Math.max(from, 0); index < order.history.length; index++) {
    const before = order.history[index - 1]?.status ?? null
    const status = order.history[index]?.status ?? order.status
    const repeats = before === status && !isEnded(status)
    if (!repeats && !canFollow(before, status)) return `${status} after ${before ?? 'nothing'}`
  }
  return order.history.at(-1)?.status === order.status ? null : `${order.status} is not its last step`
}

const findFillFault = (order: BookedOrder): string | null => {
  let [quantity, value] = [0, 0]
  for (const fill of order.fills) {
    quantity += fill.quantity
    value += fill.quantity * fill.price
  }
  if (quantity !== order.filledQuantity || value !== order.filledValue)
    return `its fills sum to ${quantity} for ${value}, not ${order.filledQuantity} for ${order.filledValue}`
  return new Set(order.fills.map(({ id }) => id)).size === order.fills.length ? null : 'a fill counts twice'
}

const findShortDelivery = (account: AccountState, key: string): string | null => {
  const position = account.positions.get(key)
  if (position === undefined || position.product !== 'cash') return null
  const holding = account.holdings.get(position.terms.id)
  const held = holding === undefined ? 0 : holding.quantity + holding.t1Quantity
  const sold = -quantityOf(position)
  return sold > held ? `${key}: ${sold} sold of ${held} held` : null
}

const findMovedFault = (account: AccountState, { event }: Entry): string | null => {
  if (event.kind !== 'position.settled' && event.kind !== 'position.converted') return null
  const position = account.positions.get(event.key)
  if (position === undefined) return null
  const sym = position.terms.id
  const fault = findReservationFault(account, { sym, product: position.product })
  return event.kind === 'position.settled'
    ? fault
    : (fault ?? findReservationFault(account, { sym, product: event.to }))
}

/** Costs the same whatever the size of the account. */
export const findFaultAfter = (
  before: AccountState | null,
  entry: Entry,
  account: AccountState,
): string | null => {
  const bank = findBankFault(account) ?? findMovedFault(account, entry)
  if (bank !== null) return bank
  const order = entry.orderId === null ? undefined : account.orders.get(entry.orderId)
  if (order === undefined) return null
  const earlier = before?.orders.get(order.id)
  const fault = findQuantityFault(order) ?? findStepFault(order, earlier?.history.length ?? 0)
  if (fault !== null) return `order ${order.id}: ${fault}`
  if (earlier !== undefined && isEnded(earlier.status) && earlier !== order)
    return `order ${order.id}: changed after it had ended`
  // Unchanged positions and reservations were checked after an earlier event.
  const isHeldAnew = before?.positions !== account.positions || before.reserved !== account.reserved
  const reserved = isHeldAnew
    ? findReservationFault(account, { sym: order.terms.id, product: order.product })
    : null
  if (reserved !== null) return reserved
  if (entry.event.kind !== 'order.filled') return null
  const key = positionKey(order.terms.id, order.product)
  const was = before?.positions.get(key)
  const is = account.positions.get(key)
  const change = (is === undefined ? 0 : quantityOf(is)) - (was === undefined ? 0 : quantityOf(was))
  const filled = entry.event.fill.quantity * (order.side === 'buy' ? 1 : -1)
  if (change !== filled) return `${key}: moved by ${change} for a fill of ${filled}`
  return findShortDelivery(account, key)
}

const findReservedFault = (account: AccountState): string | null => {
  const sums = reservedByAll(account.orders.values())
  for (const [key, units] of account.reserved)
    if (units !== (sums.get(key) ?? 0))
      return `${key}: ${units} reserved, its orders sum to ${sums.get(key) ?? 0}`
  for (const [key, units] of sums)
    if (units !== account.reserved.get(key)) return `${key}: nothing reserved, its orders sum to ${units}`
  for (const order of account.orders.values()) {
    const fault =
      order.isReduceOnly === true
        ? findReservationFault(account, { sym: order.terms.id, product: order.product })
        : null
    if (fault !== null) return fault
  }
  return null
}

export const findAccountFault = (account: AccountState): string | null => {
  const bank = findBankFault(account)
  if (bank !== null) return bank
  for (const order of account.orders.values()) {
    const fault = findQuantityFault(order) ?? findStepFault(order, 0) ?? findFillFault(order)
    if (fault !== null) return `order ${order.id}: ${fault}`
    if (account.orderOfClientId.get(order.clientOrderId) !== order.id)
      return `order ${order.id}: its key ${order.clientOrderId} belongs to another`
  }
  const reserved = findReservedFault(account)
  if (reserved !== null) return reserved
  for (const [key, position] of account.positions) {
    if (positionKey(position.terms.id, position.product) !== key) return `${key}: holds another position`
    const fault = findShortDelivery(account, key)
    if (fault !== null) return fault
  }
  for (const [id, { quantity, t1Quantity, usedQuantity, cost }] of account.holdings) {
    if (![quantity, t1Quantity, usedQuantity, cost].every((value) => isWhole(value) && value >= 0))
      return `${id}: a holding of ${quantity} and ${t1Quantity}, ${usedQuantity} used, for ${cost}`
    if (usedQuantity > quantity + t1Quantity) return `${id}: ${usedQuantity} used of ${quantity + t1Quantity}`
  }
  return null
}
