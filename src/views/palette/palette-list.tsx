import { Command } from 'cmdk'
import { useEffect, useId, useState } from 'react'
import { printCall } from '../../commands/grammar/print-call.ts'
import type { PaletteRow } from '../../commands/reading.ts'
import { type FoundPaletteRow, FoundRow } from './found-rows.tsx'
import styles from './palette.module.css'
import { Row, rowElementId } from './palette-row.tsx'
import { runsOf } from './row-groups.ts'

/** Rows visible without scrolling; the rest is rendered after a pause in typing. */
const ROWS_SEEN = 12
const REST_MS = 300

interface PaletteListProps {
  readonly rows: readonly (PaletteRow | FoundPaletteRow)[]
  readonly chosen: number
  readonly isInHistory: boolean
  readonly hasProblem: boolean
  readonly hasFixKeys: boolean
  readonly onPoint: (index: number) => void
  readonly onPick: (index: number) => void
}

/** Keyed by index: nearly every row changes with each keystroke, and reusing the elements is cheapest. */
export function PaletteList(props: PaletteListProps) {
  const { rows, chosen, isInHistory, hasProblem, hasFixKeys, onPoint, onPick } = props
  const shown = useSeen(rows)
  const listId = useId()
  const isEmpty = rows.length === 0
  const titled = runsOf(shown).filter(({ title }) => title !== null)
  const headingId = (from: number): string => `${listId}-${from}`
  return (
    <Command.List className={(isEmpty && hasProblem ? styles.empty : styles.list) ?? ''} label="Suggestions">
      {isEmpty && !hasProblem && (
        <p className={styles.none}>{isInHistory ? 'No match in history' : 'No matches'}</p>
      )}
      {shown.flatMap((row, index) => {
        const run = titled.find(({ from }) => from === index)
        const option = (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: see the comment on PaletteList
            key={index}
            index={index}
            {...wordsOf(row, rows[0])}
            keys={keysOf(row, index, hasFixKeys)}
            changedFrom={row.changed?.from ?? 0}
            changedTo={row.changed?.to ?? 0}
            isTyped={row.kind === 'completion' || row.kind === 'history'}
            isChosen={index === chosen}
            content={isFound(row) ? <FoundRow found={row.found} /> : undefined}
            onPoint={onPoint}
            onPick={onPick}
          />
        )
        if (run === undefined) return [option]
        return [
          <div key={headingId(index)} id={headingId(index)} className={styles.heading} aria-hidden="true">
            {isFound(row) ? row.heading : run.title}
          </div>,
          option,
        ]
      })}
      {titled.map(({ from, to }) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
        <div
          key={`group ${from}`}
          role="group"
          aria-labelledby={headingId(from)}
          aria-owns={shown
            .slice(from, to)
            .map((_, at) => rowElementId(from + at))
            .join(' ')}
        />
      ))}
    </Command.List>
  )
}

const isFound = (row: PaletteRow | FoundPaletteRow): row is FoundPaletteRow => 'found' in row

function useSeen<Row>(rows: readonly Row[]): readonly Row[] {
  const [whole, setWhole] = useState(rows)
  useEffect(() => {
    if (rows.length <= ROWS_SEEN) return
    const rest = setTimeout(() => setWhole(rows), REST_MS)
    return () => clearTimeout(rest)
  }, [rows])
  return whole === rows ? rows : rows.slice(0, ROWS_SEEN)
}

const keysOf = (row: PaletteRow, index: number, hasFixKeys: boolean): string | undefined => {
  if (index === 0 && (row.call ?? row.meant) !== undefined) return '↵'
  return hasFixKeys && index <= 2 && row.changed !== undefined ? `${index + 1}` : row.keys
}

const PART = ' · '

const wordsOf = (row: PaletteRow, act: PaletteRow | undefined): { title: string; detail: string } => {
  if (row.words !== undefined) return row.words
  if (row.kind !== 'act' && row.kind !== 'variant') return { title: row.title, detail: row.detail }
  const [first = '', ...rest] = row.title.split(PART)
  const difference = row.kind === 'variant' ? differenceOf(row, act) : ''
  return difference === ''
    ? { title: first, detail: [...rest, row.detail].filter((part) => part !== '').join(PART) }
    : { title: `Same, ${difference}`, detail: rest.join(PART) }
}

const differenceOf = (row: PaletteRow, act: PaletteRow | undefined): string => {
  if (row.call === undefined || act?.call === undefined) return ''
  const known = new Set(printCall(act.call).split(' '))
  return printCall(row.call)
    .split(' ')
    .filter((word) => !known.has(word))
    .join(' ')
}
