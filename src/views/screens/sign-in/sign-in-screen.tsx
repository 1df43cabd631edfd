import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Field } from '../../kit/control/field.tsx'
import { useDocumentTitle } from '../../kit/hooks/use-document-title.ts'
import { Mark } from '../../kit/layout/logo.tsx'
import { KillOwed } from './kill-owed.tsx'
import styles from './sign-in-screen.module.css'

const lines = [
  { verb: 'bt', rest: 'ema(close,9) crosses above ema(close,21) on nifty 50 30d 5min', what: 'backtest' },
  { verb: 'bt', rest: 'rsi(14) < 30 exit rsi(14) > 55 on reliance, infy, tcs 1y day', what: 'many symbols' },
  { verb: 'nifty 50', rest: '', what: 'instrument' },
  { verb: 'theme', rest: 'dark', what: 'the console' },
]

export function SignInScreen() {
  useDocumentTitle('Sign in')
  return (
    <div className={styles.page}>
      <section className={styles.show} aria-label="What sauda is">
        <p className={styles.brand}>
          <Mark size={26} />
          sauda
        </p>
        <p className={styles.claim}>
          Say what you want to trade.
          <br />
          <span>It is one line.</span>
        </p>
        <ul className={styles.lines}>
          {lines.map(({ verb, rest, what }) => (
            <li key={`${verb} ${rest}`} className={styles.line}>
              <code>
                <b>{verb}</b> {rest}
              </code>
              <small>{what}</small>
            </li>
          ))}
        </ul>
      </section>
      <main className={styles.side}>
        <SignInForm />
      </main>
    </div>
  )
}

function SignInForm() {
  const run = useCommand()
  const isBusy = useSnapshot('auth', (auth) => auth.matches({ signedOut: 'submitting' }))
  const message = useSnapshot('auth', (auth) => auth.context.message)
  const isOffline = useSnapshot('connectivity', (connectivity) => !connectivity.matches('online'))
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [isShown, setIsShown] = useState(false)
  const [isCapsOn, setIsCapsOn] = useState(false)
  const user = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => user.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (userName.trim() === '') return user.current?.focus()
    if (password === '') return secret.current?.focus()
    run({ command: 'auth.signIn', args: { userName: userName.trim(), password } })
  }
  const watchCaps = (event: KeyboardEvent) => setIsCapsOn(event.getModifierState('CapsLock'))

  return (
    <form className={styles.form} onSubmit={submit} aria-busy={isBusy}>
      <KillOwed />
      <h1 className={styles.title}>Sign in</h1>
      <Field
        label="User"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        required
        inputRef={user}
        value={userName}
        onChange={setUserName}
      />
      <Field
        label="Password"
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        maxLength={128}
        required
        inputRef={secret}
        value={password}
        onChange={setPassword}
        onKeyDown={watchCaps}
        onKeyUp={watchCaps}
        {...(isCapsOn ? { help: 'Caps Lock is on' } : {})}
        suffix={
          <Button
            kind="quiet"
            icon={isShown ? 'eyeOff' : 'eye'}
            aria-label="Show password"
            aria-pressed={isShown}
            onPress={() => setIsShown(!isShown)}
          />
        }
      />
      <Button kind="primary" size="large" type="submit" isDisabled={isBusy} keys="↵">
        {isBusy ? 'Signing in' : 'Sign in'}
      </Button>
      <p className={styles.message} role="alert">
        {message !== null && !isBusy && <bdi>{message}</bdi>}
      </p>
      {isOffline && (
        <p className={styles.offline} role="status">
          The server cannot be reached. You can sign in once it is back.
        </p>
      )}
      <p className={styles.foot}>Your session ends at midnight IST.</p>
    </form>
  )
}
