import type { CandleSource } from '../domain/candle.ts'
import type { SeenOrder } from '../domain/order-doubt.ts'
import type { ProgramCost } from '../domain/program-cost.ts'
import type { IstDate } from '../domain/time.ts'
import type { OrderPreviewAnswer } from './order-placement.ts'

/** What a backtest would go over, before Enter. */
export interface BacktestPreview {
  readonly kind: 'backtest'
  readonly instruments: number
  readonly rows: number
  readonly firstDay: IstDate | null
  readonly lastDay: IstDate | null
  readonly source: CandleSource | 'mixed' | null
  /** Days cut off the span because the interval allows fewer; null when nothing is cut. */
  readonly cutDays: number | null
  /** The span is longer than its interval allows, and run whole. */
  readonly isLimitLifted: boolean
  readonly estimateMs: number
  /** What the conditions take; null where the engine will refuse them. */
  readonly cost: ProgramCost | null
}

/** What orders would need, cost and change, by the server, before Enter. */
export interface OrdersPreview {
  readonly kind: 'orders'
  readonly orders: readonly SeenOrder[]
  readonly answer: OrderPreviewAnswer
  /** Whether Enter places them: false for those that only go to the basket. */
  readonly isPlaced: boolean
}

export type Preview = BacktestPreview | OrdersPreview

export interface PreviewAsk<Call> {
  readonly line: string
  readonly caret: number
  /** Place of the chosen row. */
  readonly chosen: number
  /** What is being asked about, whatever the line says. */
  readonly call: Call | null
}
