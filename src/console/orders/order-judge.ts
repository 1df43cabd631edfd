import type { Environment } from '../../commands/environment.ts'
import type { CommandCall } from '../../commands/registry.ts'
import { doubtAbout, doubtSince, type SeenOrder, type SeenQuote } from '../../domain/orders/order-doubt.ts'
import type { OrdersPreview, Preview } from '../../machines/shell/palette-preview.ts'
import type { Judged, OrderJudge, ReadLine } from './judging.ts'
import { modifiedOrdersOf, ordersOf, quotesOf, withQuotes } from './orders-of-call.ts'

const ordersIn = (preview: Preview | null): readonly SeenOrder[] =>
  preview?.kind === 'orders' ? preview.orders : []

interface Meant extends Pick<Judged, 'orders'> {
  readonly isSent: boolean
  readonly isModified: boolean
}

const meantBy = (call: CommandCall, here: Environment): Meant => {
  const { orders, isPlaced } = ordersOf(call, here)
  return orders.length > 0
    ? { orders, isSent: isPlaced, isModified: false }
    : { orders: modifiedOrdersOf(call, here), isSent: true, isModified: true }
}

/** A price that follows the market stays as previewed, so that a limit made from it never fills worse. */
export const createOrderJudge = (): OrderJudge => {
  let lastRead = { line: null as string | null, quotes: new Map<string, SeenQuote>() }

  const asShown = (here: Environment, { line, preview }: ReadLine): Environment => {
    const read = line !== null && lastRead.line === line ? lastRead.quotes : []
    return withQuotes(here, new Map([...read, ...quotesOf(ordersIn(preview))]))
  }

  return {
    ordersOf,
    sentIn: (here, orders) => withQuotes(here, quotesOf(orders)),
    readIn(here, { line, preview }) {
      const quotes = new Map<string, SeenQuote>()
      lastRead = { line, quotes }
      const there = withQuotes(here, quotesOf(ordersIn(preview)))
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
      const { orders: meant, isSent, isModified } = meantBy(call, asShown(here, line))
      if (!isSent || meant.length === 0) return { orders: meant, doubt: null }
      const now = meantBy(call, here).orders
      const shown = line.readPreview?.kind === 'orders' ? line.readPreview : null
      const doubt = isModified
        ? doubtAbout({ orders: meant, now, seen: meant, refusal: null, preference: 'never' })
        : doubtAbout({
            orders: meant,
            now,
            seen: shown?.orders ?? null,
            refusal: shown === null ? null : refusalIn(shown),
            preference: here.preferences.confirmOrders,
          })
      return { orders: doubt === null || now.length === 0 ? meant : now, doubt }
    },
    judgeAgain(call, here, asked) {
      const { orders: meant, isSent } = meantBy(call, withQuotes(here, quotesOf(asked)))
      if (!isSent) return null
      const now = meantBy(call, here).orders
      const doubt = doubtSince({ orders: meant, now, asked })
      return { orders: doubt === null || now.length === 0 ? meant : now, doubt }
    },
  }
}

const refusalIn = ({ answer }: OrdersPreview): string | null => {
  const refusal = answer.orders.find((one) => one.refusal !== null)?.refusal ?? null
  return refusal === null ? null : `It would be rejected: ${refusal.message}`
}
