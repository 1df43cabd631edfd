import { useCallback, useSyncExternalStore } from 'react'
import type { InstrumentId } from '../../domain/instrument.ts'
import type { QuoteMark } from '../../domain/quote-age.ts'
import type { BookQuote } from '../../market/quote-book.ts'
import { useConsole, useSnapshot } from './console.tsx'

/** Renders the calling cell again, and only that cell, when this instrument's quote changes. Watching subscribes. */
export function useQuote(id: InstrumentId): BookQuote | null {
  const { quotes } = useConsole()
  const subscribe = useCallback((wake: () => void) => quotes.watch(id, wake), [quotes, id])
  return useSyncExternalStore(subscribe, () => quotes.quote(id))
}

/** Rupees; null until a price is known. */
export function useLastPrice(id: InstrumentId): number | null {
  const { quotes } = useConsole()
  const subscribe = useCallback((wake: () => void) => quotes.watch(id, wake), [quotes, id])
  return useSyncExternalStore(subscribe, () => quotes.lastPrice(id))
}

export interface ShownPrice {
  readonly lastPrice: number
  readonly closePrice: number
  /** Market time. */
  readonly asOf: number
  readonly mark: QuoteMark
}

/** The live price, or what the server answered last while nothing live is known. */
export function usePrice(id: InstrumentId): ShownPrice | null {
  const quote = useQuote(id)
  const row = useSnapshot('prices', ({ context }) => context.rows.find(({ key }) => key === id) ?? null)
  if (quote !== null) {
    const { lastPrice, closePrice, timestamp, mark } = quote
    return { lastPrice, closePrice, asOf: timestamp, mark }
  }
  if (row === null) return null
  return { lastPrice: row.lastPrice, closePrice: row.closePrice, asOf: row.asOf, mark: 'silent' }
}

/** When a price that cannot be trusted was made; null for one that can. */
export const staleSince = ({ mark, asOf }: Pick<ShownPrice, 'mark' | 'asOf'>): number | null =>
  mark === 'silent' || mark === 'old' ? asOf : null
