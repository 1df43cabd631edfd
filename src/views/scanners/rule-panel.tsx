import { formatNumber } from '../../domain/format.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import type { ScanReply } from '../../machines/scanners/scan.ts'
import { useConsole } from '../kit/console.tsx'
import { RuleText } from '../kit/rule-text.tsx'
import text from '../theme/text.module.css'
import styles from './scan.module.css'

interface RulePanelProps {
  readonly scan: Scan
  readonly result: ScanReply | null
}

/** How many symbols each part is true for by itself shows which part does the work. */
export function RulePanel({ scan, result }: RulePanelProps) {
  const { run } = useConsole()
  const known = result === null ? 0 : result.total - result.unknown.length - result.loading
  const parts = result?.parts ?? []
  return (
    <section className={styles.rule} aria-label="Rule">
      <button
        type="button"
        className={styles.ruleLine}
        title="Change the scan"
        onClick={() => run({ command: 'scan.edit', args: {} })}
      >
        <RuleText rule={scan.logic} />
      </button>
      {parts.length > 1 && (
        <ul className={styles.parts}>
          {parts.map(({ text: part, trueFor }) => (
            <li key={part} className={styles.part}>
              <RuleText rule={part} />
              <TrueFor count={trueFor} known={known} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface TrueForProps {
  readonly count: number
  readonly known: number
  readonly isShort?: boolean
}

export function TrueFor({ count, known, isShort = false }: TrueForProps) {
  return (
    <>
      <span className={styles.meter} aria-hidden="true">
        <span style={{ width: `${known === 0 ? 0 : (100 * count) / known}%` }} />
      </span>
      <span className={text.muted}>
        <span className={isShort ? 'visually-hidden' : ''}>true for </span>
        {`${formatNumber(count, 0)} of ${formatNumber(known, 0)}`}
      </span>
    </>
  )
}
