import { useMemo } from 'react'
import { noteOf } from '../../../domain/analysis/journal/entry-groups.ts'
import type { JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import { noNotes, type TripNote } from '../../../domain/analysis/journal/trip-note.ts'
import type { Excursion } from '../../../domain/analysis/journal/trip-path.ts'
import { formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import { toIstDate } from '../../../domain/time.ts'
import { commandAct } from '../../kit/command-act.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useSelection } from '../../kit/hooks/use-selection.ts'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { openLine } from '../../kit/open-path.ts'
import { Signed } from '../../kit/price/signed.tsx'
import { downloadCsv } from '../../kit/table/csv.ts'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import text from '../../theme/text.module.css'
import { ExcursionBar } from './excursion-bar.tsx'
import styles from './journal-screen.module.css'
import { heldInWords, titleOfEntry } from './journal-words.ts'
import { Rating } from './rating.tsx'
import type { Journal } from './use-journal.ts'

interface Row {
  readonly entry: JournalEntry
  readonly title: string
  readonly note: TripNote
  readonly excursion: Excursion | undefined
}

interface TripsPanelProps {
  readonly journal: Journal
  readonly excursions: ReadonlyMap<number, Excursion>
  readonly current: JournalEntry | null
  readonly onFocus: (entry: JournalEntry | null) => void
  readonly empty: React.ReactNode
}

const keyOf = ({ entry }: Row): string => String(entry.id)

export function TripsPanel({ journal, excursions, current, onFocus, empty }: TripsPanelProps) {
  const { listed, entries, notes, message, askAgain, shown } = journal
  const console = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const rows = useMemo(
    () =>
      listed.map(
        (entry): Row => ({
          entry,
          title: titleOfEntry(entry, index),
          note: noteOf(notes ?? noNotes, entry),
          excursion: excursions.get(entry.id),
        }),
      ),
    [listed, index, notes, excursions],
  )
  const selection = useSelection(rows, keyOf)
  const hasDay = shown.range !== 'day'
  const scale = useMemo(() => scaleOf(excursions), [excursions])
  const columns = useMemo(() => columnsOf(hasDay, scale), [hasDay, scale])
  useTableRequests({ onExport: () => void exportRows(rows, journal) })
  return (
    <Panel
      title="Round trips"
      note={entries === null ? undefined : String(listed.length)}
      aside={entries !== null && message !== null ? <span className={text.down}>{message}</span> : undefined}
      className={styles.trips}
    >
      <DataTable
        label="Round trips"
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        nameOf={({ title }) => title}
        isMain
        state={listStateOf({ output: entries, message, again: askAgain })}
        currentKey={current === null ? null : String(current.id)}
        onRowFocus={(row) => onFocus(row?.entry ?? null)}
        onSelect={selection.set}
        selected={selection.keys}
        actsOf={({ entry }) => actsOf(entry, console)}
        phone={(row) => ({
          title: row.title,
          value: <Signed value={row.entry.pnl} format={formatSignedRupees} />,
          note: heldInWords(row.entry, hasDay),
          detail: <Tags note={row.note} />,
        })}
        empty={empty}
      />
    </Panel>
  )
}

const actsOf = (entry: JournalEntry, console: ReturnType<typeof useConsole>): readonly RowAct[] => {
  const [leg] = entry.legs
  return [
    { id: 'tag', title: 'Tag…', keys: '#', run: () => console.run(openLine('tag ')) },
    { id: 'mistake', title: 'Mistake…', keys: '!', run: () => console.run(openLine('mistake ')) },
    commandAct(console, 'Note…', { command: 'trip.writeNote', args: {} }),
    ...(leg === undefined
      ? []
      : [
          commandAct(
            console,
            'Chart',
            { command: 'chart.open', args: { instrument: leg.sym } },
            { isApart: true },
          ),
        ]),
  ]
}

export function Tags({ note }: { readonly note: TripNote }) {
  return (
    <span className={styles.tags}>
      {note.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {note.mistakes.map((mistake) => (
        <Badge key={mistake} tone="bad">
          {mistake}
        </Badge>
      ))}
    </span>
  )
}

/** One scale for the list, so that bars can be compared; a single giant does not flatten the others. */
const SHARE = 0.9

const scaleOf = (excursions: ReadonlyMap<number, Excursion>): number => {
  const sizes = [...excursions.values()]
    .map(({ worst, best }) => Math.max(-worst.gained, best.gained))
    .sort((one, other) => one - other)
  return sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * SHARE))] ?? 0
}

