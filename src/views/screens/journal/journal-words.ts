import type { OnlyTrips } from '../../../domain/analysis/journal/only-trips.ts'
import { type JournalEntry, structureTitle } from '../../../domain/analysis/journal/structures.ts'
import { tagInWords } from '../../../domain/analysis/journal/trip-note.ts'
import { dayOf, monthNames, monthOf } from '../../../domain/dates-in-words.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../domain/instruments/instrument-index.ts'
import { toIstClock, toIstDate } from '../../../domain/time.ts'
import { nameOfInstrument } from '../../kit/instrument/instrument-name.tsx'

export const titleOfEntry = (entry: JournalEntry, index: InstrumentIndex | null): string => {
  const [leg] = entry.legs
  const structure = structureTitle(entry)
  if (structure !== null || leg === undefined) return structure ?? ''
  return nameOfInstrument(index, leg.sym, tradingSymbolOf(leg.sym))
}

const shortDay = (at: number): string => {
  const day = toIstDate(at)
  return `${dayOf(day)} ${(monthNames[monthOf(day) - 1] ?? '').slice(0, 3)}`
}

/** `09:48–13:05`; where it was held overnight, with the day of entry: `19 Nov–14:40`. */
export const heldInWords = ({ openedAt, closedAt }: JournalEntry, hasDay: boolean): string => {
  const isOvernight = closedAt !== null && toIstDate(openedAt) !== toIstDate(closedAt)
  const from = isOvernight ? shortDay(openedAt) : toIstClock(openedAt)
  const until = closedAt === null ? 'open' : toIstClock(closedAt)
  const day = hasDay ? `${shortDay(closedAt ?? openedAt)} ` : ''
  return isOvernight && hasDay ? `${from}–${day}${until}` : `${day}${from}–${until}`
}

export const onlyInWords = ({ kind, key }: OnlyTrips, nameOf: (algoUuid: string) => string): string => {
  switch (kind) {
    case 'tag':
      return tagInWords(key)
    case 'setup':
      return nameOf(key)
    case 'hour':
      return `entries from ${key}:00`
    case 'weekday':
      return `entries on ${key}`
    default:
      return key
  }
}
