import type { NotActed, NotActedReport, OutcomeUntil } from '../../../domain/analysis/automation/not-acted.ts'
import type { Period } from '../../../domain/analysis/period.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { countOf, formatNumber, formatRupees, formatSignedRupees, NO_FIGURE } from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { toRupees } from '../../../domain/money.ts'
import { ALERT_PROPOSALS_KEPT_DAYS } from '../../../domain/scanners/alert.ts'
import { addDays, type IstDate, toIstClock, toIstDate } from '../../../domain/time.ts'
import type { NotActedLoaded } from '../../../machines/analysis/automation-history.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import styles from './dashboard-screen.module.css'
import { loadedNote } from './loaded-note.ts'

export function NotActedPanel({ period: { from, to } }: { readonly period: Period }) {
  const key = `${from} ${to}`
  const again = useKeptCurrent('notActed', key)
  const report = useSnapshot('notActed', ({ context }) => (context.key === key ? context.output : null))
  const message = useSnapshot('notActed', ({ context }) => (context.key === key ? context.message : null))
  const { run } = useConsole()
  return (
    <Panel
      title="Not acted on"
      note={loadedNote(report, message) ?? (report === null ? 'proposals' : noteOf(report, from))}
      aside={
        <Button size="small" keys="g q" onPress={() => run({ command: 'proposals.open', args: {} })}>
          Queue
        </Button>
      }
      className={styles.groups}
    >
      {report === null ? (
        message === null ? (
          <div role="status" aria-label="Not acted on: loading">
            <Skeleton rows={4} />
          </div>
        ) : (
          <ErrorNotice message={message} onRetry={again} />
        )
      ) : report.acted + report.rows.length === 0 ? (
        <EmptyNotice title="No proposal ended in this period">
          Notification-based strategies and alerts with orders make them.
        </EmptyNotice>
      ) : (
        <Report report={report} />
      )}
    </Panel>
  )
}

const noteOf = ({ isWhole, uncompared, unpriced, asOf }: NotActedLoaded, from: IstDate): string => {
  const keptFrom = addDays(toIstDate(asOf), -ALERT_PROPOSALS_KEPT_DAYS)
  const parts = [
    ...(isWhole ? [] : ['of the newest 500 proposals']),
    ...(uncompared === 0 ? [] : [`${countOf(uncompared, 'deployment')} to the close of the day`]),
    ...(unpriced === 0 ? [] : [`${unpriced} without a price`]),
    ...(from < keptFrom ? [`those of alerts are kept ${ALERT_PROPOSALS_KEPT_DAYS} days`] : []),
  ]
  return parts.length === 0 ? 'after charges' : parts.join(', ')
}

const parts = [
  { id: 'acted', name: 'Acted on' },
  { id: 'ranOut', name: 'Ran out' },
  { id: 'dropped', name: 'Dropped' },
] as const

const rupees = (paise: number): number => toRupees(paise as NotActedReport['net'])

function Report({ report }: { readonly report: NotActedReport }) {
  const { run } = useConsole()
  const money = { acted: null, ranOut: report.ofRanOut, dropped: report.ofDropped }
  const open = ({ proposal }: NotActed): void => {
    const { deploymentUuid: deployment, madeAt, segSym, legs } = proposal
    run(
      deployment === null
        ? { command: 'chart.open', args: { instrument: (legs[0]?.contract ?? segSym) as InstrumentId } }
        : { command: 'parity.open', args: { deployment, day: toIstDate(madeAt) } },
    )
  }
  return (
    <div className={styles.notActed}>
      <div>
        <div className={styles.ends} aria-hidden="true">
          {parts.map(({ id }) => (
            <span key={id} data-end={id} style={{ flexGrow: report[id] }} />
          ))}
        </div>
        <dl className={styles.kinds}>
          {parts.map(({ id, name }) => (
            <div key={id}>
              <dt>{`${name} ${formatNumber(report[id], 0)}`}</dt>
              <dd>
                {money[id] !== null && <Signed value={rupees(money[id])} format={formatSignedRupees} />}
              </dd>
            </div>
          ))}
          <div>
            <dt>Gains missed</dt>
            <dd>{formatRupees(rupees(report.missed))}</dd>
          </div>
          <div>
            <dt>Losses avoided</dt>
            <dd>{formatRupees(rupees(report.avoided))}</dd>
          </div>
          <div>
            <dt>Would have made</dt>
            <dd>
              <Signed value={rupees(report.net)} format={formatSignedRupees} />
            </dd>
          </div>
        </dl>
      </div>
      <DataTable
        label="Proposals not acted on"
        rows={report.rows}
        columns={columns}
        rowKey={({ proposal }) => proposal.proposalUuid}
        nameOf={({ proposal }) => proposal.algoName}
        initialSort={{ column: 'made', direction: 'descending' }}
        onRowAction={open}
        phone={(row) => ({
          title: row.proposal.algoName,
          value: <Money row={row} />,
          detail: `${whatOf(row)}, ${madeOf(row)}`,
        })}
        empty={<EmptyNotice title="Every proposal was acted on" />}
      />
      <p className={styles.hint}>
        <PressOrTap
          press="Enter opens the parity report, or the chart of an alert"
          tap="Tap one for its parity report, or the chart of an alert"
        />
      </p>
    </div>
  )
}

const whatOf = ({ proposal: { legs, segSym } }: NotActed): string => {
  const [first] = legs
  if (legs.length > 1 || first === undefined) return `${legs.length} legs of ${tradingSymbolOf(segSym)}`
  const { side, quantity, contract } = first
  return `${side === 'buy' ? 'Buy' : 'Sell'} ${formatNumber(quantity, 0)} ${tradingSymbolOf(contract)}`
}

const madeOf = ({ proposal: { madeAt } }: NotActed): string =>
  `${dayInWords(toIstDate(madeAt))}, ${toIstClock(madeAt)}`

const untilWords: Readonly<Record<OutcomeUntil, string>> = {
  exit: 'planned exit',
  open: 'now, still open',
  close: 'close of the day',
}

const untilOf = ({ proposal, outcome }: NotActed): string => {
  if (outcome !== null) return untilWords[outcome.until]
  return proposal.intent === 'exit' ? 'position kept' : 'no price'
}

function Money({ row: { outcome } }: { readonly row: NotActed }) {
  if (outcome === null) return NO_FIGURE
  return <Signed value={toRupees(outcome.paise)} format={formatSignedRupees} />
}

const columns: readonly ColumnOf<NotActed>[] = [
  {
    id: 'name',
    title: 'Strategy or alert',
    isRowHeader: true,
    minWidth: 136,
    cell: ({ proposal }) => proposal.algoName,
    sortBy: ({ proposal }) => proposal.algoName,
  },
  { id: 'what', title: 'Proposed', minWidth: 150, cell: whatOf, sortBy: whatOf },
  { id: 'made', title: 'Made', minWidth: 130, cell: madeOf, sortBy: ({ proposal }) => proposal.madeAt },
  {
    id: 'ended',
    title: 'Ended',
    minWidth: 160,
    showFrom: 760,
    cell: ({ proposal }) => proposal.outcome,
    sortBy: ({ proposal }) => proposal.outcome,
  },
  { id: 'until', title: 'Until', minWidth: 110, showFrom: 620, cell: untilOf, sortBy: untilOf },
  {
    id: 'money',
    title: 'Would have made',
    isNumeric: true,
    minWidth: 120,
    cell: (row) => <Money row={row} />,
    sortBy: ({ outcome }) => outcome?.paise ?? null,
  },
]
