import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  readonly title: ReactNode
  /** Beside the title: a badge, a few quiet words. */
  readonly note?: ReactNode
  /** At the far end of the header: buttons, key hints. */
  readonly aside?: ReactNode
  /** The note keeps its width, and what can be narrower at the far end is. */
  readonly isNoteWhole?: boolean
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A named region of the screen with a header and one thing in it. */
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
