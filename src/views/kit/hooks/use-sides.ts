import { useCallback, useSyncExternalStore } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { BookSides } from '../../../market/quotes/quote-book.ts'
import { useConsole } from '../console.tsx'

/** Rupees; null if that side of the book is empty or unknown. */
export function useBest(id: InstrumentId, side: keyof BookSides): number | null {
  const { quotes } = useConsole()
  const subscribe = useCallback((wake: () => void) => quotes.watchSides(id, wake), [quotes, id])
  return useSyncExternalStore(subscribe, () => {
    const price = quotes.sides(id)?.[side] ?? 0
    return price > 0 ? price : null
  })
}
