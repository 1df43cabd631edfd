import { intervalInWords } from '../../../domain/charts/interval.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { shortDeploymentTitles } from '../../../domain/deployments/deployment.ts'
import type { ParityStep } from '../../../domain/deployments/parity/parity-step.ts'
import type { ParityReport } from '../../../domain/deployments/parity/report.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { symbolsInShort } from '../../../domain/strategies/in-words.ts'
import { isReportOf } from '../../../machines/deployments/parity.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { Badge, type BadgeTone } from '../../kit/layout/badge.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import table from '../../kit/table/table-screen.module.css'
import text from '../../theme/text.module.css'
import { CandlePanel } from './candle-panel.tsx'
import styles from './parity.module.css'
import { ParityTable, useRowsInView } from './rows-panel.tsx'
import { CurvePanel, DaysPanel, ReasonsPanel } from './side-panels.tsx'
import { SumPanel } from './sum-panel.tsx'

const tones: Readonly<Record<ParityReport['of']['type'], BadgeTone>> = {
  live: 'blue',
  auto: 'good',
  paper: 'amber',
}

export function ParityScreen() {
  const subject = useSnapshot('parity', ({ context }) => context.subject)
  const report = useSnapshot('parity', ({ context }) => context.report)
  const message = useSnapshot('parity', ({ context }) => context.message)
  const step = useSnapshot('parity', ({ context }) => context.step)
  const { dispatch } = useConsole()
  const isCurrent = isReportOf(report, subject)
  const shown = report !== null && report.of.deploymentUuid === subject?.deploymentUuid ? report : null
  return (
    <div className={table.screen}>
      <Title report={shown} />
      {subject === null && <Choose />}
      {message !== null && (
        <ErrorNotice
          message={message}
          onRetry={() => dispatch({ to: 'parity', event: { type: 'parity.retry' } })}
        />
      )}
      {subject !== null && message === null && shown === null && (
        <div role="status" aria-label="Parity: loading">
          <Skeleton rows={10} />
        </div>
      )}
      {shown !== null && message === null && (
        <div className={styles.report} data-old={isCurrent ? undefined : ''} aria-busy={!isCurrent}>
          <Missing report={shown} />
          <SumPanel report={shown} step={step} />
          <Rows key={`${shown.of.deploymentUuid} ${shown.day}`} report={shown} step={step} />
        </div>
      )}
    </div>
  )
}

interface RowsProps {
  readonly report: ParityReport
  readonly step: ParityStep | null
}

function Rows({ report, step }: RowsProps) {
  const inView = useRowsInView(report, step)
  const { current } = inView
  const isCandleShown = useSnapshot('parity', ({ context }) => context.isCandleShown)
  return (
    <div className={styles.columns}>
      <ParityTable report={report} step={step} inView={inView} />
      <div className={styles.side}>
        {isCandleShown && current !== null ? (
          <CandlePanel row={current} report={report} />
        ) : (
          <CurvePanel report={report} />
        )}
        <ReasonsPanel report={report} />
        <DaysPanel report={report} />
      </div>
    </div>
  )
}

function Title({ report }: { readonly report: ParityReport | null }) {
  const { run } = useConsole()
  const isPhone = useMedia(PHONE)
  const day = useSnapshot('parity', ({ context }) => context.subject?.day ?? null)
  const keys = (stroke: string) => (isPhone ? {} : { keys: stroke })
  const actions = day !== null && (
    <>
      <Button {...keys('[')} onPress={() => run({ command: 'parity.day', args: { by: -1 } })}>
        Previous
      </Button>
      <b className={styles.date}>{dayInWords(day)}</b>
      <Button {...keys(']')} onPress={() => run({ command: 'parity.day', args: { by: 1 } })}>
        Next
      </Button>
      <Button
        {...keys('e')}
        isDisabled={report === null || report.parity.rows.length === 0}
        onPress={() => run({ command: 'table.export', args: {} })}
      >
        CSV
      </Button>
    </>
  )
  return (
    <ScreenTitle title="Parity" actions={actions || undefined}>
      {report !== null && (
        <span className={table.head}>
          <bdi className={text.strong}>{report.of.algoName}</bdi>
          <Badge tone={tones[report.of.type]}>{shortDeploymentTitles[report.of.type].toUpperCase()}</Badge>
          <span className={text.muted}>
            {`version ${report.of.version} · ${intervalInWords(report.of.interval)} · ${symbolsInShort(report.of.segSyms)}`}
          </span>
        </span>
      )}
    </ScreenTitle>
  )
}

function Missing({ report: { missing } }: { readonly report: ParityReport }) {
  const { run } = useConsole()
  if (missing.length === 0) return null
  return (
    <p className={styles.missing} role="status">
      <span>
        {`No candles of ${missing.map(tradingSymbolOf).join(', ')} on this day, so nothing can be expected of ${missing.length === 1 ? 'it' : 'them'}.`}
      </span>
      <Button size="small" onPress={() => run({ command: 'import.open', args: {} })}>
        Import candles
      </Button>
    </p>
  )
}

function Choose() {
  const { run } = useConsole()
  const lists = useSnapshot('deployments', ({ context }) => context.lists)
  const known = [lists.live, lists.auto, lists.paper].flatMap((list) => list?.rows ?? [])
  if (known.length === 0) {
    return (
      <EmptyNotice icon="live" title="No strategy is running">
        Deploy one, and each day is compared with the backtest of its rules.
      </EmptyNotice>
    )
  }
  return (
    <section className={styles.choose} aria-label="Which strategy">
      <h2>Which strategy?</h2>
      {known.map(({ deploymentUuid: key, algoName, type, segSyms }) => (
        <Button key={key} onPress={() => run({ command: 'parity.open', args: { deployment: key } })}>
          <bdi>{algoName}</bdi>
          <span className={text.muted}>{`${shortDeploymentTitles[type]} · ${symbolsInShort(segSyms)}`}</span>
        </Button>
      ))}
    </section>
  )
}
