import type { ReactNode } from 'react'
import styles from './press-or-tap.module.css'

interface PressOrTapProps {
  readonly press: ReactNode
  readonly tap: ReactNode
}

export function PressOrTap({ press, tap }: PressOrTapProps) {
  return (
    <>
      <span className={styles.press}>{press}</span>
      <span className={styles.tap}>{tap}</span>
    </>
  )
}

export function OpenLine() {
  return (
    <PressOrTap
      press={
        <>
          Press <kbd>Ctrl K</kbd>
        </>
      }
      tap="Tap the line at the top"
    />
  )
}
