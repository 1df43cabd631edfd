import type { ProgramCost } from '../../domain/backtests/program-cost.ts'
import type { CandleSource } from '../../domain/charts/candle.ts'
import type { SeenOrder } from '../../domain/orders/order-doubt.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import type { IstDate } from '../../domain/time.ts'
import type { OrderPreviewAnswer } from '../orders/order-placement.ts'
import type { ScanReply } from '../scanners/scan.ts'

export interface BacktestPreview {
  readonly kind: 'backtest'
  readonly instruments: number
  readonly rows: number
  readonly firstDay: IstDate | null
  readonly lastDay: IstDate | null
  readonly source: CandleSource | 'mixed' | null
  /** Days cut off because the interval allows fewer; null for none. */
  readonly cutDays: number | null
  /** Longer than its interval allows, but run whole. */
  readonly isLimitLifted: boolean
  readonly estimateMs: number
  readonly cost: ProgramCost | null
}

export interface OrdersPreview {
  readonly kind: 'orders'
  readonly orders: readonly SeenOrder[]
  readonly answer: OrderPreviewAnswer
}

export interface ScanPreview {
  readonly kind: 'scan'
  readonly scan: Scan
  readonly result: ScanReply
}

export type Preview = BacktestPreview | OrdersPreview | ScanPreview

export interface PreviewRequest<Call> {
  readonly line: string
  readonly caret: number
  readonly chosen: number
  /** The act being confirmed, whatever the line says. */
  readonly call: Call | null
}
