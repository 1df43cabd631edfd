import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Environment } from '../../../commands/environment.ts'
import { strokesInWords } from '../../../commands/keymap/stroke.ts'
import type { Drill } from '../../../commands/learning/drills.ts'
import { isSameMeaning } from '../../../commands/learning/same-meaning.ts'
import { MAX_LINE_LENGTH, type Reading } from '../../../commands/reading.ts'
import { type CommandCall, titleOfCall } from '../../../commands/registry.ts'
import { useConsole } from '../../kit/console.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { KeysRecorder } from '../../kit/control/keys-recorder.tsx'
import { TintedLine } from '../../kit/line/tinted-line.tsx'
import { useNeeds } from '../../kit/line/use-needs.ts'
import styles from './answer-field.module.css'

interface AnswerFieldProps {
  readonly drill: Drill
  readonly isAnswered: boolean
}

export function AnswerField({ drill: { answer }, isAnswered }: AnswerFieldProps) {
  return 'line' in answer ? (
    <LineInput answer={answer.line} isAnswered={isAnswered} />
  ) : (
    <KeysInput call={answer.call} isAnswered={isAnswered} />
  )
}

const isRight = (
  line: string,
  { call: meant }: Reading,
  { answer, wanted }: { readonly answer: string; readonly wanted: Reading },
  here: Environment,
): boolean =>
  line.trim() === answer ||
  (meant !== null && wanted.call !== null && isSameMeaning(meant, wanted.call, here))

const wordsFor = (line: string, { call: meant, problem }: Reading, here: Environment): string =>
  meant === null
    ? (problem?.message ?? `Not understood: ${problem?.found ?? line}`)
    : `That would be another thing: ${titleOfCall(meant, here)}`

/** Parsed and never dispatched: only its meaning is compared. */
function LineInput({ answer, isAnswered }: { readonly answer: string; readonly isAnswered: boolean }) {
  const { dispatch, environment, read, run } = useConsole()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const behind = useRef<HTMLDivElement>(null)
  const keys = useRef(0)
  const [line, setLine] = useState('')
  useEffect(() => input.current?.focus(), [])
  const reading = read(line, line.length)
  const wanted = read(answer, answer.length)
  usePrices(reading, wanted)
  const judge = (): void => {
    const here = environment()
    const event = isRight(line, reading, { answer, wanted }, here)
      ? ({ type: 'drill.right', keys: keys.current } as const)
      : ({ type: 'drill.wrong', message: wordsFor(line, reading, here) } as const)
    dispatch({ to: 'trainer', event })
  }
  const judging = useJudging(wanted.call !== null || line.trim() === answer, judge)
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === '?') {
      event.preventDefault()
      run({ command: 'trainer.hint', args: {} })
      return
    }
    if (event.key.length === 1 || event.key === 'Enter' || event.key === 'Backspace') keys.current++
    if (event.key !== 'Enter') return
    // The button that takes the focus must not be pressed by the same key.
    event.preventDefault()
    if (line.trim() !== '' && !isAnswered) judging.ask()
  }
  return (
    <div className={styles.line} data-right={isAnswered || undefined}>
      <span className={styles.prompt} aria-hidden="true">
        ›
      </span>
      <label htmlFor={id} className="visually-hidden">
        The line that does it
      </label>
      <div className={styles.text}>
        <div ref={behind} className={styles.behind} aria-hidden="true">
          <TintedLine line={line} tokens={reading.tokens} />
        </div>
        <input
          id={id}
          ref={input}
          className={styles.input}
          value={line}
          readOnly={isAnswered}
          maxLength={MAX_LINE_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Type the line, then Enter"
          onChange={({ target }) => {
            judging.leave()
            setLine(target.value)
          }}
          onKeyDown={press}
          onScroll={({ currentTarget }) => {
            if (behind.current) behind.current.scrollLeft = currentTarget.scrollLeft
          }}
        />
      </div>
      {isAnswered && <span className={styles.right}>Right</span>}
      {judging.isWaiting && <span className={styles.waiting}>Waiting for the price</span>}
    </div>
  )
}

/** A line at the ask that was typed before the price of its contract came is no mistake: it is judged with the price. */
function useJudging(isPriced: boolean, judge: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || !isPriced) return
    setWaiting(false)
    judge()
  })
  return {
    isWaiting,
    ask: (): void => (isPriced ? judge() : setWaiting(true)),
    leave: (): void => setWaiting(false),
  }
}

/** A line at the ask is read with the price of its contract, as on the palette. */
function usePrices(...readings: readonly Reading[]): void {
  const [, setMoved] = useState(0)
  const moved = useCallback(() => setMoved((times) => times + 1), [])
  const quotes = readings.flatMap(({ needs }) => needs.quotes)
  const chains = readings.flatMap(({ needs }) => needs.chains)
  useNeeds({ quotes: [...new Set(quotes)], chains: [...new Set(chains)] }, moved)
}

/** The keys are recorded instead of acting. */
function KeysInput({ call, isAnswered }: { readonly call: CommandCall; readonly isAnswered: boolean }) {
  const { dispatch, environment } = useConsole()
  const input = useRef<HTMLInputElement>(null)
  const inWords = (pressed: string): string => strokesInWords(pressed, environment().isMac === true)
  const [strokes, setStrokes] = useState('')
  const count = useRef(0)
  useEffect(() => input.current?.focus(), [])
  const change = (next: string): void => {
    setStrokes(next)
    if (next === '' || isAnswered) return
    count.current++
    const wanted = keysFor(call)
    const pressed = inWords(next)
    if (pressed === wanted) dispatch({ to: 'trainer', event: { type: 'drill.right', keys: count.current } })
    else if (wanted?.startsWith(`${pressed} `) !== true) {
      setStrokes('')
      const message = `Those are other keys: ${pressed}`
      dispatch({ to: 'trainer', event: { type: 'drill.wrong', message } })
    }
  }
  return (
    <KeysRecorder
      label="Keys"
      strokes={strokes}
      onChange={change}
      hint="Press the keys"
      isLarge
      inputRef={input}
    />
  )
}
