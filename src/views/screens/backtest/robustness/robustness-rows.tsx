import type { ReactNode } from 'react'
import styles from './robustness-panel.module.css'

export interface RobustnessRow {
  readonly label: string
  readonly value: ReactNode
  readonly help: string
}

export function RobustnessRows({
  label,
  rows,
}: {
  readonly label: string
  readonly rows: readonly RobustnessRow[]
}) {
  return (
    <dl className={styles.rows} aria-label={label}>
      {rows.map((row) => (
        <div key={row.label} className={styles.row}>
          <dt>
            {row.label}
            <small>{row.help}</small>
          </dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
