import { lazy, Suspense } from 'react'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { useDocumentTitle } from '../../kit/hooks/use-document-title.ts'
import { FullScreenSpinner } from '../../kit/layout/spinner.tsx'
import styles from './sign-in-screen.module.css'

const PasswordForm = lazy(() =>
  import('../../session/password-form.tsx').then((module) => ({ default: module.PasswordForm })),
)

/** For users who signed in with a password set by someone else. */
export function ChoosePasswordScreen() {
  const { run } = useConsole()
  useDocumentTitle('Choose a password')
  return (
    <main className={styles.choose}>
      <h1 className={styles.title}>Choose your own password</h1>
      <p>You signed in with a temporary password. Change it to open the console.</p>
      <Suspense fallback={<FullScreenSpinner text="Loading" />}>
        <PasswordForm takesFocus />
      </Suspense>
      <Button kind="quiet" onPress={() => run({ command: 'auth.signOut', args: {} })}>
        Sign out
      </Button>
    </main>
  )
}
