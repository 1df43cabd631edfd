import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RuleRows } from '../../../domain/strategies/condition/rule-rows.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import type { RowReading } from '../../../domain/strategies/rule-reading.ts'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { RuleText } from '../../kit/rule-text.tsx'
import text from '../../theme/text.module.css'
import { ChangedNames } from './changed-names.tsx'
import { RuleAsText } from './rule-as-text.tsx'
import styles from './rule-editor.module.css'
import { type RowActs, SentenceRow, type SentenceRowProps } from './sentence-row.tsx'
import { type RuleEditing, useRuleRows } from './use-rule-rows.ts'

interface RuleEditorProps {
  readonly label: string
  readonly logic: string
  readonly samples: readonly string[]
  /** One for each row; empty until computed. */
  readonly readings: readonly RowReading[]
  /** Shown instead of the reading of a row. */
  readonly besideRow?: ((row: Condition) => ReactNode) | undefined
  readonly problem?: string | undefined
  /** One `group` is undone together. */
  readonly onChange: (logic: string, group?: string | undefined) => void
  readonly onRow: (row: number | null) => void
}

const joiners = [
  { value: 'all', label: 'all' },
  { value: 'any', label: 'any' },
] as const

/** The same rule as rows and as text. What cannot be read stays text until it can. */
export function RuleEditor(props: RuleEditorProps) {
  const { label, logic, onChange } = props
  const [isText, setText] = useState(false)
  const editing = useRuleRows(logic, onChange)
  const { rows } = editing
  if (isText || rows === null)
    return (
      <RuleAsText
        label={`${label}, as text`}
        logic={logic}
        onChange={(next) => onChange(next, `${label} text`)}
        onLeave={() => setText(false)}
      />
    )
  return <Rows {...props} rows={rows} editing={editing} onText={() => setText(true)} />
}

interface RowsProps extends RuleEditorProps {
  readonly rows: RuleRows
  readonly editing: RuleEditing
  readonly onText: () => void
}

function Rows({
  label,
  logic,
  samples,
  readings,
  besideRow,
  problem,
  onChange,
  onRow,
  rows,
  editing,
  onText,
}: RowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const press = useRowKeys(list, rows, editing, onText)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside, which are buttons
    <div className={styles.editor} onKeyDown={press}>
      {rows.rows.length === 0 ? (
        <Samples samples={samples} onTake={(sample) => onChange(sample)} />
      ) : (
        <ol ref={list} className={styles.rows} aria-label={label}>
          {rows.rows.map((row, index) => (
            <EditedRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              key={index}
              list={list}
              index={index}
              row={row}
              joiner={rows.joiner}
              reading={readings[index] ?? null}
              beside={besideRow?.(row)}
              editing={editing}
              onRow={onRow}
            />
          ))}
        </ol>
      )}
      <div className={styles.foot}>
        <span className={styles.printed}>
          {logic === '' ? <span className={text.muted}>no condition</span> : <RuleText rule={logic} />}
        </span>
        {rows.rows.length > 1 && (
          <Segmented label={`${label}: rows`} value={rows.joiner} choices={joiners} onChange={editing.join} />
        )}
        <Button kind="quiet" data-answers="+" keys="+" onPress={editing.add}>
          Add row
        </Button>
        <Button kind="quiet" onPress={onText}>
          As text <KeyCap keys="Ctrl /" isOne />
        </Button>
      </div>
      <ChangedNames logic={logic} onChange={onChange} />
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </div>
  )
}

type List = RefObject<HTMLOListElement | null>

