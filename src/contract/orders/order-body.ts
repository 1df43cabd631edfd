import { hasPrice, hasTrigger } from '../../domain/orders/order.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import type { BodyOf } from '../call-types.ts'
import type { createBracket } from './brackets.ts'
import type { previewOrders } from './order-preview.ts'
import type { placeOrderDirect } from './orders.ts'

type OrderBody = BodyOf<typeof placeOrderDirect>
type PreviewedBody = BodyOf<typeof previewOrders>['orders'][number]
type BracketBody = BodyOf<typeof createBracket>

const commonOf = (draft: OrderDraft): PreviewedBody => ({
  sym: draft.instrument,
  transactionType: draft.side === 'buy' ? 'BUY' : 'SELL',
  orderType: draft.orderType,
  product: draft.product,
  variety: draft.variety,
  quantity: draft.quantity,
  ...(hasPrice(draft.orderType) && draft.price !== null ? { price: draft.price } : {}),
  ...(hasTrigger(draft.orderType) && draft.triggerPrice !== null ? { triggerPrice: draft.triggerPrice } : {}),
  validity: draft.validity,
  ...(draft.validity === 'TTL' && draft.validityTtl !== null ? { validityTtl: draft.validityTtl } : {}),
  disclosedQuantity: draft.disclosedQuantity,
  ...(draft.isReduceOnly === true ? { reduceOnly: true } : {}),
})

/** Slicing does nothing within the freeze quantity, and the slices were shown before confirmation. */
export const toOrderBody = (draft: OrderDraft, clientOrderId: string): OrderBody => ({
  clientOrderId,
  ...commonOf(draft),
  autoslice: true,
  tag: draft.tag,
  algoUuid: draft.algoUuid,
})

export const toPreviewedOrder = (draft: OrderDraft): PreviewedBody => commonOf(draft)

export const toBracketBody = (draft: OrderDraft, clientOrderId: string): BracketBody | null =>
  draft.stop === null && draft.target === null
    ? null
    : {
        clientOrderId,
        sym: draft.instrument,
        product: draft.product,
        ...(draft.stop === null ? {} : { stop: draft.stop }),
        ...(draft.target === null ? {} : { target: draft.target }),
      }
