import type * as z from 'zod/mini'
import { OrderUpdate, streamEvents } from '../../../src/contract/notifications/notifications.ts'
import type { OrderRow } from '../../../src/contract/orders/order-book-row.ts'
import { type FromWire, toWire } from '../../../src/contract/wire.ts'
import type { Order } from '../../broker/account.ts'
import type { Committed } from '../../broker/broker.ts'
import { publishNotices } from '../notifications/publish-notices.ts'
import type { StreamHub } from '../notifications/stream-hub.ts'
import type { OrderNotices } from './order-notices.ts'

const MOVES_POSITIONS = new Set(['order.filled', 'position.settled', 'position.converted', 'day.rolled'])

const symbolsOf = ({ order, account }: Committed): string[] =>
  order === null
    ? [...new Set([...account.positions.values()].map(({ terms }) => terms.id))]
    : [order.terms.id]

/** Called after the commit, in commit order. */
export const createOrderPublisher = ({
  hub,
  noticesOf,
  rowOf,
}: {
  readonly hub: StreamHub
  readonly noticesOf: OrderNotices
  readonly rowOf: (order: Order) => FromWire<z.output<typeof OrderRow>>
}) => {
  const publish = (one: Committed): void => {
    if (!hub.isListening(one.owner)) return
    if (one.order !== null)
      hub.publish(one.owner, {
        event: streamEvents.order,
        data: toWire(OrderUpdate, { order: rowOf(one.order) }),
      })
    if (MOVES_POSITIONS.has(one.kind))
      hub.publish(one.owner, { event: streamEvents.positions, data: { syms: symbolsOf(one) } })
    publishNotices(hub, one.owner, noticesOf(one))
  }

  return {
    publishCommitted: (committed: readonly Committed[]): void => {
      for (const one of committed) publish(one)
    },
  }
}
