import type { CommandCall } from '../../../commands/registry.ts'
import type { DashboardBook } from '../../../domain/analysis/dashboard-address.ts'
import type { Period } from '../../../domain/analysis/period.ts'
import {
  type DeploymentType,
  isActive,
  shortDeploymentTitles,
} from '../../../domain/deployments/deployment.ts'
import { formatNumber, formatRupees, formatSignedRupees } from '../../../domain/format.ts'
import { type IstDate, toIstDate } from '../../../domain/time.ts'
import type { AutomationHistory } from '../../../machines/analysis/automation-history.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { Badge, type BadgeTone } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'
import styles from './dashboard-screen.module.css'
import { loadedNote } from './loaded-note.ts'

type Deployment = AutomationHistory['deployments'][number]
type Alert = AutomationHistory['alerts'][number]

interface AutomationPanelsProps {
  readonly book: DashboardBook
  readonly period: Period
}

const LEFT_OUT = 'the newest 500 only'

export function AutomationPanels({ book, period: { from, to } }: AutomationPanelsProps) {
  const key = `${book} ${from} ${to}`
  const again = useKeptCurrent('automationHistory', key)
  const output = useSnapshot('automationHistory', ({ context }) =>
    context.key === key ? context.output : null,
  )
  const message = useSnapshot('automationHistory', ({ context }) =>
    context.key === key ? context.message : null,
  )
  const { run } = useConsole()
  const state = listStateOf({ output, message, again })
  const note = loadedNote(output, message)
  const whole = output === null || output.isWhole ? '' : `, ${LEFT_OUT}`
  return (
    <div className={book === 'broker' ? styles.tables : undefined}>
      <Panel
        title="Deployments"
        note={note ?? <PressOrTap press={`Enter opens${whole}`} tap={`Tap one to open${whole}`} />}
        className={styles.groups}
      >
        <DataTable
          label="Deployments"
          rows={output?.deployments ?? []}
          columns={deploymentColumns}
          rowKey={({ deploymentUuid }) => deploymentUuid}
          nameOf={({ algoName }) => algoName}
          initialSort={{ column: 'pnl', direction: 'descending' }}
          state={state}
          onRowAction={(row) => run(openingOf(row, toIstDate(output?.asOf ?? 0)))}
          phone={(row) => ({
            title: row.algoName,
            value: <Signed value={row.pnl} format={formatSignedRupees} />,
            detail: deploymentInWords(row),
          })}
          empty={
            <EmptyNotice title={`No deployment ran in the ${book} book in this period`}>
              Each strategy that you deploy is counted here.
            </EmptyNotice>
          }
        />
      </Panel>
      {book === 'broker' && (
        <Panel title="Alerts" note={note ?? undefined} className={styles.groups}>
          <DataTable
            label="Alerts"
            rows={output?.alerts ?? []}
            columns={alertColumns}
            rowKey={({ alertUuid }) => alertUuid}
            nameOf={({ alertName }) => alertName}
            initialSort={{ column: 'raised', direction: 'descending' }}
            state={state}
            onRowAction={({ alertUuid: alert }) => run({ command: 'alert.log', args: { alert } })}
            phone={(row) => ({
              title: row.alertName,
              value: `${formatNumber(row.raised, 0)} raised`,
              detail: `${formatNumber(row.symbols, 0)} symbols, ${row.sent} of ${row.proposed} proposals sent`,
            })}
            empty={<EmptyNotice title="No alert ran in this period" />}
          />
        </Panel>
      )}
    </div>
  )
}

const openingOf = (
  { deploymentUuid: deployment, status, stoppedAt }: Deployment,
  today: IstDate,
): CommandCall =>
  isActive(status) || stoppedAt === null || toIstDate(stoppedAt) === today
    ? { command: 'deployment.log', args: { deployment } }
    : { command: 'parity.open', args: { deployment, day: toIstDate(stoppedAt) } }

const tones: Readonly<Record<DeploymentType, BadgeTone>> = { live: 'blue', auto: 'good', paper: 'amber' }

const deploymentInWords = ({ entries, exits, late, refusedByLimit, refusedByBroker }: Deployment): string => {
  const refused = refusedByLimit + refusedByBroker
  return [
    `${entries} entries, ${exits} exits`,
    ...(late > 0 ? [`${late} late`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
}

const stateInWords = (status: string): string => status.replace(/^./, (letter) => letter.toUpperCase())

const count = <Row,>(
  id: string,
  title: string,
  of: (row: Row) => number,
  showFrom?: number,
): ColumnOf<Row> => ({
  id,
  title,
  isNumeric: true,
  ...(showFrom === undefined ? {} : { showFrom }),
  cell: (row) => formatNumber(of(row), 0),
  sortBy: of,
})

const deploymentColumns: readonly ColumnOf<Deployment>[] = [
  {
    id: 'name',
    title: 'Strategy',
    isRowHeader: true,
    minWidth: 136,
    cell: ({ algoName }) => algoName,
    sortBy: ({ algoName }) => algoName,
  },
  {
    id: 'mode',
    title: 'Mode',
    cell: ({ type }) => <Badge tone={tones[type]}>{shortDeploymentTitles[type]}</Badge>,
    sortBy: ({ type }) => type,
  },
  {
    id: 'state',
    title: 'State',
    minWidth: 76,
    showFrom: 700,
    cell: ({ status }) => stateInWords(status),
    sortBy: ({ status }) => status,
  },
  count<Deployment>('entries', 'Entries', ({ entries }) => entries),
  count<Deployment>('exits', 'Exits', ({ exits }) => exits),
  count<Deployment>('late', 'Late', ({ late }) => late, 540),
  count<Deployment>('limit', 'By limit', ({ refusedByLimit }) => refusedByLimit, 600),
  count<Deployment>('broker', 'By broker', ({ refusedByBroker }) => refusedByBroker, 600),
  {
    id: 'charges',
    title: 'Charges',
    isNumeric: true,
    showFrom: 780,
    cell: ({ charges }) => formatRupees(charges),
    sortBy: ({ charges }) => charges,
  },
  {
    id: 'pnl',
    title: 'Net P&L',
    isNumeric: true,
    minWidth: 108,
    cell: ({ pnl, isWhole }) => (
      <span title={isWhole ? undefined : 'Of the newest lines of its log alone'}>
        {isWhole ? '' : '≈ '}
        <Signed value={pnl} format={formatSignedRupees} />
      </span>
    ),
    sortBy: ({ pnl }) => pnl,
  },
]

const alertColumns: readonly ColumnOf<Alert>[] = [
  {
    id: 'name',
    title: 'Alert',
    isRowHeader: true,
    minWidth: 136,
    cell: ({ alertName }) => alertName,
    sortBy: ({ alertName }) => alertName,
  },
  {
    id: 'state',
    title: 'State',
    showFrom: 520,
    cell: ({ status }) => stateInWords(status),
    sortBy: ({ status }) => status,
  },
  count<Alert>('raised', 'Raised', ({ raised }) => raised),
  count<Alert>('symbols', 'Symbols', ({ symbols }) => symbols),
  count<Alert>('proposed', 'Proposed', ({ proposed }) => proposed),
  count<Alert>('sent', 'Sent', ({ sent }) => sent),
]
