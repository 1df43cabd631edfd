import { useState } from 'react'
import { Field } from '../../kit/control/field.tsx'
import styles from './settings-screen.module.css'

interface NumberPreferenceProps {
  readonly label: string
  readonly value: number
  readonly inputMode: 'numeric' | 'decimal'
  readonly min?: number
  readonly max: number
  readonly format: RegExp
  readonly help?: string
  readonly problem: string
  readonly onChange: (value: number) => void
}

/** Stores each valid number while it is typed; an invalid one stays in the field with its problem. */
export function NumberPreference(props: NumberPreferenceProps) {
  const { label, value, inputMode, min = 0, max, format, help, problem, onChange } = props
  const [typed, setTyped] = useState(String(value))
  const isValid = (text: string) => format.test(text) && Number(text) >= min && Number(text) <= max
  const change = (text: string) => {
    setTyped(text)
    if (isValid(text)) onChange(Number(text))
  }
  return (
    <Field
      className={styles.narrow}
      label={label}
      inputMode={inputMode}
      value={typed}
      help={help}
      problem={isValid(typed) ? undefined : problem}
      onChange={change}
    />
  )
}
