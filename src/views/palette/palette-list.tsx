import { Command } from 'cmdk'
import { memo, useEffect, useState } from 'react'
import { printCall } from '../../commands/grammar/print-call.ts'
import type { PaletteRow } from '../../commands/reading.ts'
import { KeyCap } from '../kit/key-cap.tsx'
import styles from './palette.module.css'

const groups = [
  { title: 'Act', kinds: ['act', 'variant'], isTitled: false },
  { title: 'Next', kinds: ['completion'], isTitled: true },
  { title: 'Commands', kinds: ['command'], isTitled: true },
  { title: 'Instruments', kinds: ['instrument'], isTitled: true },
  { title: 'History', kinds: ['history'], isTitled: true },
] as const satisfies readonly { title: string; kinds: readonly PaletteRow['kind'][]; isTitled: boolean }[]

/**
 * What a row is called, by its place: cmdk tells the field nothing of a row chosen from outside it, and does a lot for
 * every row that is called anew.
 */
export const rowElementId = (place: number): string => `palette-row-${place}`

/** As many as are seen without scrolling; the others follow when no key has come for a moment. */
const ROWS_SEEN = 12
const REST_MS = 120

interface PaletteListProps {
  readonly rows: readonly PaletteRow[]
  readonly isInHistory: boolean
  /** The line says already why nothing is found. */
  readonly hasProblem: boolean
  /** By place. The same function from render to render: a row whose words stay is not drawn again. */
  readonly onPick: (place: number) => void
}

/** Runs of rows of one group, in the order the reading gives them: Enter does the first. */
export function PaletteList({ rows, isInHistory, hasProblem, onPick }: PaletteListProps) {
  const shown = useSeen(rows)
  return (
    <Command.List className={styles.list} label="What could be meant">
      {rows.length === 0 && !hasProblem && (
        <p className={styles.none}>
          {isInHistory ? 'No line of the history has this' : 'Nothing is called that'}
        </p>
      )}
      {/* Keyed by place: between two keystrokes nearly every row changes, and new words in old elements cost least. */}
      {runsOf(shown).map((run, place) => (
        <Command.Group
          // biome-ignore lint/suspicious/noArrayIndexKey: said above
          key={place}
          className={styles.group}
          {...(run.group.isTitled ? { heading: run.group.title } : {})}
        >
          {run.rows.map((row, at) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: said above
              key={at}
              place={run.from + at}
              {...wordsOf(row, rows[0])}
              keys={row === rows[0] && row.call !== undefined ? '↵' : row.keys}
              isTyped={row.kind === 'completion' || row.kind === 'history'}
              onPick={onPick}
            />
          ))}
        </Command.Group>
      ))}
    </Command.List>
  )
}

function useSeen(rows: readonly PaletteRow[]): readonly PaletteRow[] {
  const [whole, setWhole] = useState(rows)
  useEffect(() => {
    if (rows.length <= ROWS_SEEN) return
    const rest = setTimeout(() => setWhole(rows), REST_MS)
    return () => clearTimeout(rest)
  }, [rows])
  return whole === rows ? rows : rows.slice(0, ROWS_SEEN)
}

interface RowProps {
  readonly place: number
  readonly title: string
  readonly detail: string
  readonly keys: string | undefined
  /** Its title is a piece of the line. */
  readonly isTyped: boolean
  readonly onPick: (place: number) => void
}

const Row = memo(function Row({ place, title, detail, keys, isTyped, onPick }: RowProps) {
  return (
    <Command.Item asChild value={rowElementId(place)} onSelect={() => onPick(place)}>
      <div id={rowElementId(place)} className={styles.row}>
        <span className={isTyped ? styles.typed : styles.title}>{title}</span>
        <span className={styles.detail}>{detail}</span>
        {keys !== undefined && (
          <span className={styles.keys}>
            <KeyCap keys={keys} />
          </span>
        )}
      </div>
    </Command.Item>
  )
})

const PART = ' · '

/** A long act says its first part loud and the rest softly; a variant says first what is different about it. */
const wordsOf = (row: PaletteRow, act: PaletteRow | undefined): { title: string; detail: string } => {
  if (row.kind !== 'act' && row.kind !== 'variant') return { title: row.title, detail: row.detail }
  const [first = '', ...rest] = row.title.split(PART)
  const difference = row.kind === 'variant' ? differenceOf(row, act) : ''
  return difference === ''
    ? { title: first, detail: [...rest, row.detail].join(PART) }
    : { title: `The same, ${difference}`, detail: rest.join(PART) }
}

/** Words of the printed line that the act's line does not have. */
const differenceOf = (row: PaletteRow, act: PaletteRow | undefined): string => {
  if (row.call === undefined || act?.call === undefined) return ''
  const known = new Set(printCall(act.call).split(' '))
  return printCall(row.call)
    .split(' ')
    .filter((word) => !known.has(word))
    .join(' ')
}

interface Run {
  readonly group: (typeof groups)[number]
  /** Place of its first row among all. */
  readonly from: number
  readonly rows: readonly PaletteRow[]
}

const groupOf = (row: PaletteRow): (typeof groups)[number] =>
  groups.find(({ kinds }) => (kinds as readonly string[]).includes(row.kind)) ?? groups[0]

const runsOf = (rows: readonly PaletteRow[]): readonly Run[] => {
  const runs: { group: (typeof groups)[number]; from: number; rows: PaletteRow[] }[] = []
  for (const [from, row] of rows.entries()) {
    const group = groupOf(row)
    const last = runs.at(-1)
    if (last?.group === group) last.rows.push(row)
    else runs.push({ group, from, rows: [row] })
  }
  return runs
}