const focusSlot = (list: List, row: number, slot: string): void =>
  list.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-slot="${slot}"]`)?.focus()

interface EditedRowProps extends Pick<SentenceRowProps, 'index' | 'row' | 'joiner' | 'reading' | 'beside'> {
  readonly list: List
  readonly editing: RuleEditing
  readonly onRow: RuleEditorProps['onRow']
}

/** Gives the focus back to the slot that was edited. */
function EditedRow({ list, editing, onRow, ...shown }: EditedRowProps) {
  const { index, row } = shown
  const { open } = editing
  const opened = open?.row === index ? open.slot : null
  const before = useRef<Condition>(row)
  const acts: RowActs = {
    open: (slot) => {
      before.current = row
      editing.openSlot(index, slot)
    },
    attempt: (next) => editing.attempt(index, next),
    done: (next, slot) => {
      before.current = next
      if (flushSync(() => editing.done(index, next, slot)) === null) focusSlot(list, index, slot)
    },
    cancel: () => {
      flushSync(() => editing.cancel(before.current))
      focusSlot(list, index, opened ?? 'left')
    },
    compare: (comparator) => {
      if (row.kind === 'compare') editing.replace(index, { ...row, comparator })
    },
    remove: () => editing.remove(index),
  }
  return <SentenceRow {...shown} open={opened} acts={acts} onFocus={() => onRow(index)} />
}

function useRowKeys(list: List, { joiner, rows }: RuleRows, editing: RuleEditing, onText: () => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const isToggle = event.key === '/' && (event.ctrlKey || event.metaKey)
    const act = isToggle ? null : rowKey(event)
    if (act === null && !isToggle) return
    event.preventDefault()
    if (act === null) {
      onText()
      return
    }
    event.stopPropagation()
    const { row, slot } = act
    if (act.kind === 'go') focusIn(list.current, row, act.by, slot)
    if (act.kind === 'side') stepSlot(event.target as HTMLElement, act.by)
    if (act.kind === 'move') {
      flushSync(() => editing.move(row, act.by))
      focusSlot(list, Math.min(Math.max(row + act.by, 0), rows.length - 1), slot)
    }
    if (act.kind === 'remove') {
      flushSync(() => editing.remove(row))
      focusSlot(list, Math.min(row, rows.length - 2), 'left')
    }
    if (act.kind === 'join') editing.join(joiner === 'all' ? 'any' : 'all')
  }
}

interface SamplesProps {
  readonly samples: readonly string[]
  readonly onTake: (sample: string) => void
}

function Samples({ samples, onTake }: SamplesProps) {
  return (
    <div className={styles.samples}>
      <p className={text.muted}>No condition yet. Add a row, or begin with one of these:</p>
      {samples.map((sample) => (
        <Button key={sample} kind="quiet" onPress={() => onTake(sample)}>
          <RuleText rule={sample} />
        </Button>
      ))}
    </div>
  )
}

interface At {
  readonly row: number
  readonly slot: string
}

type RowKey = At &
  ({ readonly kind: 'go' | 'side' | 'move'; readonly by: number } | { readonly kind: 'remove' | 'join' })

/** Null for a key of a field, or one that does nothing on a row. */
const rowKey = (event: KeyboardEvent<HTMLElement>): RowKey | null => {
  const target = event.target as HTMLElement
  const slot = target.dataset.slot
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
  if (slot === undefined || row === undefined || event.ctrlKey || event.metaKey) return null
  const at = { row: Number(row), slot }
  if (event.altKey) {
    if (event.key === 'ArrowUp') return { ...at, kind: 'move', by: -1 }
    return event.key === 'ArrowDown' ? { ...at, kind: 'move', by: 1 } : null
  }
  switch (event.key) {
    case 'ArrowUp':
    case 'k':
      return { ...at, kind: 'go', by: -1 }
    case 'ArrowDown':
    case 'j':
      return { ...at, kind: 'go', by: 1 }
    case 'ArrowLeft':
      return { ...at, kind: 'side', by: -1 }
    case 'ArrowRight':
      return { ...at, kind: 'side', by: 1 }
    case 'Backspace':
    case 'Delete':
      return { ...at, kind: 'remove' }
    case 'o':
      return { ...at, kind: 'join' }
    default:
      return null
  }
}

const focusIn = (list: HTMLElement | null, row: number, by: number, slot: string): void => {
  const next = list?.querySelector(`[data-row="${row + by}"]`)
  const wanted = next?.querySelector<HTMLElement>(`[data-slot="${slot}"]`)
  const other = next?.querySelector<HTMLElement>('[data-slot]')
  ;(wanted ?? other)?.focus()
}

const stepSlot = (from: HTMLElement, by: number): void => {
  const slots = [...(from.closest('[data-row]')?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])]
  slots[slots.indexOf(from) + by]?.focus()
}
