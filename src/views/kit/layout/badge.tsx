import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'primary' | 'good' | 'bad' | 'blue' | 'sell' | 'amber'

export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: BadgeTone
  readonly children: ReactNode
}) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}
