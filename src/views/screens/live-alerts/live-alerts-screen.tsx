import { useState } from 'react'
import { useSearch } from 'wouter'
import { formatNumber } from '../../../domain/format.ts'
import { alertIntervalInWords } from '../../../domain/scanners/alert.ts'
import { universeWords } from '../../../domain/scanners/scanner.ts'
import { MINUTE_MS, toIstClock } from '../../../domain/time.ts'
import type { Alert } from '../../../machines/scanners/scanner-lists.ts'
import { commandAct } from '../../kit/command-act.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { clockInstant } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import { RuleText } from '../../kit/rule-text.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import table from '../../kit/table/table-screen.module.css'
import { AlertLog } from '../../scanners/alerts/alert-log.tsx'
import { OrderOfAlert } from '../../scanners/alerts/order-of-alert.tsx'
import text from '../../theme/text.module.css'
import { alertColumns, alertOnPhone, useMuted } from './alert-columns.tsx'
import styles from './live-alerts.module.css'
import { RaisedToday } from './raised-today.tsx'

const WIDE = '(min-width: 1200px)'

const keyOf = ({ alertUuid }: Alert): string => alertUuid
const attentionOf = ({ alertUuid }: Alert) => ({ kind: 'alert', key: alertUuid })
const none: readonly Alert[] = []

export function LiveAlertsScreen() {
  const app = useConsole()
  const again = useKeptCurrent('alerts')
  const all = useSnapshot('alerts', ({ context }) => context.output)
  const message = useSnapshot('alerts', ({ context }) => context.message)
  const rows = all ?? none
  const { current, watch } = useCurrentRow(rows, attentionOf)
  const asked = new URLSearchParams(useSearch()).get('alert')
  const isWide = useMedia(WIDE)
  const shown = current ?? rows.find(({ alertUuid }) => alertUuid === asked) ?? rows[0] ?? null
  const openLog = ({ alertUuid }: Alert) => app.run({ command: 'alert.log', args: { alert: alertUuid } })
  const state = listStateOf({ output: all, message, again })
  const acts = ({ alertUuid, status }: Alert): readonly RowAct[] => [
    commandAct(app, 'Open the log', { command: 'alert.log', args: { alert: alertUuid } }, { keys: '↵' }),
    commandAct(app, 'Open the rule', { command: 'alert.rule', args: { alert: alertUuid } }),
    commandAct(app, 'Sound on or off', { command: 'alert.sound', args: { alert: alertUuid } }),
    ...(status === 'running'
      ? [
          commandAct(
            app,
            'Stop alert',
            { command: 'alert.stop', args: { alert: alertUuid } },
            { isApart: true },
          ),
        ]
      : []),
  ]
  return (
    <div className={table.screen}>
      <Title alerts={rows} />
      <Away message={all === null ? null : message} />
      <div className={styles.columns} data-beside={isWide && shown !== null ? '' : undefined}>
        <div className={styles.main}>
          <div className={table.table}>
            <DataTable
              label="Alerts"
              isMain
              rows={rows}
              columns={alertColumns}
              rowKey={keyOf}
              phone={alertOnPhone}
              state={state}
              currentKey={shown?.alertUuid ?? null}
              onRowFocus={watch}
              onRowAction={openLog}
              nameOf={({ scannerName }) => scannerName}
              actsOf={acts}
              empty={<NoAlerts />}
            />
          </div>
          {isWide && rows.length > 0 && <RaisedToday alerts={rows} shown={shown} />}
        </div>
        {isWide && shown !== null && <LogPanel key={shown.alertUuid} alert={shown} />}
      </div>
    </div>
  )
}

