import type { BodyOf, ReplyOf } from '../../../contract/call-types.ts'
import { previewOrders } from '../../../contract/orders/order-preview.ts'
import { createRequestMachine } from '../../request.ts'

declare module '../../requests.ts' {
  interface Machines {
    readonly legsMargin: typeof legsMarginMachine
  }
}

export type LegsMarginInput = BodyOf<typeof previewOrders>

/** Margin and charges of entering the legs in the builder at the prices of now. */
export const legsMarginMachine = createRequestMachine<LegsMarginInput, ReplyOf<typeof previewOrders>>({
  id: 'legsMargin',
  failure: previewOrders.failure,
  isQuiet: true,
})
