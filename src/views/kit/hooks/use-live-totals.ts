import { useMemo, useSyncExternalStore } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { QuoteBook } from '../../../market/quotes/quote-book.ts'
import { useConsole } from '../console.tsx'

const TOTALS_MS = 250

type PriceOf = (instrument: InstrumentId) => number | null

/** At most four times a second. `sum` and `instruments` must be stable: new ones subscribe again. */
export function useLiveTotals<Totals>(
  instruments: readonly InstrumentId[],
  sum: (priceOf: PriceOf) => Totals,
): Totals {
  const { quotes } = useConsole()
  const totals = useMemo(() => createTotals(quotes, instruments, sum), [quotes, instruments, sum])
  return useSyncExternalStore(totals.watch, totals.read)
}

const createTotals = <Totals>(
  quotes: QuoteBook,
  instruments: readonly InstrumentId[],
  sum: (priceOf: PriceOf) => Totals,
) => {
  let made = sum(quotes.lastPrice)
  return {
    read: () => made,
    watch(wake: () => void) {
      let timer: ReturnType<typeof setTimeout> | null = null
      const remake = () => {
        timer = null
        made = sum(quotes.lastPrice)
        wake()
      }
      const note = () => {
        timer ??= setTimeout(remake, TOTALS_MS)
      }
      const undo = [...new Set(instruments)].map((instrument) => quotes.watch(instrument, note))
      // Subscribing makes a price not current without waking its watchers.
      note()
      return () => {
        if (timer !== null) clearTimeout(timer)
        for (const end of undo) end()
      }
    },
  }
}
