import { useEffect, useState } from 'react'
import { ARMED_IDLE_MS } from '../../../machines/orders/arming.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { useNow } from '../../kit/hooks/use-now.ts'
import styles from './arming-bar.module.css'

export const useIsArmed = (): boolean => useSnapshot('arming', (arming) => arming.matches('armed'))

export function ArmingBar() {
  const isArmed = useIsArmed()
  const reason = useSnapshot('arming', ({ context }) => context.reason)
  return (
    <>
      <p className="visually-hidden" aria-live="assertive">
        {isArmed ? 'Armed: b buys, s sells and f flattens at once' : (reason ?? '')}
      </p>
      {isArmed ? <Armed /> : reason !== null && <p className={styles.reason}>{reason}</p>}
    </>
  )
}

function Armed() {
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
        <PressOrTap
          press={
            <>
              <KeyCap keys="b" /> buys <KeyCap keys="s" /> sells <KeyCap keys="f" /> flattens, at once
            </>
          }
          tap="Buy and Sell place at once"
        />
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
