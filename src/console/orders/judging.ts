import type { Environment } from '../../commands/environment.ts'
import type { CommandCall } from '../../commands/registry.ts'
import type { OrderChange, SeenOrder } from '../../domain/orders/order-doubt.ts'
import type { Dispatch } from '../../machines/requests.ts'
import type { Preview } from '../../machines/shell/palette-preview.ts'
import { type ReadOrders, type ResolvedCall, resolveCall } from '../resolved-call.ts'

export interface ReadLine {
  readonly line: string | null
  readonly preview: Preview | null
}

export interface JudgedLine extends ReadLine {
  /** Null until the preview has been on screen long enough to be read. */
  readonly readPreview: Preview | null
}

export interface Judged extends ResolvedCall {
  /** Why Enter asks first; null if it does not. */
  readonly reason: string | null
}

export type ShownCall = Pick<ResolvedCall, 'call' | 'orders'>

export interface Changed {
  readonly change: OrderChange
  readonly now: ResolvedCall
}

export interface OrderJudge {
  resolve(call: CommandCall, here: Environment): ResolvedCall
  /** Orders that follow the market keep the quotes they were shown with. */
  withShown(here: Environment, orders: readonly SeenOrder[]): Environment
  /** Remembers the quotes it gives to the rows of the open line as shown. */
  readIn(here: Environment, line: ReadLine): Environment
  judge(call: CommandCall, here: Environment, line: JudgedLine): Judged
  /** Null if nothing that the call depends on has changed since its orders were shown. */
  changeSince(shown: ShownCall, here: Environment): Changed | null
  /** Why its orders cannot be sent now; null if they can, or if it sends none. */
  whyNotSent(dispatches: readonly Dispatch[]): string | null
}

const withoutOrders: ReadOrders = () => ({ orders: [], ordersAre: null })

const plain = (call: CommandCall, here: Environment): ResolvedCall => resolveCall(call, here, withoutOrders)

export const noOrders: OrderJudge = {
  resolve: plain,
  withShown: (here) => here,
  readIn: (here) => here,
  judge: (call, here) => ({ ...plain(call, here), reason: null }),
  changeSince: () => null,
  whyNotSent: () => null,
}
