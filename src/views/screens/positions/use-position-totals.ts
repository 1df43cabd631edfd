import { useCallback, useMemo } from 'react'
import type { InstrumentId } from '../../../domain/instrument.ts'
import type { PositionEntry } from '../../../machines/books.ts'
import { useConsole } from '../../kit/console.tsx'
import { useLiveTotals } from '../../kit/use-live-totals.ts'
import { isCurrent } from '../../kit/use-quote.ts'
import { totalsOfPositions } from './position-row.ts'

/** Follows the prices of all positions, four times a second at most. `isStale` where one of them is not current. */
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
