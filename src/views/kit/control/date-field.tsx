import { dateInWords } from '../../../domain/dates-in-words.ts'
import { readDate } from '../../../domain/read-date.ts'
import { useConsole } from '../console.tsx'
import { Field } from './field.tsx'

interface DateFieldProps {
  readonly label: string
  readonly value: string
  readonly problem?: string | undefined
  readonly onChange: (text: string) => void
}

/** A native date field follows the browser's language and in some browsers looks prefilled with today. */
export function DateField({ label, value, problem, onChange }: DateFieldProps) {
  const { environment } = useConsole()
  return (
    <Field
      label={label}
      placeholder="DD MMM YYYY"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      value={value}
      problem={problem}
      onChange={onChange}
      onBlur={() => {
        const day = readDate(value, environment().today)
        if (day !== null) onChange(dateInWords(day))
      }}
    />
  )
}
