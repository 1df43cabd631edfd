import type { Finding } from '../../../../domain/backtests/robustness/robustness.ts'
import { fullInstant } from '../../../kit/instants.ts'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import styles from './robustness-panel.module.css'
import { severityNames, severityTones } from './robustness-texts.ts'

export function Findings({ findings }: { readonly findings: readonly Finding[] | null }) {
  if (findings === null) return <EmptyNotice title="Not checked">Run it again to check it.</EmptyNotice>
  if (findings.length === 0) return <EmptyNotice title="No issues found" />
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.text}`}>
          <FindingRow finding={finding} />
        </li>
      ))}
    </ul>
  )
}

function FindingRow({ finding }: { readonly finding: Finding }) {
  const { severity, text, evidence } = finding
  const sentence = (
    <>
      <Badge tone={severityTones[severity]}>{severityNames[severity][0]}</Badge>
      <span>{text}</span>
    </>
  )
  if (evidence.length === 0) return <div className={styles.finding}>{sentence}</div>
  return (
    <details>
      <summary className={styles.finding}>{sentence}</summary>
      <table className={styles.evidence} aria-label="Evidence">
        <tbody>
          {evidence.map(({ at, what }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and two may have the same text
            <tr key={index}>
              <th scope="row" className={styles.when}>
                {at === null ? '–' : fullInstant(at)}
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
