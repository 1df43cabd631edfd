import { verdictOf } from '../../../domain/charts/technical-summary.ts'
import styles from './gauge.module.css'
import { toneOf } from './verdicts.ts'

interface GaugeProps {
  /** From −1, all sell, to 1, all buy; null while unknown. */
  readonly mean: number | null
  readonly isLarge?: boolean
}

const percent = (mean: number): number => 50 + 50 * mean

/** The bar grows from neutral, the mark stands at the mean. The words beside it say the same. */
export function Gauge({ mean, isLarge = false }: GaugeProps) {
  const at = percent(mean ?? 0)
  return (
    <span
      className={styles.gauge}
      data-large={isLarge ? '' : undefined}
      data-tone={mean === null ? 'none' : toneOf(verdictOf(mean))}
      aria-hidden="true"
    >
      <span className={styles.bar} style={{ left: `${Math.min(50, at)}%`, width: `${Math.abs(at - 50)}%` }} />
      <span className={styles.middle} />
      {mean !== null && <span className={styles.mark} style={{ left: `${at}%` }} />}
    </span>
  )
}
