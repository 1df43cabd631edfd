import { dateInWords } from '../../domain/dates-in-words.ts'
import { readDate } from '../../domain/read-date.ts'
import { useConsole } from './console.tsx'
import { Field } from './field.tsx'

interface DateFieldProps {
  readonly label: string
  /** As it is typed; empty for no day. */
  readonly value: string
  readonly problem?: string | undefined
  readonly onChange: (text: string) => void
}

/**
 * A day that is typed, and written DD MMM YYYY once the field is left. A browser's own field would follow the language
 * of the browser, month before day, and in some look filled with today while it is empty.
 */
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
