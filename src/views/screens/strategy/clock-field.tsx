import { useState } from 'react'
import { Field } from '../../kit/control/field.tsx'

interface ClockFieldProps {
  readonly label: string
  /** `HH:MM` */
  readonly value: string
  readonly problem?: string | undefined
  readonly onChange: (value: string) => void
}

/** `9:20` and `920` are 09:20. */
const readClock = (text: string): string | null => {
  const match = /^(\d{1,2}):?(\d{2})$/.exec(text.trim())
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || hour > 23 || minute > 59) return null
  return `${String(hour).padStart(2, '0')}:${match[2]}`
}

/** The text stays as typed until the field is left; the value follows as long as it is a time. */
export function ClockField({ label, value, problem, onChange }: ClockFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isUnread = typed !== null && readClock(typed) === null
  return (
    <Field
      label={label}
      inputMode="numeric"
      placeholder="09:20"
      maxLength={5}
      value={typed ?? value}
      problem={isUnread ? 'expected HH:MM' : problem}
      onChange={(text) => {
        setTyped(text)
        const next = readClock(text)
        if (next !== null) onChange(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
