import { useId } from 'react'
import { whereInWords } from '../../../../commands/keymap/rows.ts'
import styles from './keys.module.css'

interface KeysWhenProps {
  readonly when: string
  readonly problem: string | null
  readonly onChange: (when: string) => void
}

const CHARACTERS_PER_LINE = 34

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
        // A clause is one line, even if pasted as several.
        onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
      />
      <p id={`${id}-said`} className={problem === null ? styles.said : styles.bad}>
        {problem ?? whereInWords(when.trim())}
      </p>
    </div>
  )
}
