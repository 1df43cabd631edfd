import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import styles from './changed-banner.module.css'

/** For a sign-in of another user in another tab. */
export function ChangedBanner() {
  const { dispatch } = useConsole()
  const changedFrom = useSnapshot('auth', ({ context }) => context.changedFrom)
  const user = useSnapshot('auth', ({ context }) => context.user)
  if (changedFrom === null || user === null) return null
  return (
    <section className={styles.banner} role="alert" aria-label="Account changed">
      <Icon name="warning" />
      <p className={styles.text}>
        <b>Account changed.</b> This tab trades for <b>{user.userName}</b> now. It was signed in as{' '}
        <b>{changedFrom}</b> before; <bdi>{user.userName}</bdi> signed in in another tab.
      </p>
      <Button onPress={() => dispatch({ to: 'auth', event: { type: 'auth.changeSeen' } })}>OK</Button>
    </section>
  )
}
