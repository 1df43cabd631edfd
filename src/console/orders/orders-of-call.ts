import { seenOrder } from '../../commands/catalogue/orders/order-sense.ts'
import type { Environment } from '../../commands/environment.ts'
import { type CommandCall, dispatchesOf } from '../../commands/registry.ts'
import type { SeenOrder, SeenQuote } from '../../domain/orders/order-doubt.ts'
import { type OrderDraft, plainDraft } from '../../domain/orders/order-draft.ts'
import { orderTypeOf } from '../../domain/orders/resolve-order.ts'
import type { Dispatch } from '../../machines/requests.ts'

export interface OrdersOf {
  readonly orders: readonly SeenOrder[]
  /** False if they only go into the basket. */
  readonly isPlaced: boolean
}

export const ordersOf = (call: CommandCall, here: Environment): OrdersOf => {
  const dispatches = dispatchesOf(call, here)
  const placed = dispatches.flatMap(placedBy)
  const drafts = placed.length > 0 ? placed : dispatches.flatMap(addedBy)
  const isRelative = hasRelativePrice(call)
  return {
    orders: drafts.map((draft) => seenOrder(draft, isRelative, here)),
    isPlaced: placed.length > 0,
  }
}

export const modifiedOrdersOf = (call: CommandCall, here: Environment): readonly SeenOrder[] =>
  dispatchesOf(call, here)
    .flatMap((dispatch) => modifiedBy(dispatch, here))
    .map((draft) => seenOrder(draft, hasRelativePrice(call), here))

export const withQuotes = (here: Environment, shown: ReadonlyMap<string, SeenQuote>): Environment =>
  shown.size === 0
    ? here
    : {
        ...here,
        quoteOf: (instrument) => shown.get(instrument) ?? here.quoteOf?.(instrument) ?? null,
      }

export const quotesOf = (orders: readonly SeenOrder[]): ReadonlyMap<string, SeenQuote> =>
  new Map(
    orders.flatMap(({ draft, quote, followsMarket }) =>
      quote === null || !followsMarket ? [] : [[draft.instrument, quote] as const],
    ),
  )

const placedBy = ({ event }: Dispatch): readonly OrderDraft[] =>
  event.type === 'order.place' ? [event.draft] : []

const addedBy = ({ event }: Dispatch): readonly OrderDraft[] =>
  event.type === 'basket.add' ? event.drafts : []

const modifiedBy = ({ event }: Dispatch, { orders = [] }: Environment): readonly OrderDraft[] => {
  if (event.type !== 'order.modify') return []
  const order = orders.find(({ orderId }) => orderId === event.orderId)
  if (order === undefined) return []
  const { change } = event
  const price = change.price ?? (order.price > 0 ? order.price : null)
  const triggerPrice = change.triggerPrice ?? (order.triggerPrice > 0 ? order.triggerPrice : null)
  const { instrument, side, product } = order
  return [
    plainDraft({
      ...{ instrument, side, product, price, triggerPrice },
      quantity: (change.quantity ?? order.quantity) - order.filledQuantity,
      orderType: change.orderType ?? orderTypeOf(price, triggerPrice),
    }),
  ]
}

/** `@ask` or `@ltp+0.5`. */
const hasRelativePrice = ({ args }: CommandCall): boolean => {
  const price = (args as { readonly price?: unknown }).price
  const kind = typeof price === 'object' && price !== null ? (price as { kind?: unknown }).kind : undefined
  return kind !== undefined && kind !== 'rupees'
}
