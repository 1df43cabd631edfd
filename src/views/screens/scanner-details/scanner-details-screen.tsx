import { useSearch } from 'wouter'
import { alertIntervalInWords } from '../../../domain/scanners/alert.ts'
import { universeWords } from '../../../domain/scanners/scanner.ts'
import { pathOf } from '../../../domain/screens.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { RuleText } from '../../kit/rule-text.tsx'
import table from '../../kit/table/table-screen.module.css'
import { AlertLog } from '../../scanners/alerts/alert-log.tsx'
import { OrderOfAlert } from '../../scanners/alerts/order-of-alert.tsx'
import text from '../../theme/text.module.css'
import styles from './scanner-details.module.css'

const ALERT = /^[0-9a-f-]{36}$/
const PAGE = /^[1-9]\d{0,5}$/

export function ScannerDetailsScreen() {
  const query = new URLSearchParams(useSearch())
  const alertUuid = query.get('alert') ?? ''
  const page = query.get('page') ?? ''
  if (!ALERT.test(alertUuid)) return <NoAlert />
  return <Details alertUuid={alertUuid} page={PAGE.test(page) ? Number(page) : 1} />
}

function NoAlert() {
  const { run } = useConsole()
  return (
    <div className={table.screen}>
      <ScreenTitle title="Alert log" />
      <EmptyNotice icon="alerts" title="Choose an alert to read its log">
        <Button onPress={() => run({ command: 'view.open', args: { view: 'live-alerts' } })}>
          Live scanners
        </Button>
      </EmptyNotice>
    </div>
  )
}

function Details({ alertUuid, page }: { readonly alertUuid: string; readonly page: number }) {
  const { run, dispatch } = useConsole()
  const loaded = useSnapshot('alertLog', ({ context }) => context.output?.alert ?? null)
  const alert = loaded?.alertUuid === alertUuid ? loaded : null
  const turn = (next: number) =>
    dispatch({
      to: 'navigation',
      event: {
        type: 'view.replace',
        path: pathOf('scanner-details', { alert: alertUuid, page: String(next) }),
      },
    })
  return (
    <div className={table.screen}>
      <ScreenTitle
        title={alert?.scannerName ?? 'Alert log'}
        documentTitle="Alert log"
        actions={
          <>
            <Button onPress={() => run({ command: 'alert.rule', args: { alert: alertUuid } })}>
              Open the rule
            </Button>
            <Button
              kind="danger"
              isDisabled={alert?.status !== 'running'}
              onPress={() => run({ command: 'alert.stop', args: { alert: alertUuid } })}
            >
              Stop alert
            </Button>
          </>
        }
      >
        {alert !== null && (
          <span className={text.muted}>
            {[universeWords(alert.universe), alertIntervalInWords(alert.interval), alert.status, alert.reason]
              .filter((words) => words !== '')
              .join(' · ')}
          </span>
        )}
      </ScreenTitle>
      {alert !== null && (
        <p className={styles.rule}>
          <RuleText rule={alert.logic} /> <OrderOfAlert terms={alert} />
        </p>
      )}
      <div className={table.table}>
        <AlertLog alertUuid={alertUuid} page={page} isMain onPage={turn} />
      </div>
    </div>
  )
}
