import { useRef, useState } from 'react'
import { parseCondition } from '../../../domain/strategies/condition/parse.ts'
import { Field } from '../../kit/control/field.tsx'
import styles from './rule-editor.module.css'

interface GroupFieldProps {
  readonly label: string
  readonly initial: string
  readonly onDone: (text: string) => void
  readonly onCancel: () => void
}

/** Conditions in parentheses are edited as text. */
export function GroupField({ label, initial, onDone, onCancel }: GroupFieldProps) {
  const [typed, setTyped] = useState(initial)
  const isEnded = useRef(false)
  const read = parseCondition(typed)
  const problem = read.ok ? undefined : `column ${read.problem.column}: expected ${read.problem.expected}`
  const end = (how: () => void) => {
    if (isEnded.current) return
    isEnded.current = true
    how()
  }
  return (
    <div className={styles.group} data-own-escape="">
      <Field
        label={label}
        isLabelHidden
        isMono
        autoFocus
        spellCheck={false}
        value={typed}
        problem={problem}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            end(onCancel)
          }
          if (event.key === 'Enter' && read.ok) {
            event.preventDefault()
            end(() => onDone(typed))
          }
        }}
        onBlur={() => end(read.ok ? () => onDone(typed) : onCancel)}
      />
    </div>
  )
}
