import type { Paise } from '../../../src/domain/money.ts'
import type { Side } from '../../../src/domain/orders/order.ts'
import { inLots } from './lots.ts'
import { byPriority, crosses, type StandingOrder } from './standing-order.ts'

export interface Matched {
  readonly order: StandingOrder
  readonly quantity: number
}

const matchSide = (
  orders: readonly StandingOrder[],
  capacity: number,
  lotSize: number,
): readonly Matched[] => {
  let left = capacity
  return orders.flatMap((order) => {
    const quantity = left >= order.remaining ? order.remaining : inLots(left, lotSize)
    left -= quantity
    return quantity > 0 ? [{ order, quantity }] : []
  })
}

/** Market orders first, then price, then time. `capacity`: units of the crowd's volume open to each side. */
export const matchAuction = (
  orders: readonly StandingOrder[],
  price: Paise,
  capacity: number,
  lotSize: number,
): readonly Matched[] => {
  const of = (side: Side): readonly StandingOrder[] => {
    const mine = orders.filter((order) => order.side === side)
    const atMarket = mine.filter(({ limit }) => limit === null).sort((a, b) => a.rank - b.rank)
    const limited = mine.filter(({ limit }) => limit !== null && crosses(side, limit, price)).sort(byPriority)
    return [...atMarket, ...limited]
  }
  return [...matchSide(of('buy'), capacity, lotSize), ...matchSide(of('sell'), capacity, lotSize)]
}

export const meetsOwnInAuction = (
  { id, owner, side, limit }: StandingOrder,
  orders: readonly StandingOrder[],
): boolean =>
  orders.some(
    (other) =>
      other.owner === owner &&
      other.side !== side &&
      other.id !== id &&
      (limit === null || other.limit === null || crosses(side, limit, other.limit)),
  )
