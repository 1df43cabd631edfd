import { weekdayShort } from '../../dates-in-words.ts'
import { toIstClock, toIstDate } from '../../time.ts'
import { instrumentGroupOf } from '../performance.ts'
import { type JournalEntry, structureTitle } from './structures.ts'
import { noNote, type TripNote, type TripNotes } from './trip-note.ts'

export const statisticKinds = ['tag', 'mistake', 'setup', 'instrument', 'hour', 'weekday'] as const
export type StatisticKind = (typeof statisticKinds)[number]

const onlyKinds = [...statisticKinds, 'result'] as const

/** A part of the trips: those of a tag, of an hour of entry, the losers. An empty key is untagged, or by hand. */
export interface OnlyTrips {
  readonly kind: (typeof onlyKinds)[number]
  readonly key: string
}

export const losers: OnlyTrips = { kind: 'result', key: 'losers' }
export const winners: OnlyTrips = { kind: 'result', key: 'winners' }
export const untagged: OnlyTrips = { kind: 'tag', key: '' }

export const readOnly = (text: string): OnlyTrips | null => {
  const [, word = '', key = ''] = /^([a-z]+):(.{0,80})$/.exec(text) ?? []
  const kind = onlyKinds.find((one) => one === word)
  return kind === undefined ? null : { kind, key }
}

export const printOnly = ({ kind, key }: OnlyTrips): string => `${kind}:${key}`

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
