import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { isAmong } from '../../../domain/analysis/journal/entry-groups.ts'
import { type JournalShown, readJournal } from '../../../domain/analysis/journal/journal-address.ts'
import { pastEntriesOf } from '../../../domain/analysis/journal/past-entries.ts'
import { entriesOf, type JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import { noNotes, type TripNotes } from '../../../domain/analysis/journal/trip-note.ts'
import { isWithin, type Period, periodAround, periodBefore } from '../../../domain/analysis/period.ts'
import { onceFor } from '../../../domain/once-for.ts'
import { type IstDate, toIstDate } from '../../../domain/time.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import type { ListState } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'

export interface Journal {
  readonly shown: JournalShown
  readonly today: IstDate
  readonly period: Period
  /** Newest entry first; null until loaded. */
  readonly entries: readonly JournalEntry[] | null
  /** `entries` that pass the filter. */
  readonly listed: readonly JournalEntry[]
  readonly notes: TripNotes | null
  readonly message: string | null
  readonly askAgain: () => void
  readonly asOf: number
}

const dayOf = ({ closedAt }: JournalEntry): IstDate | null => (closedAt === null ? null : toIstDate(closedAt))

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
            .filter((entry) => isWithin(period, dayOf(entry) ?? today))
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

const datedOf = onceFor((entries: readonly JournalEntry[]) =>
  entries.map((entry) => ({ entry, day: dayOf(entry) })),
)

export interface PastEntries {
  /** Trips of the financial year, or all of them. */
  readonly counted: readonly JournalEntry[]
  readonly counts: 'FY' | 'All'
  readonly before: readonly JournalEntry[]
  readonly state: ListState
}

export function usePastEntries({ shown, today, period }: Journal): PastEntries {
  const again = useKeptCurrent('accountHistory', shown.book)
  const trips = useSnapshot('accountHistory', ({ context }) =>
    context.key === shown.book ? (context.output?.trips ?? null) : null,
  )
  const message = useSnapshot('accountHistory', ({ context }) =>
    context.key === shown.book ? context.message : null,
  )
  const state = useMemo(() => listStateOf({ output: trips, message, again }), [trips, message, again])
  return useMemo(() => {
    const all = trips === null ? [] : datedOf(pastEntriesOf(trips))
    const within = (span: Period) =>
      all.filter(({ day }) => isWithin(span, day ?? today)).map(({ entry }) => entry)
    const counts = shown.range === 'all' ? 'All' : 'FY'
    const counted =
      counts === 'All' ? all.map(({ entry }) => entry) : within(periodAround('year', period.to, period))
    return { counted, counts, before: within(periodBefore(period)), state }
  }, [trips, period, shown.range, today, state])
}
