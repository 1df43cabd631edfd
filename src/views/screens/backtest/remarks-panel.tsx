import { Badge } from '../../kit/badge.tsx'
import { Panel } from '../../kit/panel.tsx'
import text from '../../theme/text.module.css'
import styles from './backtest-screen.module.css'
import { type Report, remarksOf } from './report.ts'

/** What makes the figures better or worse than they look. */
export function RemarksPanel({
  report,
  className,
}: {
  readonly report: Report
  readonly className?: string | undefined
}) {
  const remarks = remarksOf(report)
  return (
    <Panel
      title="What to know before believing this"
      className={className}
      aside={<Badge tone={remarks.length > 0 ? 'amber' : 'neutral'}>{remarks.length}</Badge>}
    >
      {remarks.length === 0 ? (
        <p className={`${styles.remarks} ${text.muted}`}>The engine has nothing to warn of.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key
        <section className={styles.scroll} tabIndex={0} aria-label="Remarks">
          <ul className={styles.remarks}>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </section>
      )}
    </Panel>
  )
}