const quantityOf = ({ legs, isLong, quantity }: JournalEntry): string =>
  legs.length > 1 ? `${legs.length} legs` : formatSigned(isLong ? quantity : -quantity, 0)

const saidColumns = (scale: number): readonly ColumnOf<Row>[] => [
  {
    id: 'tags',
    title: 'Tag',
    minWidth: 84,
    showFrom: 560,
    cell: ({ note }) => <Tags note={note} />,
    sortBy: ({ note }) => note.tags[0] ?? note.mistakes[0] ?? null,
  },
  {
    id: 'rating',
    title: 'Rating',
    width: 62,
    showFrom: 640,
    cell: ({ note }) => (note.rating === 0 ? '–' : <Rating of={note.rating} />),
    sortBy: ({ note }) => note.rating,
  },
  {
    id: 'excursion',
    title: 'MAE, MFE, exit',
    minWidth: 104,
    showFrom: 500,
    cell: ({ excursion }) =>
      excursion === undefined ? '' : <ExcursionBar excursion={excursion} scale={scale} />,
    sortBy: ({ excursion }) => excursion?.best.gained ?? null,
  },
]

const columnsOf = (hasDay: boolean, scale: number): readonly ColumnOf<Row>[] => [
  {
    id: 'held',
    title: 'Held',
    width: hasDay ? 164 : 104,
    cell: ({ entry }) => <span className={text.second}>{heldInWords(entry, hasDay)}</span>,
    sortBy: ({ entry }) => entry.closedAt ?? Number.MAX_SAFE_INTEGER,
  },
  {
    id: 'name',
    title: 'Instrument',
    isRowHeader: true,
    width: '3fr',
    minWidth: 150,
    cell: ({ title }) => (
      <bdi className={`${text.strong} ${text.cut}`} title={title}>
        {title}
      </bdi>
    ),
    sortBy: ({ title }) => title,
  },
  {
    id: 'quantity',
    title: 'Qty',
    isNumeric: true,
    minWidth: 60,
    cell: ({ entry }) => (
      <span className={entry.legs.length > 1 ? '' : entry.isLong ? text.buy : text.sell}>
        {quantityOf(entry)}
      </span>
    ),
    sortBy: ({ entry }) => entry.quantity,
  },
  ...saidColumns(scale),
  {
    id: 'charges',
    title: 'Charges',
    isNumeric: true,
    showFrom: 720,
    cell: ({ entry }) => entry.charges.toFixed(2),
    sortBy: ({ entry }) => entry.charges,
  },
  {
    id: 'pnl',
    title: 'P&L',
    isNumeric: true,
    minWidth: 92,
    cell: ({ entry }) => <Signed value={entry.pnl} format={(pnl) => formatSigned(pnl)} />,
    sortBy: ({ entry }) => entry.pnl,
  },
]

const exportRows = (rows: readonly Row[], { period, shown }: Journal): Promise<void> =>
  downloadCsv(`journal-${shown.book}-${period.from}-${period.to}`, rows, [
    { name: 'instrument', value: ({ title }) => title },
    { name: 'symbols', value: ({ entry }) => entry.legs.map(({ sym }) => sym).join(' ') },
    { name: 'side', value: ({ entry }) => (entry.isLong ? 'long' : 'short') },
    { name: 'quantity', value: ({ entry }) => entry.quantity },
    { name: 'entry_day', value: ({ entry }) => toIstDate(entry.openedAt) },
    { name: 'entry_at', value: ({ entry }) => new Date(entry.openedAt).toISOString() },
    {
      name: 'exit_at',
      value: ({ entry }) => (entry.closedAt === null ? null : new Date(entry.closedAt).toISOString()),
    },
    { name: 'pnl', value: ({ entry }) => entry.pnl },
    { name: 'charges', value: ({ entry }) => entry.charges },
    { name: 'mae', value: ({ excursion }) => excursion?.worst.gained ?? null },
    { name: 'mfe', value: ({ excursion }) => excursion?.best.gained ?? null },
    { name: 'tags', value: ({ note }) => note.tags.join(', ') },
    { name: 'mistakes', value: ({ note }) => note.mistakes.join(', ') },
    { name: 'rating', value: ({ note }) => (note.rating === 0 ? null : note.rating) },
    { name: 'note', value: ({ note }) => note.text },
  ])
