import { type FormEvent, useId, useState } from 'react'
import {
  isKeptLine,
  isShortcutName,
  KEPT_LINE_MAX,
  MACRO_LINES_MAX,
  type Macro,
} from '../../../../domain/shortcuts/shortcuts.ts'
import { describeProblem } from '../../../../domain/strategies/condition/parse-problem.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Field } from '../../../kit/control/field.tsx'
import styles from './keys-macros.module.css'

interface MacroFormProps {
  readonly macro: Macro
  readonly onClose: () => void
}

/** A line that is invalid here may be valid on another screen, so it is only reported. */
export function MacroForm({ macro, onClose }: MacroFormProps) {
  const { run, read } = useConsole()
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
  const doubts = lines.flatMap((line, index) => {
    const { problem } = read(line, line.length)
    return problem === null ? [] : [`Line ${index + 1}, ${describeProblem(problem)}`]
  })
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (nameIs !== null || linesAre !== null) return
    run({
      command: 'macro.save',
      args: { name: name.toLowerCase(), lines, ...(macro.name === '' ? {} : { before: macro.name }) },
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
        <label htmlFor={id}>Lines, one command each</label>
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
          Save{' '}
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

const nameProblem = (name: string, before: Macro, all: readonly Macro[]): string | null => {
  if (!isShortcutName(name)) return 'Start with a letter; letters, digits, - and _, at most 30'
  const isTaken = name.toLowerCase() !== before.name && all.some((one) => one.name === name.toLowerCase())
  return isTaken ? `Macro ${name} already exists` : null
}

const linesProblem = (lines: readonly string[]): string | null => {
  if (lines.length === 0) return 'Add at least one line'
  if (lines.length > MACRO_LINES_MAX) return `At most ${MACRO_LINES_MAX} lines per macro`
  const long = lines.findIndex((line) => !isKeptLine(line))
  return long < 0 ? null : `Line ${long + 1} is longer than ${KEPT_LINE_MAX} characters`
}
