import type { ReactNode } from 'react'
import text from '../../theme/text.module.css'
import styles from './side-panel.module.css'

interface SidePanelProps {
  readonly label: string
  readonly title: ReactNode
  readonly badges: ReactNode
  readonly children: ReactNode
}

export function SidePanel({ label, title, badges, children }: SidePanelProps) {
  return (
    <aside className={styles.panel} aria-label={label}>
      <div className={styles.head}>
        <h2 className={`${styles.title} ${text.cut}`}>
          <bdi>{title}</bdi>
        </h2>
        {badges}
      </div>
      {children}
    </aside>
  )
}

interface SideBodyProps {
  readonly label: string
  readonly children: ReactNode
}

export function SideBody({ label, children }: SideBodyProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.body} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

export function SideRule({ children }: { readonly children: ReactNode }) {
  return <div className={styles.rule}>{children}</div>
}
