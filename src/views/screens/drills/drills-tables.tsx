import { capitalised } from '../../../domain/format.ts'
import {
  type DrillKind,
  type DrillRun,
  drillKinds,
  drillTitle,
} from '../../../domain/learning/drills/drill.ts'
import { type DrillWords, drillWords } from '../../../domain/learning/drills/drill-words.ts'
import { pathOfDrills } from '../../../domain/learning/drills/drills-address.ts'
import { useCommand } from '../../kit/console.tsx'
import { useNow } from '../../kit/hooks/use-now.ts'
import { shortInstant } from '../../kit/instants.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { openLine, openPath } from '../../kit/open-path.ts'
import { type ColumnOf, DataTable, type ListState } from '../../kit/table/data-table.tsx'
import styles from './drills-screen.module.css'

interface KindRow extends DrillWords {
  readonly kind: DrillKind
}

const kinds: readonly KindRow[] = drillKinds.map((kind) => ({ kind, ...drillWords[kind] }))

const kindColumns: readonly ColumnOf<KindRow>[] = [
  { id: 'title', title: 'Drill', isRowHeader: true, width: '1fr', minWidth: 150, cell: ({ title }) => title },
  { id: 'length', title: 'Lasts', width: 140, cell: ({ length }) => length },
  {
    id: 'line',
    title: 'Line',
    width: 190,
    cell: ({ line }) => <code className={styles.line}>{line}</code>,
  },
]

interface DrillKindsProps {
  readonly running: DrillKind | null
  readonly onChoose: (kind: DrillKind) => void
}

export function DrillKinds({ running, onChoose }: DrillKindsProps) {
  const run = useCommand()
  return (
    <DataTable
      label="Drills"
      isMain
      rows={kinds}
      columns={kindColumns}
      rowKey={({ kind }) => kind}
      nameOf={({ title }) => title}
      currentKey={running}
      onRowFocus={(row) => {
        if (row !== null) onChoose(row.kind)
      }}
      onRowAction={({ kind, line }) => {
        onChoose(kind)
        run(openLine(line))
      }}
      phone={({ title, line, length }) => ({ title, value: length, detail: line })}
      empty={<EmptyNotice title="No drills" />}
    />
  )
}

interface PastDrillsProps {
  readonly past: readonly DrillRun[]
  readonly current: string | null
  readonly state: ListState
}

const MINUTE = 60_000

export function PastDrills({ past, current, state }: PastDrillsProps) {
  const run = useCommand()
  const now = useNow(MINUTE)
  const columns: readonly ColumnOf<DrillRun>[] = [
    {
      id: 'begun',
      title: 'Begun',
      isRowHeader: true,
      width: 140,
      cell: ({ begunAt }) => shortInstant(begunAt, now),
    },
    {
      id: 'drill',
      title: 'Drill',
      width: '1fr',
      minWidth: 160,
      cell: (drill) => capitalised(drillTitle(drill)),
    },
  ]
  return (
    <DataTable
      label="Past drills"
      rows={past}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={(drill) => `${drillTitle(drill)}, ${shortInstant(drill.begunAt, now)}`}
      currentKey={current}
      state={state}
      onRowAction={({ id }) => run(openPath(pathOfDrills(id)))}
      phone={(drill) => ({
        title: capitalised(drillTitle(drill)),
        value: shortInstant(drill.begunAt, now),
        detail: '',
      })}
      empty={<EmptyNotice title="No drill yet">Its debriefing is kept here once one is over.</EmptyNotice>}
    />
  )
}
