import { useState } from 'react'
import { Field } from '../../kit/control/field.tsx'

interface NumberFieldProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  /** Null is an empty field. */
  readonly value: number | null
  readonly problem?: string | undefined
  readonly placeholder?: string
  readonly onChange: (value: number | null) => void
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))

/** The text stays as typed; the value follows as long as it is a number or empty. */
export function NumberField({
  label,
  isLabelHidden = false,
  value,
  problem,
  placeholder,
  onChange,
}: NumberFieldProps) {
  const [typed, setTyped] = useState(textOf(value))
  const read = readNumber(typed)
  const shown = read === value ? typed : textOf(value)
  const type = (text: string) => {
    setTyped(text)
    const next = readNumber(text)
    if (next !== undefined) onChange(next)
  }
  const isUnread = readNumber(typed) === undefined
  return (
    <Field
      label={label}
      isLabelHidden={isLabelHidden}
      inputMode="decimal"
      value={isUnread ? typed : shown}
      problem={isUnread ? 'expected a number' : problem}
      onChange={type}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  )
}

/** Undefined if the text is no number. */
const readNumber = (text: string): number | null | undefined => {
  const plain = text.replaceAll(',', '').trim()
  if (plain === '') return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : undefined
}
