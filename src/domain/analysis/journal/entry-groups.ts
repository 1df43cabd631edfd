import { weekdayShort } from '../../dates-in-words.ts'
import { toIstClock, toIstDate } from '../../time.ts'
import { instrumentGroupOf } from '../performance.ts'
import type { OnlyTrips, StatisticKind } from './only-trips.ts'
import { type JournalEntry, structureTitle } from './structures.ts'
import { noNote, type TripNote, type TripNotes } from './trip-note.ts'

export const netOf = ({ pnl, charges }: Pick<JournalEntry, 'pnl' | 'charges'>): number => pnl - charges

/** An entry with two tags counts under both. */
export const keysOf = (
  kind: StatisticKind,
  entry: JournalEntry,
  note: TripNote = noNote,
): readonly string[] => {
  switch (kind) {
    case 'tag':
      return note.tags.length === 0 ? [''] : note.tags
    case 'mistake':
      return note.mistakes
    case 'setup':
      return [entry.by]
    case 'instrument':
      return [structureTitle(entry) ?? entry.legs.map(({ sym }) => instrumentGroupOf(sym)).join(' ')]
    case 'hour':
      return [toIstClock(entry.openedAt).slice(0, 2)]
    case 'weekday':
      return [weekdayShort(toIstDate(entry.openedAt))]
  }
}

export const noteOf = (notes: TripNotes, { id }: Pick<JournalEntry, 'id'>): TripNote =>
  notes.get(id) ?? noNote

export const isAmong = (entry: JournalEntry, { kind, key }: OnlyTrips, notes: TripNotes): boolean =>
  kind === 'result'
    ? netOf(entry) < 0 === (key === 'losers')
    : keysOf(kind, entry, noteOf(notes, entry)).includes(key)
