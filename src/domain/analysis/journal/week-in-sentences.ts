import { dayInWords } from '../../dates-in-words.ts'
import { formatPercent, formatRupees, formatSignedRupees } from '../../format.ts'
import { type IstDate, toIstDate } from '../../time.ts'
import { tripsInWords } from '../performance.ts'
import { netOf } from './entry-groups.ts'
import { FEW_CASES, type Statistic, statisticOf, statisticsBy } from './statistics.ts'
import type { JournalEntry } from './structures.ts'
import type { TripNotes } from './trip-note.ts'

interface Week {
  readonly entries: readonly JournalEntry[]
  readonly before: readonly JournalEntry[]
  readonly notes: TripNotes
  /** `short straddle`, the name of a strategy; by hand for an empty id. */
  readonly nameOf: (kind: 'setup' | 'instrument', key: string) => string
}

const made = (net: number): string =>
  net >= 0 ? `made ${formatRupees(net, 0)}` : `lost ${formatRupees(-net, 0)}`

const cases = ({ trips: count }: Statistic): string =>
  count < FEW_CASES ? `${tripsInWords(count)}, which is few` : tripsInWords(count)

const byDay = (
  entries: readonly JournalEntry[],
): readonly { readonly day: IstDate; readonly net: number }[] => {
  const nets = new Map<IstDate, number>()
  for (const entry of entries) {
    const day = toIstDate(entry.closedAt ?? entry.openedAt)
    nets.set(day, (nets.get(day) ?? 0) + netOf(entry))
  }
  return [...nets].map(([day, net]) => ({ day, net })).sort((one, other) => other.net - one.net)
}

const resultOf = ({ entries, before }: Week): string => {
  const now = statisticOf('', entries)
  const charges = entries.reduce((sum, one) => sum + one.charges, 0)
  const then = statisticOf('', before)
  const compared =
    then.trips === 0 ? '' : ` The week before ${made(then.net)} in ${tripsInWords(then.trips)}.`
  return `${tripsInWords(now.trips)} ${made(now.net)} after ${formatRupees(charges, 0)} of charges; ${formatPercent(now.winRate, 0)} gained.${compared}`
}

const daysOf = ({ entries }: Week): string | null => {
  const days = byDay(entries)
  const [best] = days
  const worst = days.at(-1)
  if (best === undefined || worst === undefined || days.length < 2) return null
  return `Best day ${dayInWords(best.day)} ${formatSignedRupees(best.net, 0)}, worst ${dayInWords(worst.day)} ${formatSignedRupees(worst.net, 0)}.`
}

const sizesOf = ({ entries }: Week): string | null => {
  const nets = entries.map(netOf)
  const gains = nets.filter((one) => one > 0)
  const losses = nets.filter((one) => one < 0)
  if (gains.length === 0 || losses.length === 0) return null
  const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length
  const worst = Math.min(...losses)
  return `A gain was ${formatRupees(mean(gains), 0)} on average, a loss ${formatRupees(-mean(losses), 0)}; the largest loss ${formatRupees(-worst, 0)}.`
}

const extremesOf = (week: Week, kind: 'tag' | 'setup' | 'instrument'): string | null => {
  const rows = statisticsBy(kind, week.entries, week.notes)
    .filter(({ key }) => kind !== 'tag' || key !== '')
    .toSorted((one, other) => other.net - one.net)
  const [best] = rows
  const worst = rows.at(-1)
  if (best === undefined || worst === undefined || rows.length < 2) return null
  const nameOf = (row: Statistic): string => (kind === 'tag' ? `#${row.key}` : week.nameOf(kind, row.key))
  return `${nameOf(best)} ${made(best.net)} in ${cases(best)}; ${nameOf(worst)} ${made(worst.net)} in ${cases(worst)}.`
}

const hoursOf = (week: Week): string | null => {
  const rows = statisticsBy('hour', week.entries, week.notes).toSorted((one, other) => other.net - one.net)
  const [best] = rows
  const worst = rows.at(-1)
  if (best === undefined || worst === undefined || rows.length < 2) return null
  return `Entries from ${best.key}:00 ${made(best.net)} in ${cases(best)}; those from ${worst.key}:00 ${made(worst.net)} in ${cases(worst)}.`
}

const mistakesOf = (week: Week): string | null => {
  const rows = statisticsBy('mistake', week.entries, week.notes).toSorted((one, other) => one.net - other.net)
  const [worst] = rows
  if (worst === undefined) return null
  return `Mistakes: ${rows.map((row) => `${row.key} ${formatSignedRupees(row.net, 0)} in ${tripsInWords(row.trips)}`).join(', ')}.`
}

const untaggedOf = ({ entries, notes }: Week): string | null => {
  const untagged = entries.filter(({ id }) => (notes.get(id)?.tags.length ?? 0) === 0).length
  return untagged === 0 ? null : `${tripsInWords(untagged)} without a tag.`
}

/** Each with the number of cases that it is made of. */
export const weekInSentences = (week: Week): readonly string[] =>
  week.entries.length === 0
    ? []
    : [
        resultOf(week),
        daysOf(week),
        sizesOf(week),
        extremesOf(week, 'tag'),
        extremesOf(week, 'setup'),
        extremesOf(week, 'instrument'),
        hoursOf(week),
        mistakesOf(week),
        untaggedOf(week),
      ].filter((sentence) => sentence !== null)
