import type { Environment } from '../commands/environment.ts'
import { titleOf } from '../commands/grammar/instrument.ts'
import { type CommandCall, dispatchesOf } from '../commands/registry.ts'
import type { SeenOrder } from '../domain/order-doubt.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import type { Dispatch } from '../machines/events.ts'

/** Rupees, of an instrument the list does not know. */
const USUAL_TICK = 0.05

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

const placedBy = ({ event }: Dispatch): readonly OrderDraft[] =>
  event.type === 'order.place' ? [event.draft] : []

const addedBy = ({ event }: Dispatch): readonly OrderDraft[] =>
  event.type === 'basket.add' ? event.drafts : []

/** `@ask`, `@ltp+0.5`: a price made of what the market shows. */
const hasRelativePrice = ({ args }: CommandCall): boolean => {
  const price = (args as { readonly price?: unknown }).price
  const kind = typeof price === 'object' && price !== null ? (price as { kind?: unknown }).kind : undefined
  return kind !== undefined && kind !== 'rupees'
}

const seenOrder = (draft: OrderDraft, isRelative: boolean, here: Environment): SeenOrder => {
  const quote = here.quoteOf?.(draft.instrument) ?? null
  const instrument = here.instruments?.find(draft.instrument) ?? null
  return {
    draft,
    symbol: titleOf(draft.instrument, here.instruments),
    followsMarket: isRelative || draft.orderType === 'MARKET',
    lastPrice: quote?.lastPrice ?? null,
    isTrusted: quote?.isTrusted ?? false,
    tickSize: instrument?.tickSize ?? USUAL_TICK,
  }
}
