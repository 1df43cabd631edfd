import { type KeyboardEvent, useId } from 'react'
import { parseCondition } from '../../../domain/strategies/condition/parse.ts'
import styles from './rule-editor.module.css'

interface RuleAsTextProps {
  readonly label: string
  readonly logic: string
  readonly onChange: (logic: string) => void
  readonly onLeave: () => void
}

export const problemInWords = (logic: string): string | null => {
  if (logic.trim() === '') return null
  const parsed = parseCondition(logic)
  if (parsed.ok) return null
  const { column, found, expected } = parsed.problem
  return `Column ${column}: found ${found}, expected ${expected}`
}

export function RuleAsText({ label, logic, onChange, onLeave }: RuleAsTextProps) {
  const id = useId()
  const problem = problemInWords(logic)
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
        value={logic}
        placeholder="ema(close,9) crosses above ema(close,21) and rsi(14) < 70"
        onChange={(event) => onChange(event.target.value)}
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
