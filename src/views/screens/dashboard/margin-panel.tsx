import { useMemo } from 'react'
import type { DashboardBook } from '../../../domain/analysis/dashboard-address.ts'
import type { Period } from '../../../domain/analysis/period.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatCompactRupees, formatPercent, formatRupees } from '../../../domain/format.ts'
import { type IstDate, toIstClock } from '../../../domain/time.ts'
import type { MarginByDay } from '../../../machines/analysis/margin-by-day.ts'
import { DayBars } from '../../charts/day-bars.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import styles from './dashboard-screen.module.css'
import { loadedNote } from './loaded-note.ts'

type Day = MarginByDay['days'][number]

const AMBER_PERCENT = 80

interface MarginPanelProps {
  readonly book: DashboardBook
  readonly period: Period
}

const shareOf = ({ used, total }: Day): number | null =>
  total === null || total <= 0 ? null : (100 * used) / total

const inWords = (day: Day): string => {
  const name = dayInWords(day.day as IstDate)
  if (day.at === null) return `${name}: no margin used`
  return `${name}: ${formatRupees(day.used, 0)} at ${toIstClock(day.at)}, ${formatPercent(shareOf(day), 0)} of the funds`
}

export function MarginPanel({ book, period: { from, to } }: MarginPanelProps) {
  const key = `${book} ${from} ${to}`
  const again = useKeptCurrent('marginByDay', key)
  const output = useSnapshot('marginByDay', ({ context }) => (context.key === key ? context.output : null))
  const message = useSnapshot('marginByDay', ({ context }) => (context.key === key ? context.message : null))
  const note =
    loadedNote(output, message) ??
    (output?.isWhole === false ? `the last ${output.days.length} days` : 'highest of each day')
  return (
    <Panel title="Margin used" note={note} className={styles.margin}>
      {output !== null ? (
        <Bars days={output.days} book={book} />
      ) : message === null ? (
        <div role="status" aria-label="Margin used: loading">
          <Skeleton rows={4} />
        </div>
      ) : (
        <ErrorNotice message={message} onRetry={again} />
      )}
    </Panel>
  )
}

function Bars({ days, book }: { readonly days: readonly Day[]; readonly book: DashboardBook }) {
  const { run } = useConsole()
  const byDay = useMemo(() => new Map(days.map((day) => [day.day, day])), [days])
  const bars = useMemo(
    () =>
      days.map((day) => ({
        day: day.day as IstDate,
        value: day.used,
        colour: (shareOf(day) ?? 0) > AMBER_PERCENT ? 'var(--virtual)' : 'var(--live)',
      })),
    [days],
  )
  const highest = days.reduce<Day | null>((most, day) => (day.used > (most?.used ?? 0) ? day : most), null)
  if (highest === null) return <EmptyNotice title="No margin used in this period" />
  return (
    <DayBars
      label="Margin used by day"
      bars={bars}
      summary={`Most on ${inWords(highest)}`}
      inWords={(day) => inWords(byDay.get(day) ?? highest)}
      formatShort={formatCompactRupees}
      onPick={(day) => run({ command: 'journal.open', args: { range: 'day', day, book } })}
    />
  )
}
