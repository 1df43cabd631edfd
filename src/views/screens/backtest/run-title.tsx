import { printCall } from '../../../commands/grammar/print-call.ts'
import type { BacktestParams } from '../../../domain/backtests/backtest.ts'
import { withoutResult } from '../../../machines/backtests/backtest-rows.ts'
import { callAgain, callOfRun } from '../../backtests/call-of-run.ts'
import { runInWords } from '../../backtests/run-in-words.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import text from '../../theme/text.module.css'
import styles from './backtest-screen.module.css'
import { ExportButtons } from './export-buttons.tsx'
import type { Report } from './report.ts'
import { StrategyLink } from './strategy-link.tsx'

export function RunTitle({
  params,
  report,
}: {
  readonly params: BacktestParams
  readonly report: Report | null
}) {
  return (
    <ScreenTitle
      title={params.name}
      documentTitle={`${params.name}, backtest`}
      actions={<Actions params={params} report={report} />}
    >
      <span className={styles.badges}>
        <StateBadge />
        <SourceBadge />
      </span>
      <StrategyLink params={params} />
      <span>{runInWords(params)}</span>
    </ScreenTitle>
  )
}

function StateBadge() {
  const rows = useSnapshot('backtest', ({ context }) => context.rows)
  const isRunning = useSnapshot('backtest', (backtest) => backtest.matches('running'))
  const isCancelling = useSnapshot('backtest', (backtest) => backtest.matches('cancelling'))
  if (isRunning) return <Badge tone="blue">running</Badge>
  if (isCancelling) return <Badge tone="amber">cancelling</Badge>
  if (rows.some(({ state }) => state === 'cancelled')) return <Badge tone="amber">cancelled</Badge>
  if (rows.every(({ state }) => state === 'failed')) return <Badge tone="bad">failed</Badge>
  const unsaved = rows.find(({ state }) => state === 'saveFailed')
  if (unsaved !== undefined)
    return (
      <>
        <Badge tone="bad">not saved</Badge>
        <span className={text.down}>{unsaved.error}</span>
      </>
    )
  if (rows.length > 1 && withoutResult(rows).length > 0) return <Badge tone="amber">incomplete</Badge>
  return <Badge tone="good">saved</Badge>
}

function SourceBadge() {
  const source = useSnapshot('backtest', ({ context }) => context.source)
  if (source === null) return null
  const words = {
    imported: 'imported candles',
    simulated: 'simulated candles',
    mixed: 'imported and simulated candles',
  }
  return <Badge tone={source === 'imported' ? 'neutral' : 'amber'}>{words[source]}</Badge>
}

const ofReport = [
  { command: 'strategy.saveRun', title: 'Save as strategy' },
  { command: 'backtest.compare', title: 'Compare' },
] as const

function ReportButtons() {
  const run = useCommand()
  return ofReport.map(({ command, title }) => (
    <Button
      key={command}
      keys={keysFor({ command, args: {} }) ?? ''}
      onPress={() => run({ command, args: {} })}
    >
      {title}
    </Button>
  ))
}

function Actions({ params, report }: { readonly params: BacktestParams; readonly report: Report | null }) {
  const run = useCommand()
  const rows = useSnapshot('backtest', ({ context }) => context.rows)
  const cut = useSnapshot('backtest', ({ context }) => context.cut)
  const isRunning = useSnapshot('backtest', (backtest) => backtest.matches('running'))
  const isUnsaved = useSnapshot('backtest', (backtest) => backtest.matches({ done: 'cumulativeUnsaved' }))
  const shown = { params, instruments: rows.map(({ instrument }) => instrument), cut }
  const unsaved = rows.filter(({ state }) => state === 'saveFailed')
  const saveAgain = () => {
    for (const { instrument } of unsaved) run({ command: 'backtest.saveAgain', args: { instrument } })
    if (isUnsaved) run({ command: 'backtest.saveReport', args: {} })
  }
  return (
    <>
      {(unsaved.length > 0 || isUnsaved) && (
        <Button kind="primary" onPress={saveAgain}>
          Save again
        </Button>
      )}
      {isRunning ? (
        <Button
          kind="danger"
          keys={keysFor({ command: 'backtest.cancel', args: {} }) ?? ''}
          onPress={() => run({ command: 'backtest.cancel', args: {} })}
        >
          Cancel
        </Button>
      ) : (
        <Button onPress={() => run(callAgain(shown))}>Run again</Button>
      )}
      <Button keys="e" data-answers="e" onPress={() => run(openLine(printCall(callOfRun(shown))))}>
        Edit
      </Button>
      {report !== null && <ReportButtons />}
      {report !== null && <ExportButtons params={params} rows={rows} />}
    </>
  )
}
