import { type FormEvent, useId, useState } from 'react'
import {
  isKeptLine,
  isShortcutName,
  KEPT_LINE_MAX,
  MACRO_LINES_MAX,
  type Macro,
} from '../../../domain/shortcuts.ts'
import { Button } from '../../kit/button.tsx'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Field } from '../../kit/field.tsx'
import styles from './keys-macros.module.css'

interface MacroFormProps {
  /** With an empty name where it is new. */
  readonly macro: Macro
  readonly onClose: () => void
}

/** Name and lines of one macro. A line that cannot be done here is named; it may be possible elsewhere, so it may stay. */
export function MacroForm({ macro, onClose }: MacroFormProps) {
  const { dispatch, read } = useConsole()
  const others = useSnapshot('macros', ({ context }) => context.macros)
  const [name, setName] = useState(macro.name)
  const [written, setWritten] = useState(macro.lines.join('\n'))
  const id = useId()
  const lines = written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const nameIs = nameProblem(name, macro, others)
  const linesAre = linesProblem(lines)
  const doubts = lines.flatMap((line, place) => {
    const { problem } = read(line, line.length)
    return problem === null
      ? []
      : [`Line ${place + 1}, column ${problem.column}: found ${problem.found}, expected ${problem.expected}`]
  })
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (nameIs !== null || linesAre !== null) return
    dispatch({
      to: 'macros',
      event: {
        type: 'macro.save',
        name: name.toLowerCase(),
        lines,
        ...(macro.name === '' ? {} : { before: macro.name }),
      },
    })
    onClose()
  }
  return (
    <form className={styles.form} onSubmit={keep} noValidate>
      <Field
        label="Name"
        value={name}
        maxLength={30}
        problem={name === '' ? undefined : (nameIs ?? undefined)}
        onChange={setName}
      />
      <div className={styles.area}>
        <label htmlFor={id}>Lines, one act each</label>
        <textarea
          id={id}
          rows={Math.min(12, Math.max(3, lines.length + 1))}
          spellCheck={false}
          value={written}
          maxLength={MACRO_LINES_MAX * (KEPT_LINE_MAX + 1)}
          aria-describedby={`${id}-problems`}
          onChange={(event) => setWritten(event.target.value)}
        />
        <div id={`${id}-problems`} role="status">
          {linesAre !== null && written !== '' && <p className={styles.bad}>{linesAre}</p>}
          {doubts.map((doubt) => (
            <p key={doubt} className={styles.warn}>
              {doubt}
            </p>
          ))}
        </div>
      </div>
      <div className={styles.acts}>
        <Button kind="primary" type="submit" isDisabled={nameIs !== null || linesAre !== null}>
          Keep
        </Button>
        <Button onPress={onClose}>Leave</Button>
      </div>
    </form>
  )
}

const nameProblem = (name: string, before: Macro, all: readonly Macro[]): string | null => {
  if (!isShortcutName(name)) return 'Begin with a letter; letters, digits, - and _, 30 at most'
  const isTaken = name.toLowerCase() !== before.name && all.some((one) => one.name === name.toLowerCase())
  return isTaken ? `There is a macro called ${name} already` : null
}

const linesProblem = (lines: readonly string[]): string | null => {
  if (lines.length === 0) return 'A macro has one line at least'
  if (lines.length > MACRO_LINES_MAX) return `A macro has room for ${MACRO_LINES_MAX} lines`
  const long = lines.findIndex((line) => !isKeptLine(line))
  return long < 0 ? null : `Line ${long + 1} is longer than ${KEPT_LINE_MAX} characters`
}
