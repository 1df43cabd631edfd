import type { Excursion } from '../../../domain/analysis/journal/trip-path.ts'
import { formatSignedRupees } from '../../../domain/format.ts'
import styles from './journal-screen.module.css'

interface ExcursionBarProps {
  readonly excursion: Excursion
  /** Rupees at the ends of the bar; what goes beyond ends in an arrow. */
  readonly scale: number
}

const shareOf = (gained: number, scale: number): number =>
  50 + 50 * Math.max(-1, Math.min(1, scale === 0 ? 0 : gained / scale))

export const excursionInWords = ({ worst, best, exit }: Excursion): string =>
  `MAE ${formatSignedRupees(worst.gained)}, MFE ${formatSignedRupees(best.gained)}, exit ${formatSignedRupees(exit)}`

/** From the worst to the best, with the entry in the middle and the exit as a stroke. */
export function ExcursionBar({ excursion, scale }: ExcursionBarProps) {
  const { worst, best, exit } = excursion
  const [from, until, at] = [worst.gained, best.gained, exit].map((one) => shareOf(one, scale)) as [
    number,
    number,
    number,
  ]
  return (
    <span className={styles.excursion} title={excursionInWords(excursion)}>
      <span className={styles.hidden}>{excursionInWords(excursion)}</span>
      <span className={styles.worst} style={{ left: `${from}%`, right: '50%' }} />
      <span className={styles.best} style={{ left: '50%', right: `${100 - until}%` }} />
      <span className={styles.exit} style={{ left: `${at}%` }} />
      {-worst.gained > scale && <span className={styles.before}>‹</span>}
      {best.gained > scale && <span className={styles.beyond}>›</span>}
    </span>
  )
}
