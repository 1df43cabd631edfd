import type { Environment } from '../../commands/environment.ts'
import type { CommandCall } from '../../commands/registry.ts'
import type { Doubt, SeenOrder } from '../../domain/orders/order-doubt.ts'
import type { Preview } from '../../machines/shell/palette-preview.ts'
import type { OrdersOf } from './orders-of-call.ts'

export interface Judged {
  readonly orders: readonly SeenOrder[]
  readonly doubt: Doubt | null
}

export interface ReadLine {
  readonly line: string | null
  readonly preview: Preview | null
}

export interface JudgedLine extends ReadLine {
  /** Null until the preview has been on screen long enough to be read. */
  readonly readPreview: Preview | null
}

export interface OrderJudge {
  ordersOf(call: CommandCall, here: Environment): OrdersOf
  /** Orders that follow the market keep the quotes they were shown with. */
  sentIn(here: Environment, orders: readonly SeenOrder[]): Environment
  /** Remembers the quotes it gives to the rows of the open line as shown. */
  readIn(here: Environment, line: ReadLine): Environment
  judge(call: CommandCall, here: Environment, line: JudgedLine): Judged
  /** `asked` are the orders of the open confirmation. Null if they only go into the basket. */
  judgeAgain(call: CommandCall, here: Environment, asked: readonly SeenOrder[]): Judged | null
}

export const noOrders: OrderJudge = {
  ordersOf: () => ({ orders: [], isPlaced: false }),
  sentIn: (here) => here,
  readIn: (here) => here,
  judge: () => ({ orders: [], doubt: null }),
  judgeAgain: () => null,
}
