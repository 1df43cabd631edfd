import type { BodyOf } from '../../contract/call-types.ts'
import { toPreviewedOrder } from '../../contract/orders/order-body.ts'
import { PREVIEWED_MAX, previewOrders } from '../../contract/orders/order-preview.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import type { SeenOrder } from '../../domain/orders/order-doubt.ts'
import type { OrderPreviewAnswer } from '../../machines/orders/order-placement.ts'
import type { OrdersPreview } from '../../machines/shell/palette-preview.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { hedgesToTry } from './hedges-to-try.ts'
import type { PreviewedLists } from './previewed-lists.ts'

export const ANSWER_KEPT_MS = 1_000

export interface OrderPreviewPorts {
  readonly http: HttpClient
  readonly previewed: PreviewedLists
  readonly instruments: () => InstrumentIndex | null
  /** Monotonic milliseconds. */
  readonly ticks: () => number
}

type PreviewBody = BodyOf<typeof previewOrders>

export const createOrderPreview = ({ http, ticks, previewed, instruments }: OrderPreviewPorts) => {
  let kept: { readonly key: string; readonly at: number; readonly answer: OrderPreviewAnswer } | null = null

  return async (orders: readonly SeenOrder[], signal: AbortSignal): Promise<OrdersPreview> => {
    const drafts = orders.slice(0, PREVIEWED_MAX).map(({ draft }) => draft)
    const body: PreviewBody = {
      orders: drafts.map(toPreviewedOrder),
      hedges: hedgesToTry(drafts, instruments()),
    }
    const key = JSON.stringify([body, previewed.generation()])
    if (kept?.key === key && ticks() - kept.at <= ANSWER_KEPT_MS)
      return { kind: 'orders', orders, answer: kept.answer }
    const answer = await http.call(previewOrders, { body, signal })
    kept = { key, at: ticks(), answer }
    previewed.note(
      orders.map(({ draft }) => draft),
      answer.instrumentsVersion,
    )
    return { kind: 'orders', orders, answer }
  }
}
