import { useCallback, useSyncExternalStore } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { Freshness } from '../../../domain/quotes/quote-age.ts'
import type { BookQuote } from '../../../market/quotes/quote-book.ts'
import { useConsole, useSnapshot } from '../console.tsx'

/** Watching also subscribes. */
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

/** Rupees, of the session before; null until known. A moving price renders nothing again. */
export function useClose(id: InstrumentId): number | null {
  const { quotes } = useConsole()
  const subscribe = useCallback((wake: () => void) => quotes.watch(id, wake), [quotes, id])
  return useSyncExternalStore(subscribe, () => quotes.quote(id)?.closePrice ?? null)
}

export interface ShownPrice {
  readonly lastPrice: number
  readonly closePrice: number
  /** Market time. */
  readonly asOf: number
  readonly freshness: Freshness
  /** Later price that awaits confirmation by another tick; null if there is none. */
  readonly unconfirmedPrice: number | null
}

/** Falls back to the server's last answer. */
export function usePrice(id: InstrumentId): ShownPrice | null {
  const quote = useQuote(id)
  const row = useSnapshot('prices', ({ context }) => context.rows.find(({ key }) => key === id) ?? null)
  if (quote !== null) {
    const { lastPrice, closePrice, timestamp, freshness, unconfirmedPrice } = quote
    return { lastPrice, closePrice, asOf: timestamp, freshness, unconfirmedPrice }
  }
  if (row === null) return null
  const { lastPrice, closePrice, asOf } = row
  return { lastPrice, closePrice, asOf, freshness: 'noData', unconfirmedPrice: null }
}

/** `held`: a later price that is not plausible until confirmed. */
export type PriceDoubt =
  | { readonly kind: 'stale'; readonly since: number }
  | { readonly kind: 'held'; readonly price: number }

/** Null for a current price, and if no price is known. */
export const doubtOf = (
  price: Pick<ShownPrice, 'freshness' | 'asOf' | 'unconfirmedPrice'> | null,
): PriceDoubt | null => {
  if (price === null) return null
  const { freshness, asOf, unconfirmedPrice } = price
  if (freshness === 'unconfirmed' && unconfirmedPrice !== null)
    return { kind: 'held', price: unconfirmedPrice }
  return freshness === 'noData' || freshness === 'stale' ? { kind: 'stale', since: asOf } : null
}

export const isCurrent = (quote: BookQuote | null): boolean => quote !== null && doubtOfQuote(quote) === null

export const doubtOfQuote = (quote: BookQuote | null): PriceDoubt | null =>
  doubtOf(quote === null ? null : { ...quote, asOf: quote.timestamp })
