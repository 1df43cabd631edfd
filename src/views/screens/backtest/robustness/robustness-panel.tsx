import type { BacktestParams } from '../../../../domain/backtests/backtest.ts'
import { useCommand, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Badge, type BadgeTone } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import text from '../../../theme/text.module.css'
import { findingsOf, type Report, symbolReport } from '../report.ts'
import { DeflatedSharpePanel } from './deflated-sharpe.tsx'
import { Findings } from './findings.tsx'
import { MonteCarloPanel } from './monte-carlo.tsx'
import { RobustnessBand } from './robustness-band.tsx'
import styles from './robustness-panel.module.css'
import { gravityInWords } from './robustness-texts.ts'

export function RobustnessPanel({
  report,
  params,
}: {
  readonly report: Report
  readonly params: BacktestParams
}) {
  const findings = findingsOf(report)
  const symbol = symbolReport(report)
  return (
    <Panel
      title="Robustness"
      note={findings === null ? undefined : <Gravity words={gravityInWords(findings)} />}
      aside={symbol !== null && <TestButton instrument={symbol.instrument} />}
    >
      <div className={styles.columns}>
        <section className={styles.column} aria-label="Fill models">
          <h3 className={text.section}>Fill models</h3>
          {symbol === null ? (
            <EmptyNotice title="Shown per symbol">Select one under Symbols.</EmptyNotice>
          ) : (
            <RobustnessBand result={symbol.result} params={params} />
          )}
        </section>
        <section className={styles.column} aria-label="Findings">
          <h3 className={text.section}>Findings</h3>
          <Findings findings={findings} />
        </section>
        <section className={`${styles.column} ${styles.tests}`} aria-label="Monte Carlo">
          <h3 className={text.section}>Monte Carlo</h3>
          {symbol === null ? (
            <EmptyNotice title="Shown per symbol">Select one under Symbols.</EmptyNotice>
          ) : (
            <div className={styles.pair}>
              <DeflatedSharpePanel {...symbol} params={params} />
              <div>
                <MonteCarloPanel instrument={symbol.instrument} />
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
  const isTesting = useSnapshot('monteCarlo', (test) => test.matches('testing'))
  const of = useSnapshot('backtest', ({ context }) =>
    context.rows.find((row) => row.instrument === instrument),
  )
  if (of === undefined) return null
  return isTesting ? (
    <Button kind="danger" onPress={() => run({ command: 'backtest.cancelMonteCarlo', args: {} })}>
      Cancel
    </Button>
  ) : (
    <Button onPress={() => run({ command: 'backtest.monteCarlo', args: { instrument: of.instrument } })}>
      Monte Carlo test
    </Button>
  )
}
