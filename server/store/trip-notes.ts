import type { Kysely } from 'kysely'
import type { TripNote } from '../../src/domain/analysis/journal/trip-note.ts'
import type { UserId } from '../user.ts'
import type { Database } from './schema.ts'

export interface NoteOfTrip {
  readonly trip: number
  readonly note: TripNote
}

export const listTripNotes = async (db: Kysely<Database>, owner: UserId): Promise<readonly NoteOfTrip[]> => {
  const rows = await db
    .selectFrom('trip_note')
    .select(['trip', 'body'])
    .where('owner_id', '=', owner)
    .orderBy('trip')
    .execute()
  return rows.map(({ trip, body }) => ({ trip, note: JSON.parse(body) as TripNote }))
}

export const putTripNotes = async (
  db: Kysely<Database>,
  owner: UserId,
  notes: readonly NoteOfTrip[],
): Promise<void> => {
  if (notes.length === 0) return
  await db
    .insertInto('trip_note')
    .values(notes.map(({ trip, note }) => ({ owner_id: owner, trip, body: JSON.stringify(note) })))
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'trip']).doUpdateSet(({ ref }) => ({ body: ref('excluded.body') })),
    )
    .execute()
}

export const removeTripNotes = async (
  db: Kysely<Database>,
  owner: UserId,
  trips: readonly number[],
): Promise<void> => {
  if (trips.length === 0) return
  await db.deleteFrom('trip_note').where('owner_id', '=', owner).where('trip', 'in', trips).execute()
}

/** Which of the ids are fills in the log of one of these accounts. */
export const fillsAmong = async (
  db: Kysely<Database>,
  accounts: readonly UserId[],
  trips: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('ledger_event')
    .select('seq')
    .where('seq', 'in', trips)
    .where('owner_id', 'in', accounts)
    .where('kind', '=', 'order.filled')
    .execute()
  return new Set(rows.map(({ seq }) => seq))
}
