import { useCallback, useEffect, useMemo } from 'react'
import { tagsByTrip } from '../../../domain/analysis/journal/past-entries.ts'
import type { Trip } from '../../../domain/analysis/performance.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import type { ListState } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'

export interface TripTags {
  /** Trips without a tag are not in it. */
  readonly byTrip: ReadonlyMap<number, readonly string[]>
  readonly state: ListState
}

const none: TripTags['byTrip'] = new Map()

export function useTripTags(trips: readonly Trip[], isWanted: boolean): TripTags {
  const { dispatch } = useConsole()
  const notes = useSnapshot('tripNotes', ({ context }) => context.notes)
  const message = useSnapshot('tripNotes', ({ context }) => context.message)
  const again = useCallback(() => dispatch({ to: 'tripNotes', event: { type: 'notes.load' } }), [dispatch])
  useEffect(() => {
    if (isWanted) again()
  }, [isWanted, again])
  const byTrip = useMemo(
    () => (isWanted && notes !== null ? tagsByTrip(trips, notes) : none),
    [isWanted, trips, notes],
  )
  return { byTrip, state: listStateOf({ output: notes, message, again }) }
}
