import { seenOrder } from '../../commands/catalogue/orders/order-sense.ts'
import type { Environment } from '../../commands/environment.ts'
import type { CommandCall } from '../../commands/registry.ts'
import type { SeenOrder, SeenQuote } from '../../domain/orders/order-doubt.ts'
import { type OrderDraft, plainDraft } from '../../domain/orders/order-draft.ts'
import { orderTypeOf } from '../../domain/orders/resolve-order.ts'
import type { Dispatch } from '../../machines/requests.ts'
import type { ReadOrders } from '../resolved-call.ts'

export const readOrders: ReadOrders = ({ call, dispatches }, here) => {
  const isRelative = hasRelativePrice(call)
  for (const [ordersAre, draftsOf] of kinds) {
    const drafts = dispatches.flatMap((dispatch) => draftsOf(dispatch, here))
    if (drafts.length > 0)
      return { orders: drafts.map((draft) => seenOrder(draft, isRelative, here)), ordersAre }
  }
  return { orders: [], ordersAre: null }
}

export const withQuotes = (here: Environment, shown: ReadonlyMap<string, SeenQuote>): Environment =>
  shown.size === 0
    ? here
    : {
        ...here,
        quoteNow: here.quoteNow ?? here.quoteOf,
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

const kinds = [
  ['placed', placedBy],
  ['addedToBasket', addedBy],
  ['modified', modifiedBy],
] as const

/** `@ask` or `@ltp+0.5`. */
const hasRelativePrice = ({ args }: CommandCall): boolean => {
  const price = (args as { readonly price?: unknown }).price
  const kind = typeof price === 'object' && price !== null ? (price as { kind?: unknown }).kind : undefined
  return kind !== undefined && kind !== 'rupees'
}
