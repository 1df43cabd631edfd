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
  /** A later price that waits for another tick; null when there is none. */
  readonly heldPrice: number | null
}

/** The live price, or what the server answered last while nothing live is known. */
export function usePrice(id: InstrumentId): ShownPrice | null {
  const quote = useQuote(id)
  const row = useSnapshot('prices', ({ context }) => context.rows.find(({ key }) => key === id) ?? null)
  if (quote !== null) {
    const { lastPrice, closePrice, timestamp, mark, heldPrice } = quote
    return { lastPrice, closePrice, asOf: timestamp, mark, heldPrice }
  }
  if (row === null) return null
  const { lastPrice, closePrice, asOf } = row
  return { lastPrice, closePrice, asOf, mark: 'silent', heldPrice: null }
}

/** Why a price cannot be trusted: it is of a time that is gone, or a later one is too far off to be believed. */
export type PriceDoubt =
  | { readonly kind: 'stale'; readonly since: number }
  | { readonly kind: 'held'; readonly price: number }

/** Null for a price that can be trusted, or where none is known. */
export const doubtOf = (price: Pick<ShownPrice, 'mark' | 'asOf' | 'heldPrice'> | null): PriceDoubt | null => {
  if (price === null) return null
  const { mark, asOf, heldPrice } = price
  if (mark === 'doubtful' && heldPrice !== null) return { kind: 'held', price: heldPrice }
  return mark === 'silent' || mark === 'old' ? { kind: 'stale', since: asOf } : null
}

/** Whether figures made of this price may be shown as those of now: it is known, and nothing speaks against it. */
export const isCurrent = (quote: BookQuote | null): boolean => quote !== null && doubtOfQuote(quote) === null

export const doubtOfQuote = (quote: BookQuote | null): PriceDoubt | null =>
  doubtOf(quote === null ? null : { ...quote, asOf: quote.timestamp })
