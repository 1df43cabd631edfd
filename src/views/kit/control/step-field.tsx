import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field } from './field.tsx'

interface StepFieldProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** For ↑ and ↓; ten times that with Shift. */
  readonly step: number
  readonly decimals?: number
  readonly min?: number
  readonly from?: number | null
  readonly problem?: ReactNode
  readonly help?: ReactNode
  readonly suffix?: ReactNode
  readonly isLabelHidden?: boolean
  readonly isDisabled?: boolean
  readonly placeholder?: string
  readonly className?: string | undefined
}

const BIG = 10
const LENGTH_MAX = 14

export function StepField({
  value,
  onChange,
  step,
  decimals = 0,
  min = 0,
  from = null,
  isDisabled = false,
  ...rest
}: StepFieldProps) {
  const [typed, setTyped] = useState('')
  // Keeps the typed text while it means the same value.
  const text = readNumber(typed) === value ? typed : write(value, decimals)
  const change = (next: string) => {
    const number = readNumber(next)
    if (number === undefined) return
    setTyped(next)
    if (number !== value) onChange(number)
  }
  const press = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next =
      value === null ? (from ?? step) : stepped(value, direction * (event.shiftKey ? BIG : 1), step)
    setTyped('')
    onChange(Math.max(min, round(next, decimals)))
  }
  return (
    <Field
      {...rest}
      role="spinbutton"
      aria-valuenow={value ?? undefined}
      aria-valuemin={min}
      inputMode="decimal"
      autoComplete="off"
      disabled={isDisabled}
      maxLength={LENGTH_MAX}
      value={text}
      onChange={change}
      onKeyDown={press}
    />
  )
}

/** Undefined if the text cannot become a number. */
const readNumber = (text: string): number | null | undefined => {
  const plain = text.replaceAll(',', '').trim()
  if (plain === '') return null
  return /^\d*\.?\d*$/.test(plain) && plain !== '.' ? Number(plain) : undefined
}

const write = (value: number | null, decimals: number): string =>
  value === null ? '' : value.toFixed(Number.isInteger(value) && decimals === 0 ? 0 : decimals)

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals))

const stepped = (value: number, by: number, step: number): number => {
  const steps = value / step
  const base = by > 0 ? Math.floor(steps + 1e-6) : Math.ceil(steps - 1e-6)
  return (base + by) * step
}
