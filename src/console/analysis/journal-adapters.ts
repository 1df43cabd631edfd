import { fromPromise } from 'xstate'
import type { TripNote } from '../../domain/analysis/journal/trip-note.ts'
import { journalMachine } from '../../machines/analysis/journal.ts'
import { tripCandlesMachine } from '../../machines/analysis/trip-candles.ts'
import { type NoteStep, tripNotesMachine } from '../../machines/analysis/trip-notes.ts'
import { storageKeys } from '../../platform/storage.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideKept } from '../page-visibility.ts'

/** Neither the calls nor the reading of candles is part of what the sign-in loads. */
const calls = () => import('./journal-calls.ts')

export const provideJournal = (ports: Pick<Deps, 'http' | 'platform'>) =>
  provideKept(ports, journalMachine, async (key, signal) => (await calls()).journal(ports.http, key, signal))

export const provideTripCandles = ({ http }: Pick<Deps, 'http'>) =>
  tripCandlesMachine.provide({
    actors: {
      read: fromPromise(async ({ input: { asked }, signal }) =>
        (await calls()).readCandles(http, asked, signal),
      ),
    },
  })

export const provideTripNotes = ({ http }: Pick<Deps, 'http'>) =>
  tripNotesMachine.provide({
    actors: {
      load: fromPromise(async ({ signal }) => (await calls()).loadNotes(http, signal)),
      save: fromPromise(async ({ input: { step } }) => {
        await (await calls()).saveNotes(http, step)
      }),
    },
  })

const isNote = ({ tags, mistakes, rating, text }: TripNote): boolean =>
  Array.isArray(tags) && Array.isArray(mistakes) && typeof rating === 'number' && typeof text === 'string'

/** Entries that another version of the page kept and this one cannot read are left out. */
const stepsIn = (kept: unknown): readonly NoteStep[] => {
  try {
    return (kept as readonly NoteStep[]).filter((step) =>
      step.every(({ trip, before, after }) => Number.isSafeInteger(trip) && isNote(before) && isNote(after)),
    )
  } catch {
    return []
  }
}

type Memory = Pick<Deps, 'actors' | 'memory'>

/** A note that the server does not have yet survives a reload of the window. */
export const keepUnsavedNotes = ({ actors: { tripNotes }, memory }: Memory): Undo => {
  let before = tripNotes.getSnapshot().context.unsaved
  return unsubscribeAll([
    tripNotes.subscribe(({ context: { unsaved } }) => {
      if (unsaved === before) return
      before = unsaved
      memory.adoptInWindow(storageKeys.unsavedNotes, unsaved)
    }),
  ])
}

export const restoreUnsavedNotes = ({ actors: { tripNotes }, memory }: Memory): void => {
  const unsaved = stepsIn(memory.readOfWindow(storageKeys.unsavedNotes))
  if (unsaved.length > 0) tripNotes.send({ type: 'notes.restore', unsaved })
}
