import { describeUniverse } from '../../../domain/backtests/universe-of-run.ts'
import type { Universe } from '../../../domain/instruments/instrument.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import text from '../../theme/text.module.css'
import styles from './backtest-screen.module.css'
import { findingsOf, type Report, remarksOf } from './report.ts'
import { gravityInWords } from './robustness/robustness-texts.ts'

export function RemarksPanel({
  report,
  universe,
  className,
}: {
  readonly report: Report
  /** The universe whose current members the run covers; null if none. */
  readonly universe: Universe | null
  readonly className?: string | undefined
}) {
  const remarks = [...(universe === null ? [] : [describeUniverse(universe)]), ...remarksOf(report)]
  const findings = findingsOf(report) ?? []
  const { tone, text: found } = gravityInWords(findings)
  return (
    <Panel
      title="Caveats"
      className={className}
      aside={
        <Badge tone={remarks.length + findings.length > 0 ? 'amber' : 'neutral'}>
          {remarks.length + findings.length}
        </Badge>
      }
    >
      {remarks.length + findings.length === 0 ? (
        <p className={`${styles.remarks} ${text.muted}`}>No warnings.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key
        <section className={styles.scroll} tabIndex={0} aria-label="Remarks">
          <ul className={styles.remarks}>
            {findings.length > 0 && (
              <li>
                <Badge tone={tone}>{found}</Badge> under Robustness, with evidence.
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
