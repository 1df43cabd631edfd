import { useCallback, useMemo } from 'react'
import { type DayPnl, dayPnlOf, type PricedRun } from '../../../../domain/deployments/live-pnl.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { useConsole } from '../../../kit/console.tsx'
import { useLiveTotals } from '../../../kit/hooks/use-live-totals.ts'
import { isCurrent } from '../../../kit/hooks/use-quote.ts'

export interface LiveDayPnl extends DayPnl {
  /** One price of what is held is not current. */
  readonly isStale: boolean
}

/** At most four updates a second. `runs` must be stable. */
export const useDayPnl = (runs: readonly PricedRun[]): LiveDayPnl => {
  const { quotes } = useConsole()
  const held = useMemo(
    () => runs.filter(({ quantity }) => quantity !== 0).map(({ contract }) => contract),
    [runs],
  )
  const sum = useCallback(
    (priceOf: (contract: InstrumentId) => number | null) => ({
      ...dayPnlOf(runs, priceOf),
      isStale: !held.every((contract) => isCurrent(quotes.quote(contract))),
    }),
    [runs, held, quotes],
  )
  return useLiveTotals(held, sum)
}
