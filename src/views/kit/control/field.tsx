import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './field.module.css'

interface FieldShellProps {
  readonly label: string
  readonly isLabelHidden?: boolean | undefined
  readonly help?: ReactNode
  readonly problem?: ReactNode
  readonly className?: string | undefined
}

type NativeInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value' | 'id'>

interface FieldProps extends FieldShellProps, NativeInput {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly isMono?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  readonly suffix?: ReactNode
}

export function Field({
  label,
  isLabelHidden = false,
  help,
  problem,
  className,
  value,
  onChange,
  isMono = false,
  inputRef,
  suffix,
  maxLength = 2000,
  ...rest
}: FieldProps) {
  const id = useId()
  const described = [help !== undefined && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.frame} data-invalid={problem ? '' : undefined}>
        <input
          {...rest}
          id={id}
          ref={inputRef}
          className={`${styles.input} ${isMono ? styles.mono : ''}`}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
        />
        {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
      </div>
      {help !== undefined && (
        <div id={`${id}-help`} className={styles.help}>
          {help}
        </div>
      )}
      {problem && (
        <div id={`${id}-problem`} className={styles.problem}>
          {problem}
        </div>
      )}
    </div>
  )
}

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface SelectProps<Value extends string> extends FieldShellProps {
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
  readonly isDisabled?: boolean
}

export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  help,
  className,
  value,
  choices,
  onChange,
  isDisabled = false,
}: SelectProps<Value>) {
  const id = useId()
  const pick = (text: string) => {
    const choice = choices.find((candidate) => candidate.value === text)
    if (choice) onChange(choice.value)
  }
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.frame}>
        <select
          id={id}
          className={`${styles.input} ${styles.select}`}
          value={value}
          disabled={isDisabled}
          onChange={(event) => pick(event.target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
      {help !== undefined && <div className={styles.help}>{help}</div>}
    </div>
  )
}

interface SwitchProps {
  readonly label: string
  readonly help?: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Switch({ label, help, isOn, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.switch}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.knob}
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className={styles.switchLabel}>
          {label}
        </label>
        {help !== undefined && (
          <div id={`${id}-help`} className={styles.help}>
            {help}
          </div>
        )}
      </div>
    </div>
  )
}
