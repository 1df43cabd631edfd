import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  readonly title: ReactNode
  /** Beside the title: a badge, a few quiet words. */
  readonly note?: ReactNode
  /** At the far end of the header: buttons, key hints. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A named region of the screen with a header and one thing in it. */
export function Panel({ title, note, aside, children, className }: PanelProps) {
  const id = useId()
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={id}>
      <div className={styles.head}>
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
