import { useCallback, useMemo } from 'react'
import type { InstrumentId } from '../../../domain/instrument.ts'
import type { PositionEntry } from '../../../machines/books.ts'
import { useLiveTotals } from '../../kit/use-live-totals.ts'
import { totalsOfPositions } from './position-row.ts'

/** Follows the prices of all positions, four times a second at most. */
export const usePositionTotals = (positions: readonly PositionEntry[]) => {
  const instruments = useMemo(
    () => positions.filter(({ quantity }) => quantity !== 0).map(({ sym }) => sym as InstrumentId),
    [positions],
  )
  const sum = useCallback(
    (priceOf: (instrument: InstrumentId) => number | null) => totalsOfPositions(positions, priceOf),
    [positions],
  )
  return useLiveTotals(instruments, sum)
}
