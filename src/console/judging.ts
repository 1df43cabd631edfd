import type { Environment } from '../commands/environment.ts'
import type { CommandCall } from '../commands/registry.ts'
import type { Doubt, SeenOrder } from '../domain/order-doubt.ts'
import type { Preview } from '../machines/palette-preview.ts'
import type { OrdersOf } from './seen-orders.ts'

/** What Enter would send, and what speaks against it. */
export interface Judged {
  readonly orders: readonly SeenOrder[]
  readonly doubt: Doubt | null
}

export interface ReadLine {
  /** Null of an act that no line on screen has shown. */
  readonly line: string | null
  readonly preview: Preview | null
}

export interface JudgedLine extends ReadLine {
  /** What is previewed and has been there long enough to be read. */
  readonly readPreview: Preview | null
}

export interface OrderJudge {
  ordersOf(call: CommandCall, here: Environment): OrdersOf
  /** The market in which orders were shown, for those that follow it. */
  sentIn(here: Environment, orders: readonly SeenOrder[]): Environment
  /** What the rows of the open line are to be read with. It is remembered as shown. */
  readIn(here: Environment, line: ReadLine): Environment
  /** Of a row of the open line. */
  judge(call: CommandCall, here: Environment, line: JudgedLine): Judged
  /** Of an act that has been asked about; null where it sends nothing that has a price. */
  judgeAgain(call: CommandCall, here: Environment, asked: readonly SeenOrder[]): Judged | null
}

/** Until trading has been loaded no command orders anything. */
export const noOrders: OrderJudge = {
  ordersOf: () => ({ orders: [], isPlaced: false }),
  sentIn: (here) => here,
  readIn: (here) => here,
  judge: () => ({ orders: [], doubt: null }),
  judgeAgain: () => null,
}
