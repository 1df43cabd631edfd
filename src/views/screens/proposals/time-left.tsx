import type { Proposal } from '../../../machines/deployments/proposals.ts'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import styles from './proposals.module.css'
import { timeLeftOf } from './queue-words.ts'

/** Ticks by the market clock: the server ends a proposal by it, whatever the clock of this device says. */
export const useTimeLeft = (proposal: Pick<Proposal, 'madeAt' | 'endsAt'>) =>
  timeLeftOf(proposal, useMarketTime(1000))

/** Hidden from screen readers, because it changes every second; the row names the instant it ends. */
export function TimeLeft({ of, isBig = false }: { readonly of: Proposal; readonly isBig?: boolean }) {
  const left = useTimeLeft(of)
  if (left === null) return <span className={styles.stays}>Stays</span>
  return (
    <span
      className={styles.time}
      data-big={isBig ? '' : undefined}
      data-soon={left.isSoon ? '' : undefined}
      aria-hidden="true"
    >
      {left.text}
    </span>
  )
}

export function TimeBar({ of }: { readonly of: Proposal }) {
  const left = useTimeLeft(of)
  if (left === null) return null
  return (
    <span className={styles.track} data-soon={left.isSoon ? '' : undefined} aria-hidden="true">
      <span className={styles.left} style={{ width: `${left.share * 100}%` }} />
    </span>
  )
}
