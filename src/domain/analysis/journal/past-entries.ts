import { onceFor } from '../../once-for.ts'
import type { Trip } from '../performance.ts'
import { noteOf } from './entry-groups.ts'
import { entriesOf } from './structures.ts'
import type { TripNotes } from './trip-note.ts'

/** The closed trips of a loaded history as entries of the journal, without their fills. Computed once for each history. */
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
      const { tags } = noteOf(notes, { id })
      return tags.length === 0 ? [] : legs.map((leg) => [leg.id, tags] as const)
    }),
  )
