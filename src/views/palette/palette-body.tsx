import { Command } from 'cmdk'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { strokeOf, strokesInWords, unheld } from '../../commands/keymap/stroke.ts'
import { fixOfKey } from '../../commands/palette/fix-keys.ts'
import { withLotStep, withPriceStep } from '../../commands/palette/step-order.ts'
import { MAX_PALETTE_ROWS, type PaletteRow, type Reading } from '../../commands/reading.ts'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { useNeeds } from '../kit/line/use-needs.ts'
import { CommandLine } from './command-line.tsx'
import { Confirm } from './confirm.tsx'
import { chooseRow, previewedCall, withFound } from './found-rows.tsx'
import { OrderButton } from './order/send-button.tsx'
import styles from './palette.module.css'
import { PaletteFooter } from './palette-footer.tsx'
import { PaletteList } from './palette-list.tsx'
import { rowElementId } from './palette-row.tsx'
import { commandIn, Preview, previewsOrder } from './preview.tsx'
import { isCalm, ProblemText } from './problem-text.tsx'
import { ResultCount } from './result-count.tsx'
import { groupBeside } from './row-groups.ts'

export function PaletteBody() {
  const { dispatch, read, actOf, reconsider, environment } = useConsole()
  const { line, caret, chosen, isReopened, history, historyIndex, act, revision, preview } = useSnapshot(
    'palette',
    ({ context }) => context,
  )
  const isConfirming = useSnapshot('palette', (snapshot) => snapshot.matches({ open: 'confirming' }))
  const [isInHistory, setIsInHistory] = useState(false)
  const confirmed = isConfirming ? act : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: both change what the line is read against
  const reading = useMemo(() => read(line, caret), [read, line, caret, revision, preview])
  useNeedsOf(reading)
  const command = useMemo(() => commandIn(line, reading), [line, reading])
  const rows = useMemo(
    () => (isInHistory ? historyRows(history, line) : withFound(line, reading, preview, environment)),
    [isInHistory, history, line, reading, preview, environment],
  )
  const index = rows[chosen] === undefined ? 0 : chosen
  const row = rows[index]
  const isFixing = !isConfirming && rows[0]?.changed !== undefined
  const shown = useMemo(() => ({ line, caret, rows, chosen: index }), [line, caret, rows, index])
  const hasFixKeys = useMemo(() => isFixing && fixOfKey('2', shown, read) !== null, [isFixing, shown, read])

  const reason = useReason(row, reading)
  const write = (text: string, at: number) =>
    dispatch({ to: 'palette', event: { type: 'palette.type', line: text, caret: at } })
  const insert = (one: PaletteRow) => {
    setIsInHistory(false)
    const text = one.insert ?? line
    write(text, one.caret ?? text.length)
  }
  const enter = (one: PaletteRow | undefined) => {
    if (isConfirming) answer()
    else if (one !== undefined) {
      const chosenAct = actOf(one)
      if (chosenAct !== null) dispatch({ to: 'palette', event: { type: 'palette.enter', act: chosenAct } })
      else if (one.insert !== undefined) insert(one)
    }
  }
  const point = (at: number) => {
    if (at !== chosen) dispatch(chooseRow(at, index, { rows, preview }))
  }
  const latest = useRef({ rows, enter, point })
  useLayoutEffect(() => {
    latest.current = { rows, enter, point }
  })
  const onPick = useCallback((at: number) => latest.current.enter(latest.current.rows[at]), [])
  const onPoint = useCallback((at: number) => latest.current.point(at), [])
  const answer = () => {
    const anew = act === null ? null : reconsider(act)
    dispatch({ to: 'palette', event: { type: 'palette.enter', ...(anew === null ? {} : { act: anew }) } })
  }
  const complete = () => {
    const found = row?.insert === undefined ? rows.find(isCompletion) : row
    if (found) insert(found)
  }
  const leap = (key: string): boolean => {
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
    const found = by === null || isConfirming ? null : groupBeside(rows, index, by)
    if (found === null) return false
    point(found)
    document.getElementById(rowElementId(found))?.scrollIntoView({ block: 'nearest' })
    return true
  }
  const step = (key: string): boolean => {
    const [by, stepLine] = arrowSteps[key] ?? []
    if (by === undefined || stepLine === undefined || isConfirming || isInHistory) return false
    const stepped = stepLine(line, reading, by, environment())
    if (stepped === null) return false
    write(stepped.line, stepped.caret)
    return true
  }
  const { isStray, released } = useStrayKeys()
  const labelledRow = (event: KeyboardEvent) =>
    rowOfKeys(rows, event, environment().isMac === true) ??
    (isPlain(event) ? fixOfKey(event.key, shown, read) : null)
  const press = (event: KeyboardEvent) => {
    if (isStray(event, isConfirming)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const labelled = isConfirming ? null : labelledRow(event)
    const pressed = keyAct({ event, isInHistory, isEmpty: line === '', isWalking: historyIndex !== null })
    const isTaken =
      labelled !== null || pressed !== null || (event.altKey && (step(event.key) || leap(event.key)))
    if (!isTaken) return
    event.preventDefault()
    event.stopPropagation()
    if (labelled !== null) {
      if (!event.repeat) enter(labelled)
      return
    }
    if (pressed === 'enter' && !event.repeat) enter(row)
    if (pressed === 'complete') complete()
    if (pressed === 'older') dispatch({ to: 'palette', event: { type: 'palette.older' } })
    if (pressed === 'newer') dispatch({ to: 'palette', event: { type: 'palette.newer' } })
    if (pressed === 'searchHistory') setIsInHistory(true)
    if (pressed === 'leaveHistory') setIsInHistory(false)
  }
  const previewed = previewedCall(reading, row)
  const isOrderLine = previewsOrder(previewed, command)
  const choose = (name: string) => {
    const named = rows.findIndex((_, at) => rowElementId(at) === name)
    if (named >= 0) point(named)
  }

  return (
    <div
      className={styles.body}
      onKeyDownCapture={press}
      onKeyUpCapture={released}
      {...(isInHistory ? { 'data-own-escape': '' } : {})}
      {...(isFixing ? { 'data-fixing': '' } : {})}
    >
      <Command
        label="Command line"
        shouldFilter={false}
        vimBindings={false}
        value={row === undefined ? '' : rowElementId(index)}
        onValueChange={choose}
      >
        <CommandLine
          line={line}
          caret={caret}
          isSelected={isReopened}
          reading={reading}
          rowId={isConfirming || row === undefined ? null : rowElementId(index)}
          onWrite={write}
        />
        <UnderLine problem={line.trim() !== '' && (isFixing || !isOrderLine) ? reading.problem : null} />
        {inOrder(
          isFixing,
          (confirmed !== null || !isInHistory) && (
            <Preview
              key="preview"
              call={confirmed === null ? previewed : confirmed.call}
              command={confirmed === null ? command : null}
              problem={confirmed === null && !isFixing ? reading.problem : null}
              reason={confirmed === null ? reason : null}
            />
          ),
          confirmed !== null ? (
            <Confirm key="confirm" onConfirm={answer} />
          ) : (
            <PaletteList
              key="list"
              rows={rows}
              chosen={index}
              isInHistory={isInHistory}
              hasProblem={reading.problem !== null}
              hasFixKeys={hasFixKeys}
              onPoint={onPoint}
              onPick={onPick}
            />
          ),
        )}
        {confirmed === null && isOrderLine && <OrderButton row={row} index={index} onPick={onPick} />}
        <ResultCount count={rows.length} />
        <PaletteFooter
          isInHistory={isInHistory}
          isConfirming={isConfirming}
          isCorrecting={row?.changed !== undefined}
          isOrder={reading.call?.command === 'order.buy' || reading.call?.command === 'order.sell'}
        />
      </Command>
    </div>
  )
}

const isCompletion = ({ insert, kind }: PaletteRow): boolean => insert !== undefined && kind !== 'instead'

function useNeedsOf({ needs }: Reading): void {
  const { dispatch } = useConsole()
  const refresh = useCallback(
    () => dispatch({ to: 'palette', event: { type: 'palette.refresh' } }),
    [dispatch],
  )
  useNeeds(needs, refresh)
}

const useReason = (row: PaletteRow | undefined, reading: Reading): string | null => {
  const { actOf } = useConsole()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading means that the market has moved
  return useMemo(() => (row === undefined ? null : (actOf(row)?.reason ?? null)), [actOf, row, reading])
}

function UnderLine({ problem }: { readonly problem: Reading['problem'] }) {
  const message = useSnapshot('palette', ({ context }) => context.message)
  return (
    <>
      {problem !== null && (
        <p className={isCalm(problem) ? styles.needed : styles.problem} id="palette-problem">
          <ProblemText problem={problem} />
        </p>
      )}
      {message !== null && (
        <p className={styles.problem} role="alert">
          {message}
        </p>
      )}
    </>
  )
}

/** A key held since before the palette or its confirmation opened must not answer or write. */
const useStrayKeys = () => {
  const pressedHere = useRef(new Set<string>())
  return {
    isStray: ({ nativeEvent: { repeat, code } }: KeyboardEvent, isConfirming: boolean): boolean => {
      if (!repeat) pressedHere.current.add(code)
      return repeat && (isConfirming || !pressedHere.current.has(code))
    },
    released: ({ nativeEvent }: KeyboardEvent): void => void pressedHere.current.delete(nativeEvent.code),
  }
}

const arrowSteps: Readonly<Record<string, readonly [1 | -1, typeof withPriceStep]>> = {
  ArrowUp: [1, withPriceStep],
  ArrowDown: [-1, withPriceStep],
  ArrowRight: [1, withLotStep],
  ArrowLeft: [-1, withLotStep],
}

const historyRows = (history: readonly string[], line: string): readonly PaletteRow[] => {
  const wanted = line.trim().toLowerCase()
  return history
    .filter((known) => known.toLowerCase().includes(wanted))
    .slice(0, MAX_PALETTE_ROWS)
    .map((known) => ({ id: `history ${known}`, title: known, detail: '', kind: 'history', insert: known }))
}

/** Fixes stand directly under the line, above the preview of the chosen one. */
const inOrder = (isFixing: boolean, preview: ReactNode, list: ReactNode): readonly ReactNode[] =>
  isFixing ? [list, preview] : [preview, list]

const isPlain = ({
  nativeEvent: { isComposing, ctrlKey, metaKey, altKey, shiftKey },
}: KeyboardEvent): boolean => !(isComposing || ctrlKey || metaKey || altKey || shiftKey)

/** Needs a modifier, because plain letters are typed. */
const rowOfKeys = (
  rows: readonly PaletteRow[],
  { nativeEvent }: KeyboardEvent,
  isMac: boolean,
): PaletteRow | null => {
  const { ctrlKey, metaKey, altKey, shiftKey, key } = nativeEvent
  if (!(ctrlKey || metaKey || altKey || (shiftKey && key === 'Enter'))) return null
  // A held key is matched too, so that nothing else handles it.
  const stroke = strokeOf(
    { ...unheld(nativeEvent), getModifierState: (name) => nativeEvent.getModifierState(name) },
    { isMac, isPhysical: false },
  )
  const keys = stroke === null ? null : strokesInWords(stroke, isMac)
  return (
    rows.find(({ kind, keys: own }) => (kind === 'variant' || kind === 'instead') && own === keys) ?? null
  )
}

type KeyAct = 'none' | 'enter' | 'complete' | 'older' | 'newer' | 'searchHistory' | 'leaveHistory'

interface Pressed {
  readonly event: KeyboardEvent
  readonly isInHistory: boolean
  readonly isEmpty: boolean
  readonly isWalking: boolean
}

const keyAct = ({ event, isInHistory, isEmpty, isWalking }: Pressed): KeyAct | null => {
  if (event.nativeEvent.isComposing) return null
  switch (event.key) {
    case 'Enter':
      return event.shiftKey || event.ctrlKey || event.metaKey || event.altKey ? 'none' : 'enter'
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
