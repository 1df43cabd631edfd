import type { BacktestParams } from '../../../domain/backtest.ts'
import { Badge, type BadgeTone } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { EmptyNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import text from '../../theme/text.module.css'
import { findingsOf, type Report, symbolReport } from './report.ts'
import { TrustBand } from './trust-band.tsx'
import { TrustFindings } from './trust-findings.tsx'
import { TrustLuck } from './trust-luck.tsx'
import { TrustOdds } from './trust-odds.tsx'
import styles from './trust-panel.module.css'
import { gravityInWords } from './trust-words.ts'

/** Whether the figures can be believed: what kinder and harsher fills make of them, what was found, and chance. */
export function TrustPanel({ report, params }: { readonly report: Report; readonly params: BacktestParams }) {
  const findings = findingsOf(report)
  const symbol = symbolReport(report)
  return (
    <Panel
      title="Trust"
      note={findings === null ? undefined : <Gravity words={gravityInWords(findings)} />}
      aside={symbol !== null && <TestButton instrument={symbol.instrument} />}
    >
      <div className={styles.columns}>
        <section className={styles.column} aria-label="Fill models">
          <h3 className={text.section}>Where orders fill</h3>
          {symbol === null ? (
            <EmptyNotice title="Each symbol has its own">Choose one under Symbols.</EmptyNotice>
          ) : (
            <TrustBand result={symbol.result} params={params} />
          )}
        </section>
        <section className={styles.column} aria-label="Findings">
          <h3 className={text.section}>Findings</h3>
          <TrustFindings findings={findings} />
        </section>
        <section className={`${styles.column} ${styles.chance}`} aria-label="Chance">
          <h3 className={text.section}>Chance</h3>
          {symbol === null ? (
            <EmptyNotice title="Each symbol has its own">Choose one under Symbols.</EmptyNotice>
          ) : (
            <div className={styles.pair}>
              <TrustOdds {...symbol} params={params} />
              <div>
                <TrustLuck instrument={symbol.instrument} />
              </div>
            </div>
          )}
        </section>
      </div>
    </Panel>
  )
}

function Gravity({ words }: { readonly words: { readonly tone: BadgeTone; readonly text: string } }) {
  return <Badge tone={words.tone}>{words.text}</Badge>
}

function TestButton({ instrument }: { readonly instrument: string }) {
  const run = useCommand()
  const isTesting = useSnapshot('luck', (luck) => luck.matches('testing'))
  const of = useSnapshot('backtest', ({ context }) =>
    context.rows.find((row) => row.instrument === instrument),
  )
  if (of === undefined) return null
  return isTesting ? (
    <Button kind="danger" onPress={() => run({ command: 'backtest.cancelTrust', args: {} })}>
      Cancel
    </Button>
  ) : (
    <Button onPress={() => run({ command: 'backtest.trust', args: { instrument: of.instrument } })}>
      Test luck
    </Button>
  )
}
