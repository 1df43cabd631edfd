import type { Universe } from '../../../domain/instrument.ts'
import { describeUniverse } from '../../../domain/universe-of-run.ts'
import { Badge } from '../../kit/badge.tsx'
import { Panel } from '../../kit/panel.tsx'
import text from '../../theme/text.module.css'
import styles from './backtest-screen.module.css'
import { findingsOf, type Report, remarksOf } from './report.ts'
import { gravityInWords } from './trust-words.ts'

/** What makes the figures better or worse than they look. */
export function RemarksPanel({
  report,
  universe,
  className,
}: {
  readonly report: Report
  /** Whose members today the run is over; null where it is of no universe. */
  readonly universe: Universe | null
  readonly className?: string | undefined
}) {
  const remarks = [...(universe === null ? [] : [describeUniverse(universe)]), ...remarksOf(report)]
  const findings = findingsOf(report) ?? []
  const { tone, text: found } = gravityInWords(findings)
  return (
    <Panel
      title="What to know before believing this"
      className={className}
      aside={
        <Badge tone={remarks.length + findings.length > 0 ? 'amber' : 'neutral'}>
          {remarks.length + findings.length}
        </Badge>
      }
    >
      {remarks.length + findings.length === 0 ? (
        <p className={`${styles.remarks} ${text.muted}`}>The engine has nothing to warn of.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key
        <section className={styles.scroll} tabIndex={0} aria-label="Remarks">
          <ul className={styles.remarks}>
            {findings.length > 0 && (
              <li>
                <Badge tone={tone}>{found}</Badge> under Trust, with what speaks for each.
              </li>
            )}
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </section>
      )}
    </Panel>
  )
}