function Title({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { run } = useConsole()
  const isPhone = useMedia(PHONE)
  const running = alerts.filter(({ status }) => status === 'running').length
  const raised = alerts.reduce((sum, { raisedToday }) => sum + raisedToday, 0)
  const last = Math.max(0, ...alerts.map(({ lastRaisedAt }) => lastRaisedAt ?? 0))
  const stopAll = { command: 'alert.stopAll', args: {} } as const
  return (
    <ScreenTitle
      title="Live scanners"
      actions={
        <>
          <Button
            kind="danger"
            keys={(isPhone ? null : keysFor(stopAll)) ?? ''}
            isDisabled={running === 0}
            onPress={() => run(stopAll)}
          >
            Stop all
          </Button>
          <Button kind="primary" onPress={() => run({ command: 'alert.write', args: {} })}>
            New alert
          </Button>
        </>
      }
    >
      <span className={text.muted}>
        {running === 0 && raised === 0
          ? ''
          : `${running} running, ${formatNumber(raised, 0)} raised today${last === 0 ? '' : `, last at ${toIstClock(last)}`}`}
      </span>
    </ScreenTitle>
  )
}

function Away({ message }: { readonly message: string | null }) {
  const isOnline = useSnapshot('connectivity', (connectivity) => connectivity.matches('online'))
  if (isOnline && message === null) return null
  return (
    <p className={styles.away} role="status">
      {isOnline ? message : 'No connection: the server keeps watching. New alerts appear in the log.'}
    </p>
  )
}

const examples = [
  'alert rsi(14) < 30 and close > sma(close,200) on nifty500 day',
  'alert close crosses above vwap on f&o 5min then buy 50k mis',
  'alert close crosses above sma(close,50) on nse day',
]

function NoAlerts() {
  const { run } = useConsole()
  return (
    <EmptyNotice icon="alerts" title="No alert is running">
      <ul className={styles.examples}>
        {examples.map((line) => (
          <li key={line}>
            <button type="button" className={styles.example} onClick={() => run(openLine(line))}>
              <RuleText rule={line} />
            </button>
          </li>
        ))}
      </ul>
    </EmptyNotice>
  )
}

function LogPanel({ alert }: { readonly alert: Alert }) {
  const now = useMarketTime(MINUTE_MS)
  const { run } = useConsole()
  const [page, setPage] = useState(1)
  const { alertUuid, scannerName, logic, universe, interval, status, startedAt } = alert
  const isMuted = useMuted(scannerName)
  return (
    <aside className={styles.panel} aria-label="Log of the alert">
      <div className={styles.head}>
        <h2 className={`${styles.title} ${text.cut}`}>
          <bdi>{scannerName}</bdi>
        </h2>
        <Badge tone={status === 'running' ? 'good' : 'neutral'}>
          {status === 'running' ? `since ${clockInstant(startedAt, now)}` : status}
        </Badge>
        <Button onPress={() => run({ command: 'alert.sound', args: { alert: alertUuid } })} keys="m">
          {isMuted ? 'Sound on' : 'Sound off'}
        </Button>
        <Button onPress={() => run({ command: 'alert.rule', args: { alert: alertUuid } })} keys="e">
          Open
        </Button>
        <Button
          kind="danger"
          isDisabled={status !== 'running'}
          keys="s"
          onPress={() => run({ command: 'alert.stop', args: { alert: alertUuid } })}
        >
          Stop
        </Button>
      </div>
      <div className={styles.rule}>
        <RuleText rule={logic} />
        <span className={text.muted}>{`${universeWords(universe)} · ${alertIntervalInWords(interval)}`}</span>
        <OrderOfAlert terms={alert} />
      </div>
      <Totals alert={alert} />
      <AlertLog alertUuid={alertUuid} page={page} isMain={false} onPage={setPage} />
    </aside>
  )
}

function Totals({ alert: { raisedToday, symbolsToday, raised } }: { readonly alert: Alert }) {
  const figures = [
    { label: 'Raised today', value: raisedToday },
    { label: 'Symbols today', value: symbolsToday },
    { label: 'In the log', value: raised },
  ]
  return (
    <dl className={styles.totals}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className={text.muted}>{label}</dt>
          <dd>{formatNumber(value, 0)}</dd>
        </div>
      ))}
    </dl>
  )
}
