import { type KeyboardEvent, useId } from 'react'
import { capitalised } from '../../../domain/format.ts'
import { describeProblem } from '../../../domain/strategies/condition/parse-problem.ts'
import { readCondition, toKept, toTyped } from '../../../domain/strategies/definitions/written.ts'
import { useDefinitions } from '../../kit/known-definitions.ts'
import styles from './rule-editor.module.css'

interface RuleAsTextProps {
  readonly label: string
  readonly logic: string
  readonly onChange: (logic: string) => void
  readonly onLeave: () => void
}

export function RuleAsText({ label, logic, onChange, onLeave }: RuleAsTextProps) {
  const id = useId()
  const definitions = useDefinitions()
  const typed = toTyped(logic, definitions)
  const read = typed.trim() === '' ? null : readCondition(typed, definitions)
  const problem = read === null || read.ok ? null : capitalised(describeProblem(read.problem))
  const press = (event: KeyboardEvent) => {
    const isToggle = event.key === '/' && (event.ctrlKey || event.metaKey)
    if (problem === null && (event.key === 'Escape' || isToggle)) {
      event.preventDefault()
      event.stopPropagation()
      onLeave()
    }
  }
  return (
    <div className={styles.textField} data-own-escape="">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it opens because its key was pressed
        autoFocus
        aria-label={label}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        className={styles.textarea}
        rows={3}
        maxLength={2000}
        spellCheck={false}
        value={typed}
        placeholder="ema(close,9) crosses above ema(close,21) and rsi(14) < 70"
        onChange={(event) => onChange(toKept(event.target.value, definitions))}
        onKeyDown={press}
      />
      {problem !== null && (
        <p id={`${id}-problem`} className={styles.problem} role="status">
          {problem}
        </p>
      )}
    </div>
  )
}
