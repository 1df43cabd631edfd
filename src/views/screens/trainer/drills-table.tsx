import { useMemo } from 'react'
import type { Drill } from '../../../commands/learning/drills.ts'
import { formatNumber } from '../../../domain/format.ts'
import { type DrillRecord, SLOW_MS } from '../../../domain/learning/practice.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import styles from './drills-table.module.css'

interface DrillsTableProps {
  readonly drills: readonly Drill[]
  readonly records: Readonly<Record<string, DrillRecord>>
  readonly asked: string | null
  readonly onAsk: (drill: string) => void
}

interface Row extends Drill {
  readonly number: number
  readonly record: DrillRecord | undefined
}

export const secondsOf = (took: number): string => `${formatNumber(took / 1_000, 1)} s`

export function DrillsTable({ drills, records, asked, onAsk }: DrillsTableProps) {
  const rows = useMemo(
    () => drills.map((drill, index): Row => ({ ...drill, number: index + 1, record: records[drill.id] })),
    [drills, records],
  )
  return (
    <DataTable
      label="Drills"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ task }) => task}
      currentKey={asked}
      onRowAction={({ id }) => onAsk(id)}
      phone={({ task, record }) => ({
        title: task,
        value: record === undefined ? '–' : secondsOf(record.last),
        detail: record?.best == null ? 'no best yet' : `best ${secondsOf(record.best)}`,
      })}
      empty={<EmptyNotice title="No drills" />}
    />
  )
}

const columns: readonly ColumnOf<Row>[] = [
  {
    id: 'task',
    title: 'Drill',
    isRowHeader: true,
    width: '1fr',
    minWidth: 220,
    cell: ({ number, task }) => (
      <>
        <span className={styles.number}>{number}</span> {task}
      </>
    ),
    sortBy: ({ number }) => number,
  },
  {
    id: 'last',
    title: 'Last',
    isNumeric: true,
    width: 72,
    cell: ({ record }) => (record === undefined ? '–' : secondsOf(record.last)),
    sortBy: ({ record }) => record?.last ?? null,
  },
  {
    id: 'best',
    title: 'Best',
    isNumeric: true,
    width: 132,
    cell: ({ record }) =>
      record?.best == null ? (
        '–'
      ) : (
        <span className={styles.best}>
          {secondsOf(record.best)}
          <span className={styles.track} aria-hidden="true">
            <span
              className={styles.bar}
              style={{ width: `${Math.min(100, (100 * record.best) / SLOW_MS)}%` }}
            />
          </span>
        </span>
      ),
    sortBy: ({ record }) => record?.best ?? null,
  },
]
