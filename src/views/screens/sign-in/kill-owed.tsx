import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import styles from './kill-owed.module.css'

export function KillOwed() {
  const run = useCommand()
  const owed = useSnapshot('killIntent', ({ context }) => context.owed)
  if (owed === null) return null
  return (
    <section className={styles.owed} role="alert" aria-label="Kill switch">
      <p className={styles.title}>
        <Icon name="warning" />
        Kill switch not confirmed – your session ended
      </p>
      <p>
        Sign in as <b>{owed.userName}</b> to stop trading and exit positions. Until the server confirms it,
        orders may be open, positions held, and new orders go through.
      </p>
      <Button kind="quiet" onPress={() => run({ command: 'kill.cancelOwed', args: {} })}>
        Cancel the kill switch
      </Button>
    </section>
  )
}
