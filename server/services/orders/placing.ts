import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { placeOrder } from '../../../src/contract/orders/orders.ts'
import type { Order } from '../../broker/account.ts'
import type { Broker } from '../../broker/broker.ts'
import type { User, UserId } from '../../user.ts'
import { orderOf } from './order-refusals.ts'
import { type TicketBody, toTicket } from './order-tickets.ts'
import type { PreviewParts } from './preview.ts'

type Placed = ReplyOf<typeof placeOrder>

const slicesOf = async (broker: Broker, user: User, first: Order): Promise<Placed['children']> => {
  const { orders } = await broker.accountOf(user.id)
  const rest = [...orders.values()].filter(({ parentId }) => parentId === first.id)
  if (rest.length === 0) return []
  return [first, ...rest].map(({ id, status, statusMessage }) => ({
    orderId: id,
    status,
    message: statusMessage ?? '',
  }))
}

export const createPlacing = ({ broker, termsFor }: Pick<PreviewParts, 'broker' | 'termsFor'>) => {
  const placing = new Map<UserId, Set<Promise<Placed>>>()

  const send = async (user: User, body: TicketBody): Promise<Placed> => {
    // Before loading the instrument list, which may take a while.
    broker.refuseBeforeStart()
    const terms = await termsFor(body.sym)
    const ticket = toTicket(body, terms.id)
    const { instrumentsVersion: listVersion } = body
    const intent = { ticket, terms, placedBy: 'user' as const }
    const { order, isRepeat } = orderOf(
      await broker.place(user.id, listVersion === undefined ? intent : { ...intent, listVersion }),
    )
    const isSliced = body.autoslice && body.quantity > terms.freezeQuantity
    return {
      orderId: order.id,
      clientOrderId: order.clientOrderId,
      status: order.status,
      isRepeat,
      children: isSliced ? await slicesOf(broker, user, order) : [],
    }
  }

  return {
    /** Resolves once the order is logged; the exchange's reply appears in the order book. */
    place(user: User, body: TicketBody): Promise<Placed> {
      const placed = send(user, body)
      const own = placing.get(user.id) ?? new Set()
      placing.set(user.id, own.add(placed))
      return placed.finally(() => {
        own.delete(placed)
        if (own.size === 0) placing.delete(user.id)
      })
    },

    /** Resolves once all orders sent until now are logged or refused: to cancel or exit all waits for it. */
    answered: (owner: UserId) => Promise.allSettled(placing.get(owner) ?? []),
  }
}
