import type { Environment } from '../../commands/environment.ts'
import type { CommandCall } from '../../commands/registry.ts'
import { changeSince, type SeenOrder, type SeenQuote, whyAsk } from '../../domain/orders/order-doubt.ts'
import type { Dispatch } from '../../machines/requests.ts'
import type { OrdersPreview, Preview } from '../../machines/shell/palette-preview.ts'
import { type ResolvedCall, resolveCall } from '../resolved-call.ts'
import type { OrderJudge, ReadLine } from './judging.ts'
import { quotesOf, readOrders, withQuotes } from './orders-of-call.ts'

const ordersIn = (preview: Preview | null): readonly SeenOrder[] =>
  preview?.kind === 'orders' ? preview.orders : []

/** A price that follows the market stays as previewed, so that a limit made from it never fills worse. */
/** `whyNothingIsSent` holds for orders, and not for the kill switch. */
export const createOrderJudge = (whyNothingIsSent: () => string | null): OrderJudge => {
  let lastRead = { line: null as string | null, quotes: new Map<string, SeenQuote>() }

  const asShown = (here: Environment, { line, preview }: ReadLine): Environment => {
    const read = line !== null && lastRead.line === line ? lastRead.quotes : []
    return withQuotes(here, new Map([...read, ...quotesOf(ordersIn(preview))]))
  }
  const resolve = (call: CommandCall, here: Environment): ResolvedCall => resolveCall(call, here, readOrders)
  const withShown = (here: Environment, orders: readonly SeenOrder[]): Environment =>
    withQuotes(here, quotesOf(orders))

  return {
    resolve,
    withShown,
    readIn(here, { line, preview }) {
      const quotes = new Map<string, SeenQuote>()
      lastRead = { line, quotes }
      const there = withShown(here, ordersIn(preview))
      return {
        ...there,
        quoteOf: (instrument) => {
          const quote = there.quoteOf?.(instrument) ?? null
          if (quote !== null) quotes.set(instrument, quote)
          return quote
        },
      }
    },
    judge(call, here, line) {
      const shown = resolve(call, asShown(here, line))
      if (!isSent(shown)) return { ...shown, reason: null }
      const now = resolve(call, here)
      const isModified = shown.ordersAre === 'modified'
      const preview = line.readPreview?.kind === 'orders' ? line.readPreview : null
      const reason = whyAsk({
        orders: shown.orders,
        now: now.orders,
        // The server previews no modification.
        previewed: isModified ? shown.orders : (preview?.orders ?? null),
        refusal: isModified || preview === null ? null : refusalIn(preview),
        preference: isModified ? 'never' : here.preferences.confirmOrders,
      })
      return { ...(reason === null || now.orders.length === 0 ? shown : now), reason }
    },
    changeSince(shown, here) {
      const again = resolve(shown.call, withShown(here, shown.orders))
      const now = resolve(shown.call, here)
      const change = changeSince({ shown: shown.orders, again: again.orders, now: now.orders })
      return change === null ? null : { change, now: now.orders.length === 0 ? again : now }
    },
    whyNotSent: (dispatches) => (dispatches.some(isToServer) ? whyNothingIsSent() : null),
  }
}

const isToServer = ({ to }: Dispatch): boolean => to === 'placements' || to === 'orderActions'

const isSent = ({ ordersAre }: ResolvedCall): boolean => ordersAre === 'placed' || ordersAre === 'modified'

const refusalIn = ({ answer }: OrdersPreview): string | null => {
  const refusal = answer.orders.find((one) => one.refusal !== null)?.refusal ?? null
  return refusal === null ? null : `It would be rejected: ${refusal.message}`
}
