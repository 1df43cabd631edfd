import { type ReactNode, useEffect, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import styles from './setting-tile.module.css'

interface SettingTileProps {
  readonly label: string
  readonly value: ReactNode
  readonly detail?: ReactNode
  /** Opens it, outside text fields. */
  readonly keys: string
  readonly problem?: string | undefined
  readonly children: ReactNode
}

/** A setting as one reads it; its fields open over the screen. */
export function SettingTile({ label, value, detail, keys, problem, children }: SettingTileProps) {
  return (
    <DialogTrigger>
      <AriaButton
        className={styles.tile ?? ''}
        data-answers={keys}
        data-invalid={problem === undefined ? undefined : ''}
      >
        <span className={styles.label}>{label}</span>
        <span className={styles.line}>
          <span className={styles.value}>{value}</span>
          <KeyCap keys={keys} />
        </span>
        {problem === undefined ? (
          detail !== undefined && <span className={styles.detail}>{detail}</span>
        ) : (
          <span className={styles.problem}>{problem}</span>
        )}
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom start">
        <Dialog aria-label={label} className={styles.dialog ?? ''}>
          {({ close }) => <Fields onDone={close}>{children}</Fields>}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

interface FieldsProps {
  readonly children: ReactNode
  readonly onDone: () => void
}

/** The first field has the focus: a key opens the setting, and typing changes it. */
function Fields({ children, onDone }: FieldsProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      {children}
      <Button type="submit" kind="primary" keys="↵">
        Done
      </Button>
    </form>
  )
}
