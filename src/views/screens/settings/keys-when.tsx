import { useId } from 'react'
import { whereInWords } from '../../../commands/keymap/rows.ts'
import styles from './keys.module.css'

interface KeysWhenProps {
  readonly when: string
  readonly problem: string | null
  readonly onChange: (when: string) => void
}

/** Of the typeface of the clause, in the narrowest panel. */
const CHARACTERS_PER_LINE = 34

/** Where a key is to work: the whole clause in sight, and what it comes to in words. */
export function KeysWhen({ when, problem, onChange }: KeysWhenProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        When
      </label>
      <textarea
        id={id}
        className={styles.when}
        rows={Math.min(6, Math.ceil((when.length + 1) / CHARACTERS_PER_LINE))}
        spellCheck={false}
        value={when}
        maxLength={300}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={`${id}-said`}
        // One clause is one line, also where it was pasted as several.
        onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
      />
      <p id={`${id}-said`} className={problem === null ? styles.said : styles.bad}>
        {problem ?? whereInWords(when.trim())}
      </p>
    </div>
  )
}
