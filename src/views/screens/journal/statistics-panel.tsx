import { useMemo, useState } from 'react'
import type { OnlyTrips, StatisticKind } from '../../../domain/analysis/journal/only-trips.ts'
import { FEW_CASES, type Statistic, statisticsBy } from '../../../domain/analysis/journal/statistics.ts'
import type { JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import type { TripNotes } from '../../../domain/analysis/journal/trip-note.ts'
import { tripsInWords } from '../../../domain/analysis/performance.ts'
import { formatNumber, formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import { AfterPaint } from '../../kit/layout/after-paint.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { useStrategyNames } from '../../kit/strategy-names.ts'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './journal-screen.module.css'
import type { PastEntries } from './use-journal.ts'

const titles: Readonly<Record<StatisticKind, string>> = {
  tag: 'Tag',
  mistake: 'Mistake',
  setup: 'Setup',
  instrument: 'Instrument',
  hour: 'Hour',
  weekday: 'Weekday',
}

interface StatisticsPanelProps<Kind extends StatisticKind> {
  readonly title: string
  readonly kinds: readonly [Kind, ...Kind[]]
  readonly past: PastEntries
  readonly notes: TripNotes
  readonly only: OnlyTrips | null
  readonly onOnly: (only: OnlyTrips | null) => void
}

export function StatisticsPanel<Kind extends StatisticKind>(props: StatisticsPanelProps<Kind>) {
  const { title, kinds, past, notes } = props
  const [kind, setKind] = useState<Kind>(kinds[0])
  const choices = useMemo(() => kinds.map((value) => ({ value, label: titles[value] })), [kinds])
  return (
    <Panel
      title={title}
      note={`${past.counts}, net${kind === 'tag' ? untaggedOf(past.counted, notes) : ''}`}
      aside={<Segmented<Kind> label={title} value={kind} choices={choices} onChange={setKind} />}
      className={styles.statistics}
    >
      <AfterPaint>
        <Statistics {...props} kind={kind} />
      </AfterPaint>
    </Panel>
  )
}

interface StatisticsProps
  extends Pick<StatisticsPanelProps<StatisticKind>, 'title' | 'past' | 'notes' | 'only' | 'onOnly'> {
  readonly kind: StatisticKind
}

function Statistics({ title, kind, past, notes, only, onOnly }: StatisticsProps) {
  const nameOf = useStrategyNames()
  const rows = useMemo(() => statisticsBy(kind, past.counted, notes), [kind, past.counted, notes])
  const columns = useMemo(() => columnsOf(kind, rows, nameOf), [kind, rows, nameOf])
  const current = only?.kind === kind ? only.key : null
  return (
    <DataTable
      label={title}
      rows={rows}
      columns={columns}
      rowKey={({ key }) => key || ' '}
      state={past.state}
      nameOf={({ key }) => titleOf(kind, key, nameOf)}
      currentKey={current === null ? null : current || ' '}
      onRowAction={({ key }) => onOnly(current === key ? null : { kind, key })}
      phone={(row) => ({
        title: titleOf(kind, row.key, nameOf),
        value: <Signed value={row.average} format={formatSignedRupees} />,
        detail: `${tripsInWords(row.trips)}, ${formatNumber(row.winRate, 0)}% won`,
      })}
      empty={<Nothing kind={kind} />}
    />
  )
}

function Nothing({ kind }: { readonly kind: StatisticKind }) {
  return kind === 'mistake' ? (
    <EmptyNotice title="No mistake is marked">! on a trip marks one.</EmptyNotice>
  ) : (
    <EmptyNotice title="No trips yet">Trips that are closed are counted here.</EmptyNotice>
  )
}

const untaggedOf = (entries: readonly JournalEntry[], notes: TripNotes): string => {
  const count = entries.filter(({ id }) => (notes.get(id)?.tags.length ?? 0) === 0).length
  return count === 0 ? '' : `, ${count} untagged`
}

const titleOf = (kind: StatisticKind, key: string, nameOf: (algoUuid: string) => string): string => {
  if (kind === 'setup') return nameOf(key)
  if (kind === 'hour') return `${key}:00`
  return key === '' ? 'untagged' : key
}

const columnsOf = (
  kind: StatisticKind,
  rows: readonly Statistic[],
  nameOf: (algoUuid: string) => string,
): readonly ColumnOf<Statistic>[] => {
  const largest = Math.max(1, ...rows.map(({ average }) => Math.abs(average)))
  return [
    {
      id: 'name',
      title: titles[kind],
      isRowHeader: true,
      width: '2fr',
      minWidth: 104,
      cell: ({ key, isFew }) => (
        <span className={isFew ? text.muted : undefined}>
          {titleOf(kind, key, nameOf)}{' '}
          {isFew && (
            <span title={`Under ${FEW_CASES} trips`}>
              <Badge tone="amber">few</Badge>
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'trips',
      title: 'Trips',
      isNumeric: true,
      width: 52,
      cell: ({ trips }) => formatNumber(trips, 0),
      sortBy: ({ trips }) => trips,
    },
    {
      id: 'wins',
      title: 'Win %',
      isNumeric: true,
      width: 56,
      cell: ({ winRate }) => formatNumber(winRate, 1),
      sortBy: ({ winRate }) => winRate,
    },
    {
      id: 'bar',
      title: 'Share',
      minWidth: 56,
      showFrom: 400,
      cell: ({ average }) => (
        <span className={styles.average} aria-hidden="true">
          <span
            data-tone={average < 0 ? 'down' : 'up'}
            style={{
              width: `${(50 * Math.abs(average)) / largest}%`,
              [average < 0 ? 'right' : 'left']: '50%',
            }}
          />
        </span>
      ),
    },
    {
      id: 'average',
      title: 'Average',
      isNumeric: true,
      minWidth: 68,
      cell: ({ average }) => <Signed value={average} format={(net) => formatSigned(net, 0)} />,
      sortBy: ({ average }) => average,
    },
  ]
}
