import { type KeyboardEvent, useRef } from 'react'
import { Icon } from '../layout/icon.tsx'
import styles from './filter-field.module.css'
import { KeyCap } from './key-cap.tsx'

interface FilterFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <label className={styles.field}>
      <Icon name="search" size={12} />
      <span className="visually-hidden">{label}</span>
      <input
        ref={input}
        type="search"
        className={styles.input}
        placeholder="Filter"
        value={value}
        maxLength={120}
        data-answers="/"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') enterList(event)
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (value === '') input.current?.blur()
          else onChange('')
        }}
      />
      <KeyCap keys="/" />
    </label>
  )
}

const enterList = (event: KeyboardEvent<HTMLInputElement>): void => {
  const within = event.currentTarget.closest('section, main')
  const grid = within?.querySelector<HTMLElement>('[role=grid]')
  if (!grid) return
  event.preventDefault()
  grid.focus()
}
