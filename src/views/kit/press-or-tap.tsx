import type { ReactNode } from 'react'
import styles from './press-or-tap.module.css'

interface PressOrTapProps {
  readonly press: ReactNode
  readonly tap: ReactNode
}

/** What is said of keys, and in its place what is said where there is only touch. */
export function PressOrTap({ press, tap }: PressOrTapProps) {
  return (
    <>
      <span className={styles.press}>{press}</span>
      <span className={styles.tap}>{tap}</span>
    </>
  )
}

/** `Press Ctrl K`, or where the command line is on a screen without keys. */
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
