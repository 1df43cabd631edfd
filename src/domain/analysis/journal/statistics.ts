import { keysOf, netOf, noteOf } from './entry-groups.ts'
import type { StatisticKind } from './only-trips.ts'
import type { JournalEntry } from './structures.ts'
import type { TripNotes } from './trip-note.ts'

/** Under this many cases an average says little. */
export const FEW_CASES = 20

export interface Statistic {
  readonly key: string
  readonly trips: number
  readonly winRate: number
  /** Rupees after charges. */
  readonly average: number
  readonly net: number
  readonly isFew: boolean
}

export const statisticOf = (key: string, entries: readonly JournalEntry[]): Statistic => {
  const nets = entries.map(netOf)
  const net = nets.reduce((sum, one) => sum + one, 0)
  return {
    key,
    trips: nets.length,
    winRate: nets.length === 0 ? 0 : (100 * nets.filter((one) => one > 0).length) / nets.length,
    average: nets.length === 0 ? 0 : net / nets.length,
    net,
    isFew: nets.length < FEW_CASES,
  }
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Hours and weekdays in their order, the others by their average, the best first. */
export const statisticsBy = (
  kind: StatisticKind,
  entries: readonly JournalEntry[],
  notes: TripNotes,
): readonly Statistic[] => {
  const groups = new Map<string, JournalEntry[]>()
  for (const entry of entries)
    for (const key of keysOf(kind, entry, noteOf(notes, entry))) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [entry])
      else group.push(entry)
    }
  const rows = [...groups].map(([key, own]) => statisticOf(key, own))
  if (kind === 'hour') return rows.sort((one, other) => one.key.localeCompare(other.key))
  if (kind === 'weekday')
    return rows.sort((one, other) => weekdays.indexOf(one.key) - weekdays.indexOf(other.key))
  return rows.sort((one, other) => other.average - one.average)
}
