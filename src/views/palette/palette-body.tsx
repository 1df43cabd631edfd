import { Command } from 'cmdk'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { MAX_PALETTE_ROWS, type PaletteRow } from '../../commands/reading.ts'
import { findCommand } from '../../commands/registry.ts'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { CommandLine } from './command-line.tsx'
import { Confirm } from './confirm.tsx'
import styles from './palette.module.css'
import { PaletteFooter } from './palette-footer.tsx'
import { PaletteList } from './palette-list.tsx'
import { Preview } from './preview.tsx'
import { ResultCount } from './result-count.tsx'

/** What is typed, what it means, what it would do, and what else could be meant. */
export function PaletteBody() {
  const { actors, read, actOf } = useConsole()
  const palette = actors.palette
  const line = useSnapshot('palette', ({ context }) => context.line)
  const caret = useSnapshot('palette', ({ context }) => context.caret)
  const chosen = useSnapshot('palette', ({ context }) => context.chosen)
  const history = useSnapshot('palette', ({ context }) => context.history)
  const historyPlace = useSnapshot('palette', ({ context }) => context.historyPlace)
  const message = useSnapshot('palette', ({ context }) => context.message)
  const isConfirming = useSnapshot('palette', (snapshot) => snapshot.matches({ open: 'confirming' }))
  const [isInHistory, setIsInHistory] = useState(false)
  const reading = useMemo(() => read(line, caret), [read, line, caret])
  const rows = useMemo(
    () => (isInHistory ? historyRows(history, line) : reading.rows),
    [isInHistory, history, line, reading],
  )
  const row = rows[chosen] ?? rows[0]

  const write = (text: string, at: number) => palette.send({ type: 'palette.type', line: text, caret: at })
  const insert = (one: PaletteRow) => {
    setIsInHistory(false)
    const text = one.insert ?? line
    write(text, one.caret ?? text.length)
  }
  const enter = (one: PaletteRow | undefined) => {
    if (isConfirming) palette.send({ type: 'palette.enter' })
    else if (one !== undefined) {
      const act = actOf(one)
      if (act !== null) palette.send({ type: 'palette.enter', act })
      else if (one.insert !== undefined) insert(one)
    }
  }
  const complete = () => {
    const found = row?.insert === undefined ? rows.find((one) => one.insert !== undefined) : row
    if (found) insert(found)
  }
  const press = (event: KeyboardEvent) => {
    const act = keyAct({ event, isInHistory, isEmpty: line === '', isWalking: historyPlace !== null })
    if (act === null) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'enter') enter(row)
    if (act === 'variant') enter(rows.find(({ kind }) => kind === 'variant'))
    if (act === 'complete') complete()
    if (act === 'older') palette.send({ type: 'palette.older' })
    if (act === 'newer') palette.send({ type: 'palette.newer' })
    if (act === 'searchHistory') setIsInHistory(true)
    if (act === 'leaveHistory') setIsInHistory(false)
  }
  const choose = (id: string) => {
    const place = rows.findIndex((one) => one.id === id)
    if (place >= 0 && place !== chosen) palette.send({ type: 'palette.choose', row: place })
  }

  return (
    <div className={styles.body} onKeyDownCapture={press} {...(isInHistory ? { 'data-own-escape': '' } : {})}>
      <Command
        label="Command line"
        shouldFilter={false}
        vimBindings={false}
        value={row?.id ?? ''}
        onValueChange={choose}
      >
        <CommandLine line={line} caret={caret} reading={reading} onWrite={write} />
        {reading.problem !== null && line.trim() !== '' && (
          <p className={styles.problem} id="palette-problem">
            <span>column {reading.problem.column}</span>{' '}
            {reading.problem.found === '' ? '' : `“${reading.problem.found}”: `}expected{' '}
            {reading.problem.expected}
          </p>
        )}
        {message !== null && (
          <p className={styles.problem} role="alert">
            {message}
          </p>
        )}
        {isConfirming ? (
          <Confirm />
        ) : (
          <>
            {reading.call !== null && findCommand(reading.call.command)?.preview !== undefined && <Preview />}
            <PaletteList
              rows={rows}
              isInHistory={isInHistory}
              hasProblem={reading.problem !== null}
              onPick={enter}
            />
          </>
        )}
        <ResultCount count={rows.length} />
        <PaletteFooter isInHistory={isInHistory} isConfirming={isConfirming} />
      </Command>
    </div>
  )
}

const historyRows = (history: readonly string[], line: string): readonly PaletteRow[] => {
  const wanted = line.trim().toLowerCase()
  return history
    .filter((known) => known.toLowerCase().includes(wanted))
    .slice(0, MAX_PALETTE_ROWS)
    .map((known) => ({ id: `history ${known}`, title: known, detail: '', kind: 'history', insert: known }))
}

type KeyAct = 'enter' | 'variant' | 'complete' | 'older' | 'newer' | 'searchHistory' | 'leaveHistory'

interface Pressed {
  readonly event: KeyboardEvent
  readonly isInHistory: boolean
  readonly isEmpty: boolean
  /** A line of the history is shown: up and down go on from it. */
  readonly isWalking: boolean
}

const keyAct = ({ event, isInHistory, isEmpty, isWalking }: Pressed): KeyAct | null => {
  if (event.nativeEvent.isComposing) return null
  switch (event.key) {
    case 'Enter':
      return event.shiftKey ? 'variant' : 'enter'
    case 'Tab':
      return event.shiftKey ? null : 'complete'
    case 'ArrowUp':
      return (isEmpty || isWalking) && !isInHistory ? 'older' : null
    case 'ArrowDown':
      return isWalking && !isInHistory ? 'newer' : null
    case 'Escape':
      return isInHistory ? 'leaveHistory' : null
    case 'r':
      return event.ctrlKey && !isInHistory ? 'searchHistory' : null
    default:
      return null
  }
}
