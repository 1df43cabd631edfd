import { type KeyboardEvent, type Ref, useId, useRef } from 'react'
import { CHORD_LENGTH_MAX } from '../../../commands/keymap/resolve.ts'
import { strokeOf, strokesInWords } from '../../../commands/keymap/stroke.ts'
import { CHORD_TIMEOUT_MS } from '../../../machines/shortcuts/chord.ts'
import { useConsole, useSnapshot } from '../console.tsx'
import { KeyCap } from './key-cap.tsx'
import styles from './keys-recorder.module.css'

interface KeysRecorderProps {
  readonly label: string
  readonly strokes: string
  readonly onChange: (strokes: string) => void
  readonly onEnter?: () => void
  readonly hint: string
  readonly isLarge?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
}

/** `Tab`, `Enter` and `Esc` leave, so the keyboard is not trapped. A stroke after a pause starts over. */
export function KeysRecorder({
  label,
  strokes,
  onChange,
  onEnter,
  hint,
  isLarge = false,
  inputRef,
}: KeysRecorderProps) {
  const { environment } = useConsole()
  const isPhysical = useSnapshot('preferences', ({ context }) => context.hasPhysicalKeys)
  const id = useId()
  const pressedAt = useRef(0)
  const isMac = environment().isMac === true
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent } = event
    if (key === 'Tab') return
    const stroke = strokeOf(nativeEvent, { isMac, isPhysical })
    event.preventDefault()
    event.stopPropagation()
    if (stroke === null) return
    if (stroke === 'enter') return onEnter?.()
    if (stroke === 'escape') {
      if (strokes === '') event.currentTarget.blur()
      return onChange('')
    }
    const all = strokes === '' ? [] : strokes.split(' ')
    const isGoingOn = event.timeStamp - pressedAt.current < CHORD_TIMEOUT_MS && all.length < CHORD_LENGTH_MAX
    pressedAt.current = event.timeStamp
    onChange([...(isGoingOn ? all : []), stroke].join(' '))
  }
  const words = strokes === '' ? '' : strokesInWords(strokes, isMac)
  return (
    <span className={`${styles.recorder} ${isLarge ? styles.large : ''}`}>
      <label htmlFor={id} className={isLarge ? styles.label : 'visually-hidden'}>
        {label}
      </label>
      <span className={styles.pressed}>
        <input
          id={id}
          ref={inputRef}
          className={styles.press}
          data-takes-keys=""
          readOnly
          value={words}
          placeholder={hint}
          autoComplete="off"
          onKeyDown={press}
        />
        <span className={styles.caps} aria-hidden="true">
          {words !== '' && <KeyCap keys={words} />}
        </span>
      </span>
    </span>
  )
}
