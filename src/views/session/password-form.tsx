import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommand, useSnapshot } from '../kit/console.tsx'
import { Button } from '../kit/control/button.tsx'
import { Field } from '../kit/control/field.tsx'
import styles from './password-form.module.css'

const PASSWORD_MIN = 12
const PASSWORD_MAX = 128

const empty = { current: '', next: '', again: '' }

export function PasswordForm({ takesFocus = false }: { readonly takesFocus?: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const run = useCommand()
  const isBusy = useSnapshot('passwordChange', (change) => change.matches('loading'))
  const isDone = useSnapshot('passwordChange', (change) => change.matches('success'))
  const message = useSnapshot('passwordChange', ({ context }) => context.message)
  const [typed, setTyped] = useState(empty)
  const [isChecked, setIsChecked] = useState(false)
  const problems = isChecked ? problemsOf(typed) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isBusy || Object.keys(problemsOf(typed)).length > 0) return
    run({ command: 'auth.changePassword', args: { current: typed.current, next: typed.next } })
    setTyped(empty)
    setIsChecked(false)
  }
  const secret = { type: 'password', maxLength: PASSWORD_MAX, required: true } as const
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Field
        {...secret}
        label="Current password"
        autoComplete="current-password"
        value={typed.current}
        problem={problems.current}
        onChange={(current) => setTyped({ ...typed, current })}
      />
      <Field
        {...secret}
        label="New password"
        autoComplete="new-password"
        help={`${PASSWORD_MIN} characters at least; a few words are fine`}
        value={typed.next}
        problem={problems.next}
        onChange={(next) => setTyped({ ...typed, next })}
      />
      <Field
        {...secret}
        label="New password again"
        autoComplete="new-password"
        value={typed.again}
        problem={problems.again}
        onChange={(again) => setTyped({ ...typed, again })}
      />
      <div className={styles.acts}>
        <Button kind="primary" type="submit" isDisabled={isBusy}>
          {isBusy ? 'Changing' : 'Change password'}
        </Button>
        <span role="status">
          {isDone && <span className={styles.good}>Changed. Other sessions have ended.</span>}
          {message !== null && !isBusy && <bdi className={styles.bad}>{message}</bdi>}
        </span>
      </div>
    </form>
  )
}

const problemsOf = ({
  current,
  next,
  again,
}: typeof empty): { current?: string; next?: string; again?: string } => ({
  ...(current === '' ? { current: 'Enter your current password' } : {}),
  ...(next.length < PASSWORD_MIN ? { next: `${PASSWORD_MIN} characters at least` } : {}),
  ...(next !== again ? { again: 'Passwords do not match' } : {}),
})
