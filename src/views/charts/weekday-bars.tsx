import type { PeriodFigure } from '../../domain/backtests/backtest.ts'
import styles from './weekday-bars.module.css'

interface WeekdayBarsProps {
  readonly figures: readonly PeriodFigure[]
  readonly format: (percent: number | null) => string
}

export function WeekdayBars({ figures, format }: WeekdayBarsProps) {
  const most = figures.reduce((top, { meanReturn }) => Math.max(top, Math.abs(meanReturn ?? 0)), 0)
  return (
    <dl className={styles.bars}>
      {figures.map(({ label, meanReturn }) => (
        <div key={label} className={(meanReturn ?? 0) < 0 ? styles.down : styles.up}>
          <dt className={styles.day}>{label.slice(0, 3)}</dt>
          <dd className={styles.figure}>{format(meanReturn)}</dd>
          <dd className={styles.track} aria-hidden="true">
            <span
              className={styles.bar}
              style={{ width: `${most === 0 ? 0 : (Math.abs(meanReturn ?? 0) / most) * 100}%` }}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
