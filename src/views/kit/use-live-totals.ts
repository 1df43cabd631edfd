import { useMemo, useSyncExternalStore } from 'react'
import type { InstrumentId } from '../../domain/instrument.ts'
import type { QuoteBook } from '../../market/quote-book.ts'
import { useConsole } from './console.tsx'

/** Sums over many prices are made anew at most this often. */
const TOTALS_MS = 250

type PriceOf = (instrument: InstrumentId) => number | null

/**
 * What `sum` makes of the prices of these instruments, at most four times a second. `sum` and the list are to be the
 * same ones until they mean something else: each new one watches anew.
 */
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
      // A price that is watched anew is not current until it has been heard of: nobody is woken for that.
      note()
      return () => {
        if (timer !== null) clearTimeout(timer)
        for (const end of undo) end()
      }
    },
  }
}
