import { lazy, Suspense } from 'react'
import { Button } from '../../kit/button.tsx'
import { useConsole } from '../../kit/console.tsx'
import { FullScreenSpinner } from '../../kit/spinner.tsx'
import { useDocumentTitle } from '../../kit/use-document-title.ts'
import styles from './sign-in-screen.module.css'

const PasswordForm = lazy(() =>
  import('../settings/password-form.tsx').then((module) => ({ default: module.PasswordForm })),
)

/** Shown to whoever signed in with a password that somebody else gave them. */
export function ChoosePasswordScreen() {
  const { run } = useConsole()
  useDocumentTitle('Choose a password')
  return (
    <main className={styles.choose}>
      <h1 className={styles.title}>Choose a password of your own</h1>
      <p>The one you signed in with was given to you. The console opens once you have changed it.</p>
      <Suspense fallback={<FullScreenSpinner text="Loading" />}>
        <PasswordForm takesFocus />
      </Suspense>
      <Button kind="quiet" onPress={() => run({ command: 'auth.signOut', args: {} })}>
        Sign out
      </Button>
    </main>
  )
}
