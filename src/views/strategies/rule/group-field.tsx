import { useRef, useState } from 'react'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import { readCondition, toTyped } from '../../../domain/strategies/definitions/written.ts'
import { Field } from '../../kit/control/field.tsx'
import { useDefinitions } from '../../kit/known-definitions.ts'
import styles from './rule-editor.module.css'

interface GroupFieldProps {
  readonly label: string
  readonly initial: string
  readonly onDone: (row: Condition) => void
  readonly onCancel: () => void
}

/** Conditions in parentheses, or behind a name, are edited as text. */
export function GroupField({ label, initial, onDone, onCancel }: GroupFieldProps) {
  const definitions = useDefinitions()
  const [typed, setTyped] = useState(() => toTyped(initial, definitions))
  const isEnded = useRef(false)
  const read = readCondition(typed, definitions)
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
            end(() => onDone(read.tree))
          }
        }}
        onBlur={() => end(read.ok ? () => onDone(read.tree) : onCancel)}
      />
    </div>
  )
}
