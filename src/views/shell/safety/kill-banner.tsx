import { countExits } from '../../../domain/orders/exit-progress.ts'
import { toIstClock } from '../../../domain/time.ts'
import { killProgress } from '../../../machines/orders/exit-report.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import styles from './kill-banner.module.css'

export function KillBanner() {
  const run = useCommand()
  const isKilled = useSnapshot('killSwitch', (one) => one.matches('on') || one.matches('rearming'))
  const isRearming = useSnapshot('killSwitch', (one) => one.matches('rearming'))
  const since = useSnapshot('killSwitch', ({ context }) => context.since)
  const reason = useSnapshot('killSwitch', ({ context }) => context.reason)
  const undone = useSnapshot('killSwitch', ({ context }) => context.leftovers.length)
  const progress = useSnapshot('exitReport', killProgress)
  if (!isKilled) return null
  return (
    <section className={styles.banner} role="alert" aria-label="Kill switch">
      <Icon name="warning" />
      <b>Trading is stopped</b>
      <span className={styles.detail}>
        new orders are blocked{since === null ? '' : ` since ${toIstClock(since)}`}
        {reason === null || reason === '' ? '' : ` · ${reason}`}
        {progress === null || progress.total === 0 ? '' : ` · ${countExits(progress)}`}
        {undone === 0 ? '' : ` · ${undone} ${undone === 1 ? 'order' : 'orders'} not cancelled`}
      </span>
      <span className={styles.line}>
        <KeyCap keys=":" /> kill rearm
      </span>
      <Button isDisabled={isRearming} onPress={() => run({ command: 'kill.rearm', args: {} })}>
        {isRearming ? 'Rearming…' : 'Rearm'}
      </Button>
    </section>
  )
}
