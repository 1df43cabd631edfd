import { pathOf, screenAt } from '../../screens.ts'
import { type IstDate, parseIstDate } from '../../time.ts'
import { type DashboardBook, dashboardBooks } from '../dashboard-address.ts'
import { type OnlyTrips, printOnly, readOnly } from './only-trips.ts'

export const journalRanges = ['day', 'week', 'month', 'all'] as const
export type JournalRange = (typeof journalRanges)[number]

export interface JournalShown {
  readonly range: JournalRange
  /** A day of the range; null is today. */
  readonly day: IstDate | null
  readonly book: DashboardBook
  readonly only: OnlyTrips | null
}

export const plainJournal: JournalShown = { range: 'day', day: null, book: 'broker', only: null }

/** What is left out, or cannot be read, is as in `plainJournal`. */
export const readJournal = (query: URLSearchParams): JournalShown => {
  const [range, book] = [query.get('range'), query.get('book')]
  return {
    range: journalRanges.find((one) => one === range) ?? plainJournal.range,
    day: parseIstDate(query.get('day') ?? ''),
    book: dashboardBooks.find((one) => one === book) ?? plainJournal.book,
    only: readOnly(query.get('only') ?? ''),
  }
}

export const journalAt = (path: string): JournalShown | null =>
  screenAt(path) === 'journal' ? readJournal(new URLSearchParams(path.split('?')[1] ?? '')) : null

export const pathOfJournal = ({ range, day, book, only }: JournalShown): string =>
  pathOf('journal', {
    ...(day === null ? {} : { day }),
    ...(range === plainJournal.range ? {} : { range }),
    ...(book === plainJournal.book ? {} : { book }),
    ...(only === null ? {} : { only: printOnly(only) }),
  })
