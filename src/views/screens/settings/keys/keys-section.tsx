import { useMemo, useState } from 'react'
import { type KeyRow, keyRows } from '../../../../commands/keymap/rows.ts'
import { strokesInWords } from '../../../../commands/keymap/stroke.ts'
import { capitalised } from '../../../../domain/format.ts'
import { useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { FilterField } from '../../../kit/control/filter-field.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { KeysRecorder } from '../../../kit/control/keys-recorder.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { type ColumnOf, DataTable } from '../../../kit/table/data-table.tsx'
import text from '../../../theme/text.module.css'
import styles from './keys.module.css'
import { KeysDetail } from './keys-detail.tsx'
import { KeysOptions } from './keys-options.tsx'

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const columns: readonly ColumnOf<KeyRow>[] = [
  {
    id: 'where',
    title: 'Where',
    minWidth: 110,
    showFrom: 560,
    cell: ({ where }) => <span className={text.muted}>{where}</span>,
    sortBy: ({ where }) => where,
  },
  {
    id: 'does',
    title: 'Does',
    isRowHeader: true,
    width: '1.6fr',
    minWidth: 150,
    cell: ({ title }) => <span className={`${text.strong} ${text.cut}`}>{title}</span>,
    sortBy: ({ title }) => title,
  },
  {
    id: 'command',
    title: 'Command',
    minWidth: 120,
    showFrom: 640,
    cell: ({ line }) => <span className={`${text.mono} ${text.second} ${text.cut}`}>{line}</span>,
    sortBy: ({ line }) => line,
  },
  {
    id: 'keys',
    title: 'Keys',
    width: 130,
    minWidth: 100,
    cell: ({ strokes }) => strokes !== '' && <KeyCap keys={strokesInWords(strokes, isMac)} />,
    sortBy: ({ strokes }) => strokes,
  },
  {
    id: 'state',
    title: 'State',
    width: 78,
    minWidth: 70,
    cell: (row) => <StateBadge row={row} />,
    sortBy: ({ state }) => state,
  },
]

export function KeysSection() {
  const keymap = useSnapshot('shortcuts', ({ context }) => context.shortcuts.keymap)
  const pins = useSnapshot('shortcuts', ({ context }) => context.shortcuts.pins)
  const [filter, setFilter] = useState('')
  const [pressed, setPressed] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const all = useMemo(() => keyRows({ keymap, pins }), [keymap, pins])
  const shown = useMemo(() => all.filter((row) => isWanted(row, filter, pressed)), [all, filter, pressed])
  const row = all.find(({ id }) => id === chosen) ?? null
  return (
    <div className={styles.keys} data-open={row === null && chosen !== NEW ? undefined : ''}>
      <Panel
        title="Keys"
        className={styles.table}
        note={<Badge>{shown.length}</Badge>}
        aside={<FilterField label="Search by name" value={filter} onChange={setFilter} />}
      >
        <div className={styles.tools}>
          <KeysRecorder
            label="Search by pressing keys"
            hint="Search by keys"
            strokes={pressed}
            onChange={setPressed}
          />
          {pressed !== '' && (
            <Button kind="quiet" icon="close" aria-label="Clear keys" onPress={() => setPressed('')} />
          )}
          <Button icon="create" onPress={() => setChosen(NEW)}>
            Bind a line
          </Button>
          <KeysOptions />
        </div>
        <DataTable
          label="Keys"
          rows={shown}
          columns={columns}
          rowKey={({ id }) => id}
          currentKey={chosen}
          onRowAction={({ id }) => setChosen(id)}
          phone={(one) => ({
            title: one.title,
            value: one.strokes === '' ? <StateBadge row={one} /> : <PhoneKeys strokes={one.strokes} />,
            note: one.where,
            detail: one.strokes === '' ? '' : <StateBadge row={one} />,
          })}
          empty={
            <EmptyNotice icon="search" title={emptyWords(filter, pressed)}>
              <Button
                onPress={() => {
                  setFilter('')
                  setPressed('')
                }}
              >
                Show all keys
              </Button>
            </EmptyNotice>
          }
        />
      </Panel>
      {row === null && chosen !== NEW ? (
        <Panel title="Edit shortcut" className={styles.detail}>
          <EmptyNotice icon="settings" title="Select a row to change its shortcut">
            <KeyCap keys="↵" />
          </EmptyNotice>
        </Panel>
      ) : (
        <KeysDetail key={chosen} row={row} onDone={(id) => setChosen(id)} onClose={() => setChosen(null)} />
      )}
    </div>
  )
}

const NEW = 'new'

/** Key caps are hidden on touch screens, so keys are plain text. */
const PhoneKeys = ({ strokes }: { readonly strokes: string }) => (
  <span className={text.mono}>{strokesInWords(strokes, isMac)}</span>
)

const stateWords = {
  default: 'default',
  own: 'custom',
  off: 'off',
  pinned: 'pinned',
  fixed: 'fixed',
  free: 'no key',
} as const

function StateBadge({ row: { state, isClashing } }: { readonly row: KeyRow }) {
  if (isClashing) return <Badge tone="bad">conflict</Badge>
  return <Badge tone={state === 'own' || state === 'pinned' ? 'blue' : 'neutral'}>{stateWords[state]}</Badge>
}

const isWanted = ({ title, line, where, strokes }: KeyRow, filter: string, pressed: string): boolean => {
  if (pressed !== '' && strokes !== pressed && !strokes.startsWith(`${pressed} `)) return false
  const words = filter.toLowerCase().split(/\s+/)
  const said = `${title} ${line} ${where} ${strokesInWords(strokes, isMac)}`.toLowerCase()
  return words.every((word) => said.includes(word))
}

const emptyWords = (filter: string, pressed: string): string => {
  const keys = pressed === '' ? '' : `${strokesInWords(pressed, isMac)} is not assigned`
  const name = filter === '' ? '' : `no key or command matches “${filter}”`
  const words = [keys, name].filter((part) => part !== '').join(' where ')
  return capitalised(words)
}
