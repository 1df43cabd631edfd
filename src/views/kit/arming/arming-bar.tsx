import { type ReactNode, useEffect, useState } from 'react'
import { ARMED_IDLE_MS } from '../../../machines/orders/arming.ts'
import { useConsole, useSnapshot } from '../console.tsx'
import { Button } from '../control/button.tsx'
import { useNow } from '../hooks/use-now.ts'
import styles from './arming-bar.module.css'
import { useIsArmed } from './use-is-armed.ts'

interface ArmingBarProps {
  /** Read aloud once it is armed. */
  readonly said: string
  readonly children: ReactNode
}

export function ArmingBar({ said, children }: ArmingBarProps) {
  const isArmed = useIsArmed()
  const reason = useSnapshot('arming', ({ context }) => context.reason)
  return (
    <>
      <p className="visually-hidden" aria-live="assertive">
        {isArmed ? said : (reason ?? '')}
      </p>
      {isArmed ? <Armed>{children}</Armed> : reason !== null && <p className={styles.reason}>{reason}</p>}
    </>
  )
}

function Armed({ children }: { readonly children: ReactNode }) {
  const { run, now } = useConsole()
  // Every key press that extends arming makes a new snapshot with equal content, so identity is compared.
  const snapshot = useSnapshot('arming', (arming) => arming)
  const [lit, setLit] = useState(() => ({ snapshot, at: now() }))
  useEffect(() => {
    setLit((before) => (before.snapshot === snapshot ? before : { snapshot, at: now() }))
  }, [snapshot, now])
  const seconds = Math.max(0, Math.ceil((lit.at + ARMED_IDLE_MS - useNow(1000)) / 1000))
  return (
    <div className={styles.armed}>
      <strong>ARMED</strong>
      <span className={styles.words} data-accent="">
        {children}
      </span>
      <span className={styles.seconds} aria-hidden="true">
        {Math.min(seconds, ARMED_IDLE_MS / 1000)} s
      </span>
      <Button onPress={() => run({ command: 'arming.toggle', args: {} })}>Disarm</Button>
      <i
        key={lit.at}
        className={styles.fuse}
        aria-hidden="true"
        style={{ animationDuration: `${ARMED_IDLE_MS}ms` }}
      />
    </div>
  )
}
