import type { Environment } from '../commands/environment.ts'
import type { CommandCall } from '../commands/registry.ts'
import { type Doubt, doubtAbout, doubtSince, type SeenOrder, type SeenQuote } from '../domain/order-doubt.ts'
import type { OrdersPreview, Preview } from '../machines/palette-preview.ts'
import { modifiedOrdersOf, ordersOf, quotesOf, withQuotes } from './seen-orders.ts'

/** What Enter would send, and what speaks against it. */
export interface Judged {
  readonly orders: readonly SeenOrder[]
  readonly doubt: Doubt | null
}

interface Line {
  /** Null of an act that no line on screen has shown. */
  readonly line: string | null
  readonly preview: Preview | null
}

interface JudgedLine extends Line {
  /** What is previewed and has been there long enough to be read. */
  readonly readPreview: Preview | null
}

const ordersIn = (preview: Preview | null): readonly SeenOrder[] =>
  preview?.kind === 'orders' ? preview.orders : []

/**
 * Holds what a line says of the market against the market of the moment of Enter. A price that follows the market
 * stands where it was shown: once previewed it moves no more, so that a limit made of it never fills worse.
 */
export const createOrderJudge = () => {
  /** What the line on screen was read with, by instrument. */
  let lastRead = { line: null as string | null, quotes: new Map<string, SeenQuote>() }

  /** The market as the rows of the line show it. */
  const asShown = (here: Environment, { line, preview }: Line): Environment => {
    const read = line !== null && lastRead.line === line ? lastRead.quotes : []
    return withQuotes(here, new Map([...read, ...quotesOf(ordersIn(preview))]))
  }

  return {
    ordersOf,
    /** The market in which orders were shown, for those that follow it. */
    sentIn: (here: Environment, orders: readonly SeenOrder[]): Environment =>
      withQuotes(here, quotesOf(orders)),
    /** What the rows of the open line are to be read with. It is remembered as shown. */
    readIn(here: Environment, { line, preview }: Line): Environment {
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
    /** Of a row of the open line. */
    judge(call: CommandCall, here: Environment, line: JudgedLine): Judged {
      const there = asShown(here, line)
      const { orders, isPlaced } = ordersOf(call, there)
      if (orders.length > 0 && !isPlaced) return { orders, doubt: null }
      const isModified = orders.length === 0
      const meant = isModified ? modifiedOrdersOf(call, there) : orders
      if (meant.length === 0) return { orders: [], doubt: null }
      const now = isModified ? modifiedOrdersOf(call, here) : ordersOf(call, here).orders
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
    /** Of an act that has been asked about; null where it sends nothing that has a price. */
    judgeAgain(call: CommandCall, here: Environment, asked: readonly SeenOrder[]): Judged | null {
      const there = withQuotes(here, quotesOf(asked))
      const { orders, isPlaced } = ordersOf(call, there)
      if (orders.length > 0 && !isPlaced) return null
      const isModified = orders.length === 0 && modifiedOrdersOf(call, there).length > 0
      const meant = isModified ? modifiedOrdersOf(call, there) : orders
      const now = isModified ? modifiedOrdersOf(call, here) : ordersOf(call, here).orders
      const doubt = doubtSince({ orders: meant, now, asked })
      return { orders: doubt === null || now.length === 0 ? meant : now, doubt }
    },
  }
}

export type OrderJudge = ReturnType<typeof createOrderJudge>

const refusalIn = ({ answer }: OrdersPreview): string | null => {
  const refusal = answer.orders.find((one) => one.refusal !== null)?.refusal ?? null
  return refusal === null ? null : `It would be refused: ${refusal.message}`
}
