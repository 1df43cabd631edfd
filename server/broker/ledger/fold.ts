import type { OrderId } from '../../../src/domain/orders/order.ts'
import type { UserId } from '../../user.ts'
import { type InstrumentTerms, positionKey } from '../account.ts'
import type { AccountState } from './account-state.ts'
import type { Entry, OrderOpening } from './event.ts'
import { quantityOf } from './position-events.ts'

interface Sums {
  readonly orders: Map<OrderId, OrderOpening>
  readonly chargesOfOrder: Map<OrderId, number>
  /** By position key. */
  readonly net: Map<string, number>
  /** By instrument id. */
  readonly held: Map<string, number>
  /** Per future: cash flow of all its trades, open units, and daily settlement paid so far. */
  readonly futures: Map<string, { value: number; quantity: number; paid: number; close: number | null }>
  cash: number
  charges: number
  /** A future was carried without a close, so its cash cannot be derived from the log. */
  isUnpriced: boolean
}

const add = (map: Map<string, number>, key: string, amount: number): void => {
  map.set(key, (map.get(key) ?? 0) + amount)
}

const trade = (sums: Sums, terms: InstrumentTerms, quantity: number, price: number): void => {
  const value = -quantity * price
  if (terms.instrumentType !== 'FUT') {
    sums.cash += value
    return
  }
  const future = sums.futures.get(terms.id) ?? { value: 0, quantity: 0, paid: 0, close: null }
  future.value += value
  future.quantity += quantity
  sums.futures.set(terms.id, future)
}

const roll = (sums: Sums, closes: ReadonlyMap<string, number>): void => {
  for (const [id, future] of sums.futures) {
    future.close = closes.get(id) ?? future.close
    if (future.quantity !== 0 && future.close === null) sums.isUnpriced = true
    const worth = future.value + future.quantity * (future.close ?? 0)
    sums.cash += worth - future.paid
    future.paid = worth
  }
  for (const [key, quantity] of sums.net) {
    const [id = '', product] = key.split('|')
    if (product === 'cash') {
      add(sums.held, id, quantity)
      sums.net.delete(key)
    }
  }
}

const paidInBy = (event: Entry['event']): number =>
  event.kind === 'account.opened' ? event.cash : event.kind === 'capital.moved' ? event.amount : 0

/** Cross-check: sums the accounts from fills, independently of the ledger's own arithmetic. */
export const createFold = () => {
  const owners = new Map<UserId, Sums>()
  const terms = new Map<string, InstrumentTerms>()

  const fold = (sums: Sums, { event, orderId }: Entry): void => {
    sums.cash += paidInBy(event)
    if (event.kind === 'account.charged') sums.charges += event.amount
    if (event.kind === 'day.rolled') roll(sums, new Map(event.closes))
    if (event.kind === 'order.accepted' && orderId !== null) sums.orders.set(orderId, event.opening)
    if (event.kind === 'order.filled' && orderId !== null) {
      const order = sums.orders.get(orderId)
      if (order === undefined) return
      const quantity = event.fill.quantity * (order.side === 'buy' ? 1 : -1)
      const key = positionKey(order.terms.id, order.product)
      terms.set(key, order.terms)
      add(sums.net, key, quantity)
      trade(sums, order.terms, quantity, event.fill.price)
      sums.charges += event.charges - (sums.chargesOfOrder.get(orderId) ?? 0)
      sums.chargesOfOrder.set(orderId, event.charges)
    }
    if (event.kind === 'position.settled') {
      const settled = terms.get(event.key)
      if (settled !== undefined) trade(sums, settled, -event.quantity, event.price)
      add(sums.net, event.key, -event.quantity)
      sums.charges += event.charges ?? 0
    }
    if (event.kind === 'position.converted') {
      const moved = event.quantity * (event.side === 'buy' ? 1 : -1)
      const from = terms.get(event.key)
      if (from === undefined) return
      add(sums.net, event.key, -moved)
      const key = positionKey(from.id, event.to)
      terms.set(key, from)
      add(sums.net, key, moved)
    }
  }

  return {
    add: (entry: Entry): void => {
      const sums = owners.get(entry.owner) ?? {
        orders: new Map(),
        chargesOfOrder: new Map(),
        net: new Map(),
        held: new Map(),
        futures: new Map(),
        cash: 0,
        charges: 0,
        isUnpriced: false,
      }
      owners.set(entry.owner, sums)
      fold(sums, entry)
    },
    findFault: (account: AccountState): string | null => {
      const sums = owners.get(account.owner)
      if (sums === undefined) return 'the log does not know it'
      if (sums.charges !== account.chargesPaid)
        return `charges of ${account.chargesPaid}, its fills sum to ${sums.charges}`
      const cash = sums.cash - sums.charges
      if (!sums.isUnpriced && cash !== account.cash)
        return `cash of ${account.cash}, its fills sum to ${cash}`
      for (const key of new Set([...sums.net.keys(), ...account.positions.keys()])) {
        const position = account.positions.get(key)
        const [is, was] = [position === undefined ? 0 : quantityOf(position), sums.net.get(key) ?? 0]
        if (is !== was) return `${key}: ${is} open, its fills sum to ${was}`
      }
      for (const id of new Set([...sums.held.keys(), ...account.holdings.keys()])) {
        const holding = account.holdings.get(id as never)
        const is = holding === undefined ? 0 : holding.quantity + holding.t1Quantity
        if (is !== (sums.held.get(id) ?? 0))
          return `${id}: ${is} held, its fills sum to ${sums.held.get(id) ?? 0}`
      }
      return null
    },
  }
}
