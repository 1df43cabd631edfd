import type { Finding } from '../../../domain/trust/trust.ts'
import { Badge } from '../../kit/badge.tsx'
import { fullInstant } from '../../kit/instants.ts'
import { EmptyNotice } from '../../kit/notice.tsx'
import styles from './trust-panel.module.css'
import { severityTones } from './trust-words.ts'

/** What speaks against the figures, the gravest first; a finding with cases opens to show them. */
export function TrustFindings({ findings }: { readonly findings: readonly Finding[] | null }) {
  if (findings === null)
    return <EmptyNotice title="Not looked for">Run it again to have it looked over.</EmptyNotice>
  if (findings.length === 0) return <EmptyNotice title="Nothing speaks against this run" />
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
      <Badge tone={severityTones[severity]}>{severity}</Badge>
      <span>{text}</span>
    </>
  )
  if (evidence.length === 0) return <div className={styles.finding}>{sentence}</div>
  return (
    <details>
      <summary className={styles.finding}>{sentence}</summary>
      <table className={styles.evidence} aria-label="Evidence">
        <tbody>
          {evidence.map(({ at, what }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change place, and two may say the same
            <tr key={place}>
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
