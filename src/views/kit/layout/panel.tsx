import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  readonly title: ReactNode
  readonly note?: ReactNode
  readonly aside?: ReactNode
  readonly isNoteWhole?: boolean
  readonly children: ReactNode
  readonly className?: string | undefined
}

export function Panel({ title, note, aside, isNoteWhole = false, children, className }: PanelProps) {
  const id = useId()
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={id}>
      <div className={styles.head} data-note={isNoteWhole ? 'whole' : undefined}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {note !== undefined && <div className={styles.note}>{note}</div>}
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
