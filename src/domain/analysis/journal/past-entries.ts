import { onceFor } from '../../once-for.ts'
import type { Trip } from '../performance.ts'
import { entriesOf } from './structures.ts'
import type { TripNotes } from './trip-note.ts'

/** Of a history as it was loaded, which is shown again before it is loaded again. Without fills. */
export const pastEntriesOf = onceFor((trips: readonly Trip[]) =>
  entriesOf(trips.map((trip) => ({ ...trip, fills: [] }))),
)

/** By the trip: every leg has the tags of the entry that it is a part of. */
export const tagsByTrip = (
  trips: readonly Trip[],
  notes: TripNotes,
): ReadonlyMap<number, readonly string[]> =>
  new Map(
    pastEntriesOf(trips).flatMap(({ id, legs }) => {
      const tags = notes.get(id)?.tags ?? []
      return tags.length === 0 ? [] : legs.map((leg) => [leg.id, tags] as const)
    }),
  )
