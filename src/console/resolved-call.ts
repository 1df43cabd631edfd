import type { Environment } from '../commands/environment.ts'
import { type CommandCall, dispatchesOf, titleOfCall } from '../commands/registry.ts'
import type { SeenOrder } from '../domain/orders/order-doubt.ts'
import type { Dispatch } from '../machines/requests.ts'

export interface OrdersOfCall {
  readonly orders: readonly SeenOrder[]
  readonly ordersAre: 'placed' | 'modified' | 'addedToBasket' | null
}

/** A call with all that its preview, its confirmation and Enter need: what was shown is what is sent. */
export interface ResolvedCall extends OrdersOfCall {
  readonly call: CommandCall
  readonly title: string
  /** Empty if an argument is missing. */
  readonly dispatches: readonly Dispatch[]
}

export type ReadOrders = (
  resolved: Pick<ResolvedCall, 'call' | 'dispatches'>,
  here: Environment,
) => OrdersOfCall

export const resolveCall = (call: CommandCall, here: Environment, readOrders: ReadOrders): ResolvedCall => {
  const dispatches = dispatchesOf(call, here)
  return { call, title: titleOfCall(call, here), dispatches, ...readOrders({ call, dispatches }, here) }
}
