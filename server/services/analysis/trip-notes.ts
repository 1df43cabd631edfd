import type { BodyOf, ReplyOf } from '../../../src/contract/call-types.ts'
import { type getTripNotes, saveTripNotes } from '../../../src/contract/journal.ts'
import { isEmptyNote } from '../../../src/domain/analysis/journal/trip-note.ts'
import { virtualAccountOf } from '../../broker/virtual-account.ts'
import { Refusal } from '../../refusal.ts'
import type { Store } from '../../store/database/database.ts'
import { inTransaction } from '../../store/database/transaction.ts'
import { fillsAmong, listTripNotes, putTripNotes, removeTripNotes } from '../../store/trip-notes.ts'
import type { User } from '../../user.ts'

type Asker = Pick<User, 'id'>

export const createTripNotes = ({ store }: { readonly store: Store }) => ({
  list: async ({ id }: Asker): Promise<ReplyOf<typeof getTripNotes>> =>
    (await listTripNotes(store.db, id)).map(({ trip, note: { tags, mistakes, ...note } }) => ({
      ...{ trip, tags: [...tags], mistakes: [...mistakes] },
      ...note,
    })),

  async save({ id }: Asker, { notes }: BodyOf<typeof saveTripNotes>): Promise<null> {
    const asked = notes.map(({ trip }) => trip)
    const known = await fillsAmong(store.db, [id, virtualAccountOf(id)], asked)
    const strange = asked.find((trip) => !known.has(trip))
    if (strange !== undefined)
      throw new Refusal(
        'NOT_FOUND',
        `${saveTripNotes.failure}: no round trip of yours begins with fill ${strange}`,
      )
    // The last of a trip that is named twice counts.
    const wanted = [...new Map(notes.map(({ trip, ...note }) => [trip, { trip, note }])).values()]
    await inTransaction(store, async (trx) => {
      await putTripNotes(
        trx,
        id,
        wanted.filter(({ note }) => !isEmptyNote(note)),
      )
      await removeTripNotes(
        trx,
        id,
        wanted.filter(({ note }) => isEmptyNote(note)).map(({ trip }) => trip),
      )
    })
    return null
  },
})

export type TripNotes = ReturnType<typeof createTripNotes>
