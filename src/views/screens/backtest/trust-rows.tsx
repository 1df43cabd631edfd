import type { ReactNode } from 'react'
import styles from './trust-panel.module.css'

export interface TrustRow {
  readonly label: string
  readonly value: ReactNode
  /** What it means, or why there is none. */
  readonly help: string
}

/** Figures with what each means. */
export function TrustRows({ label, rows }: { readonly label: string; readonly rows: readonly TrustRow[] }) {
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
