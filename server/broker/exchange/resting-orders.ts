import type { OrderId } from '../../../src/domain/orders/order.ts'
import { byPriority, crosses, type StandingOrder } from './standing-order.ts'
import type { OwnOpposite } from './walk-book.ts'

export interface RestingOrders {
  find(id: OrderId): StandingOrder | null
  add(order: StandingOrder): void
  remove(id: OrderId): void
  /** Must be called when an order's stage, limit, rank or validity has changed. */
  changed(): void
  /** Buys, then sells, each by price and time. */
  active(): readonly StandingOrder[]
  waiting(): readonly StandingOrder[]
  inAuction(): readonly StandingOrder[]
  all(): readonly StandingOrder[]
  findOwnOpposite(order: StandingOrder): OwnOpposite | null
  nextLapseAt(): number
  readonly size: number
}

interface Ranked {
  readonly all: readonly StandingOrder[]
  readonly active: readonly StandingOrder[]
  readonly waiting: readonly StandingOrder[]
  readonly inAuction: readonly StandingOrder[]
  readonly nextLapseAt: number
}

const rank = (orders: Iterable<StandingOrder>): Ranked => {
  const all = [...orders].sort((a, b) => a.rank - b.rank)
  const active = all.filter(({ stage }) => stage === 'active')
  return {
    all,
    active: [
      ...active.filter(({ side }) => side === 'buy').sort(byPriority),
      ...active.filter(({ side }) => side === 'sell').sort(byPriority),
    ],
    waiting: all.filter(({ stage }) => stage === 'awaitsTrigger'),
    inAuction: all.filter(({ stage }) => stage === 'inAuction'),
    nextLapseAt: all.reduce(
      (next, { validity, lapsesAt }) =>
        validity === 'TTL' && lapsesAt !== null ? Math.min(next, lapsesAt) : next,
      Number.POSITIVE_INFINITY,
    ),
  }
}

export const createRestingOrders = (): RestingOrders => {
  const orders = new Map<OrderId, StandingOrder>()
  let ranked: Ranked | null = null
  const read = (): Ranked => {
    ranked ??= rank(orders.values())
    return ranked
  }
  const changed = (): void => {
    ranked = null
  }
  return {
    find: (id) => orders.get(id) ?? null,
    add: (order) => {
      orders.set(order.id, order)
      changed()
    },
    remove: (id) => {
      orders.delete(id)
      changed()
    },
    changed,
    active: () => read().active,
    waiting: () => read().waiting,
    inAuction: () => read().inAuction,
    all: () => read().all,
    findOwnOpposite: ({ id, owner, side }) => {
      let best: StandingOrder | null = null
      for (const other of read().all) {
        if (other.owner !== owner || other.side === side || other.id === id) continue
        if (other.limit === null || (other.stage !== 'active' && other.stage !== 'inAuction')) continue
        if (best?.limit == null || crosses(side, best.limit, other.limit)) best = other
      }
      return best?.limit == null ? null : { limit: best.limit, isFirst: best.ahead === 0 }
    },
    nextLapseAt: () => read().nextLapseAt,
    get size() {
      return orders.size
    },
  }
}
