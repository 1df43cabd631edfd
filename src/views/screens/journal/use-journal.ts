import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { type JournalShown, readJournal } from '../../../domain/analysis/journal/journal-address.ts'
import type { JournalTrip } from '../../../domain/analysis/journal/journal-trip.ts'
import { isAmong } from '../../../domain/analysis/journal/only-trips.ts'
import { entriesOf, type JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import { noNotes, type TripNotes } from '../../../domain/analysis/journal/trip-note.ts'
import type { Trip } from '../../../domain/analysis/performance.ts'
import { isWithin, type Period, periodAround, periodBefore } from '../../../domain/analysis/period.ts'
import { type IstDate, toIstDate } from '../../../domain/time.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'

export interface Journal {
  readonly shown: JournalShown
  readonly today: IstDate
  readonly period: Period
  /** Of the period, newest entry first; null until loaded. */
  readonly entries: readonly JournalEntry[] | null
  /** Those of `entries` that the filter leaves. */
  readonly listed: readonly JournalEntry[]
  readonly notes: TripNotes | null
  readonly message: string | null
  readonly askAgain: () => void
  readonly asOf: number
}

const isOfPeriod = ({ closedAt }: JournalEntry, period: Period, today: IstDate): boolean =>
  isWithin(period, closedAt === null ? today : toIstDate(closedAt))

export function useJournal(): Journal {
  const search = useSearch()
  const shown = useMemo(() => readJournal(new URLSearchParams(search)), [search])
  const { environment, dispatch } = useConsole()
  const { today } = environment()
  const opened = useSnapshot('accountHistory', ({ context }) => context.output?.opening?.day ?? null)
  const period = useMemo(
    () => periodAround(shown.range, shown.day ?? today, { from: opened ?? today, to: today }),
    [shown, today, opened],
  )
  const isReady = shown.range !== 'all' || opened !== null
  const key = `${shown.book} ${period.from} ${period.to}`
  const askAgain = useKeptCurrent('journal', isReady ? key : null)
  const loaded = useSnapshot('journal', ({ context }) => (context.key === key ? context.output : null))
  const message = useSnapshot('journal', ({ context }) => (context.key === key ? context.message : null))
  const notes = useSnapshot('tripNotes', ({ context }) => context.notes)
  useEffect(() => dispatch({ to: 'tripNotes', event: { type: 'notes.load' } }), [dispatch])
  const entries = useMemo(
    () =>
      loaded === null
        ? null
        : entriesOf(loaded.trips)
            .filter((entry) => isOfPeriod(entry, period, today))
            .reverse(),
    [loaded, period, today],
  )
  const { only } = shown
  const listed = useMemo(
    () =>
      only === null || entries === null
        ? (entries ?? [])
        : entries.filter((entry) => isAmong(entry, only, notes ?? noNotes)),
    [entries, only, notes],
  )
  return { shown, today, period, entries, listed, notes, message, askAgain, asOf: loaded?.asOf ?? 0 }
}

const withoutFills = (trip: Trip): JournalTrip => ({ ...trip, fills: [] })

export interface PastEntries {
  /** Of the financial year, or of all days where all are shown. */
  readonly counted: readonly JournalEntry[]
  readonly counts: 'FY' | 'All'
  readonly before: readonly JournalEntry[]
}

export function usePastEntries({ shown, today, period }: Journal): PastEntries {
  useKeptCurrent('accountHistory', shown.book)
  const history = useSnapshot('accountHistory', ({ context }) =>
    context.key === shown.book ? context.output : null,
  )
  const all = useMemo(() => entriesOf((history?.trips ?? []).map(withoutFills)), [history])
  return useMemo(() => {
    const closed = (within: Period) => all.filter((entry) => isOfPeriod(entry, within, today))
    const counts = shown.range === 'all' ? 'All' : 'FY'
    const year = periodAround('year', period.to, period)
    return { counted: counts === 'All' ? all : closed(year), counts, before: closed(periodBefore(period)) }
  }, [all, period, shown.range, today])
}
