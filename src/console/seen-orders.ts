import { seenOrder } from '../commands/catalogue/order-sense.ts'
import type { Environment } from '../commands/environment.ts'
import { type CommandCall, dispatchesOf } from '../commands/registry.ts'
import type { SeenOrder, SeenQuote } from '../domain/order-doubt.ts'
import { type OrderDraft, plainDraft } from '../domain/order-draft.ts'
import { orderTypeOf } from '../domain/resolve-order.ts'
import type { Dispatch } from '../machines/events.ts'

export interface OrdersOf {
  readonly orders: readonly SeenOrder[]
  /** Whether they go to the exchange, and not only into the basket. */
  readonly isPlaced: boolean
}

/** The orders a call comes to at this moment, with the market they stand against. */
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

/** Open orders as a call would have them, with the market they stand against. */
export const modifiedOrdersOf = (call: CommandCall, here: Environment): readonly SeenOrder[] =>
  dispatchesOf(call, here)
    .flatMap((dispatch) => modifiedBy(dispatch, here))
    .map((draft) => seenOrder(draft, hasRelativePrice(call), here))

/** Prices are those that were shown where some were, and those of this moment otherwise. */
export const withQuotes = (here: Environment, shown: ReadonlyMap<string, SeenQuote>): Environment =>
  shown.size === 0
    ? here
    : {
        ...here,
        quoteOf: (instrument) => shown.get(instrument) ?? here.quoteOf?.(instrument) ?? null,
      }

/** What orders were shown against, of those that follow the market. */
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

/** `@ask`, `@ltp+0.5`: a price made of what the market shows. */
const hasRelativePrice = ({ args }: CommandCall): boolean => {
  const price = (args as { readonly price?: unknown }).price
  const kind = typeof price === 'object' && price !== null ? (price as { kind?: unknown }).kind : undefined
  return kind !== undefined && kind !== 'rupees'
}
