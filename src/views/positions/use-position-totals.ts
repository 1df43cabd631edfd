import { useCallback, useMemo } from 'react'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { PositionEntry } from '../../machines/positions/books.ts'
import { useConsole } from '../kit/console.tsx'
import { useLiveTotals } from '../kit/hooks/use-live-totals.ts'
import { isCurrent } from '../kit/hooks/use-quote.ts'
import { totalsOfPositions } from './position-row.ts'

/** At most four updates per second. `isStale` if one price is not current. */
export const usePositionTotals = (positions: readonly PositionEntry[]) => {
  const { quotes } = useConsole()
  const instruments = useMemo(
    () => positions.filter(({ quantity }) => quantity !== 0).map(({ sym }) => sym as InstrumentId),
    [positions],
  )
  const sum = useCallback(
    (priceOf: (instrument: InstrumentId) => number | null) => ({
      ...totalsOfPositions(positions, priceOf),
      isStale: !instruments.every((instrument) => isCurrent(quotes.quote(instrument))),
    }),
    [positions, instruments, quotes],
  )
  return useLiveTotals(instruments, sum)
}
