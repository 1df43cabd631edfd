import { type InstrumentId, parseInstrumentId } from '../../instruments/instrument.ts'
import { pathOf, readOn } from '../../screens.ts'
import { type IstDate, istMidnight, parseClock, parseIstDate, startOfIstDate, toClock } from '../../time.ts'
import { type DashboardBook, dashboardBooks } from '../dashboard-address.ts'
import { type OnlyTrips, printOnly, readOnly } from './only-trips.ts'
import type { ExitLevels } from './what-if.ts'

export const journalRanges = ['day', 'week', 'month', 'all'] as const
export type JournalRange = (typeof journalRanges)[number]

export interface JournalShown {
  readonly range: JournalRange
  /** A day of the range; null is today. */
  readonly day: IstDate | null
  readonly book: DashboardBook
  readonly only: OnlyTrips | null
  /** Seconds since midnight; null is the end of the day. */
  readonly at: number | null
  /** Underlying of the option chain shown beside it. */
  readonly chain: InstrumentId | null
  readonly own: ExitLevels | null
}

export const plainJournal: JournalShown = {
  ...{ range: 'day', book: 'broker' },
  ...{ day: null, only: null, at: null, chain: null, own: null },
}

/** `11:42`, or `11:42:05`. */
export const readInstant = (text: string): number | null => {
  const [, clock = '', seconds = '0'] = /^(\d{1,2}:\d{2})(?::([0-5]\d))?$/.exec(text) ?? []
  const minute = parseClock(clock.padStart(5, '0'))
  return minute === null ? null : minute * 60 + Number(seconds)
}

export const printInstant = (seconds: number): string => {
  const rest = seconds % 60
  return toClock(Math.floor(seconds / 60)) + (rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`)
}

export const EXIT_PERCENT_MAX = 999

const exitNames = { stop: 'sl', trail: 'trail', target: 'tp' } as const

const readLevels = (query: URLSearchParams): ExitLevels | null => {
  const [stop = null, trail = null, target = null] = Object.values(exitNames).map((name) => {
    const percent = Number(query.get(name))
    return percent > 0 && percent <= EXIT_PERCENT_MAX ? percent : null
  })
  return stop === null && trail === null && target === null ? null : { stop, trail, target }
}

const levelsInQuery = (levels: ExitLevels | null): Readonly<Record<string, string>> =>
  levels === null
    ? {}
    : Object.fromEntries(
        (['stop', 'trail', 'target'] as const).flatMap((kind) =>
          levels[kind] === null ? [] : [[exitNames[kind], `${levels[kind]}`]],
        ),
      )

/** Fields that are missing or cannot be read are as in `plainJournal`. */
export const readJournal = (query: URLSearchParams): JournalShown => {
  const [range, book] = [query.get('range'), query.get('book')]
  return {
    range: journalRanges.find((one) => one === range) ?? plainJournal.range,
    day: parseIstDate(query.get('day') ?? ''),
    book: dashboardBooks.find((one) => one === book) ?? plainJournal.book,
    only: readOnly(query.get('only') ?? ''),
    at: readInstant(query.get('at') ?? ''),
    chain: parseInstrumentId(query.get('chain') ?? '')?.id ?? null,
    own: readLevels(query),
  }
}

/** Whole seconds since midnight, as `JournalShown` has them. */
export const secondsOfDay = (at: number): number => Math.floor((at - istMidnight(at)) / 1_000)

/** Whose instants are gone through, such as `broker 2026-11-20`; null for a range of more days. */
export const scrubbedDay = ({ range, day, book }: JournalShown, today: IstDate): string | null =>
  range === 'day' ? `${book} ${day ?? today}` : null

/** Market time; null is the end of the day. */
export const scrubbedInstant = ({ day, at }: JournalShown, today: IstDate): number | null =>
  at === null ? null : startOfIstDate(day ?? today) + at * 1_000

export const journalAt = (path: string): JournalShown | null => readOn('journal', path, readJournal)

export const pathOfJournal = ({ range, day, book, only, at, chain, own }: JournalShown): string =>
  pathOf('journal', {
    ...(day === null ? {} : { day }),
    ...(range === plainJournal.range ? {} : { range }),
    ...(book === plainJournal.book ? {} : { book }),
    ...(only === null ? {} : { only: printOnly(only) }),
    ...(at === null || range !== 'day' ? {} : { at: printInstant(at) }),
    ...(chain === null || range !== 'day' ? {} : { chain }),
    ...levelsInQuery(own),
  })
