import type { OrderDraft } from '../domain/order-draft.ts'
import type { createBracket } from './brackets.ts'
import type { BodyOf } from './call-types.ts'
import type { previewOrders } from './order-preview.ts'
import type { placeOrderDirect } from './orders.ts'

type OrderBody = BodyOf<typeof placeOrderDirect>
type PreviewedBody = BodyOf<typeof previewOrders>['orders'][number]
type BracketBody = BodyOf<typeof createBracket>

const hasPrice = ({ orderType }: OrderDraft): boolean => orderType === 'LIMIT' || orderType === 'SL'
const hasTrigger = ({ orderType }: OrderDraft): boolean => orderType === 'SL' || orderType === 'SL-M'

/** What placing and previewing an order have in common: prices only where the type has them. */
const commonOf = (draft: OrderDraft): PreviewedBody => ({
  sym: draft.instrument,
  transactionType: draft.side === 'buy' ? 'BUY' : 'SELL',
  orderType: draft.orderType,
  product: draft.product,
  variety: draft.variety,
  quantity: draft.quantity,
  ...(hasPrice(draft) && draft.price !== null ? { price: draft.price } : {}),
  ...(hasTrigger(draft) && draft.triggerPrice !== null ? { triggerPrice: draft.triggerPrice } : {}),
  validity: draft.validity,
  ...(draft.validity === 'TTL' && draft.validityTtl !== null ? { validityTtl: draft.validityTtl } : {}),
  disclosedQuantity: draft.disclosedQuantity,
  ...(draft.isReduceOnly === true ? { reduceOnly: true } : {}),
})

/**
 * A draft as it is sent, under the name this browser gave it. Slicing is always allowed: it does nothing within the
 * freeze quantity, and the slices were shown before the order was confirmed.
 */
export const toOrderBody = (draft: OrderDraft, clientOrderId: string): OrderBody => ({
  clientOrderId,
  ...commonOf(draft),
  autoslice: true,
  tag: draft.tag,
  algoUuid: draft.algoUuid,
})

/** A draft as it is previewed: without a name, since nothing is placed. */
export const toPreviewedOrder = (draft: OrderDraft): PreviewedBody => commonOf(draft)

/** Stop and target of an order that is about to be placed; null when it has neither. */
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
