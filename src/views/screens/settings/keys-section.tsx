import { useMemo, useState } from 'react'
import { defaultKeymap } from '../../../commands/keymap/default.ts'
import type { Binding, Keymap } from '../../../commands/keymap/keymap.ts'
import { strokesInWords } from '../../../commands/keymap/stroke.ts'
import { type CommandCall, titleOfCall } from '../../../commands/registry.ts'
import { Badge } from '../../kit/badge.tsx'
import { useConsole } from '../../kit/console.tsx'
import { type ColumnOf, DataTable } from '../../kit/data-table.tsx'
import { FilterField } from '../../kit/filter-field.tsx'
import { KeyCap } from '../../kit/key-cap.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import text from '../../theme/text.module.css'
import styles from './settings-screen.module.css'

interface KeyRow {
  readonly id: string
  readonly where: string
  readonly does: string
  readonly command: string
  readonly keys: string
}

const columns: readonly ColumnOf<KeyRow>[] = [
  {
    id: 'does',
    title: 'Does',
    isRowHeader: true,
    width: '1.5fr',
    minWidth: 170,
    cell: ({ does }) => <span className={text.strong}>{does}</span>,
    sortBy: ({ does }) => does,
  },
  {
    id: 'keys',
    title: 'Keys',
    minWidth: 96,
    cell: ({ keys }) => <KeyCap keys={keys} />,
    sortBy: ({ keys }) => keys,
  },
  {
    id: 'command',
    title: 'Command',
    minWidth: 140,
    cell: ({ command }) => <span className={`${text.mono} ${text.second}`}>{command}</span>,
    sortBy: ({ command }) => command,
  },
  {
    id: 'where',
    title: 'When',
    width: '2fr',
    minWidth: 170,
    cell: ({ where }) => <span className={`${text.mono} ${text.muted}`}>{where}</span>,
    sortBy: ({ where }) => where,
  },
]

/** Every key and what it does; read-only. */
export function KeysSection() {
  const { environment } = useConsole()
  const [filter, setFilter] = useState('')
  const all = useMemo(() => keyRows(defaultKeymap, (call) => titleOfCall(call, environment())), [environment])
  const wanted = filter.toLowerCase()
  const shown = all.filter((row) => `${row.does} ${row.command} ${row.keys}`.toLowerCase().includes(wanted))
  return (
    <Panel
      title="Keys"
      className={styles.fill}
      note={<Badge>{shown.length}</Badge>}
      aside={<FilterField label="Search by name or key" value={filter} onChange={setFilter} />}
    >
      <DataTable
        label="Keys"
        rows={shown}
        columns={columns}
        rowKey={({ id }) => id}
        phone={({ does, keys, where }) => ({ title: does, value: <KeyCap keys={keys} />, note: where })}
        empty={<EmptyNotice icon="search" title={`No key or command matches “${filter}”`} />}
      />
    </Panel>
  )
}

const keyRows = (keymap: Keymap, titleOf: (call: CommandCall) => string): readonly KeyRow[] =>
  keymap.flatMap(({ when = 'anywhere', keys }) =>
    Object.entries(keys).map(([strokes, binding]) => ({
      id: `${when} ${strokes}`,
      where: when,
      keys: strokesInWords(strokes),
      ...nameOf(binding, titleOf),
    })),
  )

const nameOf = (
  binding: Binding,
  titleOf: (call: CommandCall) => string,
): { readonly does: string; readonly command: string } => {
  if (typeof binding === 'object' && 'line' in binding) return { does: binding.line, command: 'a line' }
  const [command, args] = typeof binding === 'string' ? [binding, {}] : binding
  return { does: titleOf({ command, args } as CommandCall), command }
}
