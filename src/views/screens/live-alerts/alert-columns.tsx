import { formatNumber } from '../../../domain/format.ts'
import { symbolsInWords } from '../../../domain/scanners/alert.ts'
import { universeWords } from '../../../domain/scanners/scanner.ts'
import { shortText } from '../../../domain/strategies/definitions/written.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import type { Alert } from '../../../machines/scanners/scanner-lists.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { clockInstant } from '../../kit/instants.ts'
import { RuleText } from '../../kit/rule-text.tsx'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './live-alerts.module.css'

function LastRaised({ alert }: { readonly alert: Alert }) {
  const now = useMarketTime(MINUTE_MS)
  const { status, reason, lastRaisedAt, lastSymbols } = alert
  if (status === 'stopped')
    return <span className={text.muted}>{reason === '' ? 'stopped' : `stopped: ${reason}`}</span>
  if (reason !== '')
    return (
      <span className={`${styles.doubt} ${text.cut}`} title={reason}>
        {reason}
      </span>
    )
  if (lastRaisedAt === null) return <span className={text.muted}>none yet</span>
  return (
    <span className={text.cut}>
      {clockInstant(lastRaisedAt, now)} <span className={text.muted}>{symbolsInWords(lastSymbols)}</span>
    </span>
  )
}

export const useMuted = (name: string): boolean =>
  useSnapshot('preferences', ({ context }) => context.mutedAlerts.includes(name))

function AlertName({ of }: { readonly of: string }) {
  return (
    <span className={styles.name} title={of}>
      <bdi className={`${text.strong} ${text.cut}`}>{of}</bdi>
      {useMuted(of) && <span className={text.muted}>no sound</span>}
    </span>
  )
}

const intervalOrEnd = ({ interval, status }: Alert): string => (status === 'running' ? interval : status)

export const alertColumns: readonly ColumnOf<Alert>[] = [
  {
    id: 'name',
    title: 'Alert',
    isRowHeader: true,
    width: '1.3fr',
    minWidth: 140,
    sortBy: ({ scannerName }) => scannerName.toLowerCase(),
    cell: ({ scannerName }) => <AlertName of={scannerName} />,
  },
  {
    id: 'rule',
    title: 'Rule',
    width: '1.4fr',
    minWidth: 130,
    showFrom: 620,
    cell: ({ logic, order }) => (
      <span className={text.cut} title={shortText(logic)}>
        <RuleText rule={logic} />
        {order !== undefined && <span className={text[order.side]}>{` then ${order.side}`}</span>}
      </span>
    ),
  },
  {
    id: 'on',
    title: 'On',
    width: 112,
    showFrom: 560,
    cell: ({ universe }) => <span className={`${text.second} ${text.cut}`}>{universeWords(universe)}</span>,
  },
  {
    id: 'every',
    title: 'Every',
    width: 72,
    showFrom: 540,
    cell: (alert) => <span className={text.muted}>{intervalOrEnd(alert)}</span>,
  },
  {
    id: 'today',
    title: 'Today',
    isNumeric: true,
    width: 64,
    sortBy: ({ raisedToday }) => raisedToday,
    cell: ({ raisedToday }) => <b>{formatNumber(raisedToday, 0)}</b>,
  },
  {
    id: 'last',
    title: 'Last raised',
    width: '1.4fr',
    minWidth: 150,
    showFrom: 420,
    sortBy: ({ lastRaisedAt }) => lastRaisedAt,
    cell: (alert) => <LastRaised alert={alert} />,
  },
]

export const alertOnPhone = (alert: Alert): PhoneRow => ({
  title: <AlertName of={alert.scannerName} />,
  value: <b>{formatNumber(alert.raisedToday, 0)}</b>,
  note: <LastRaised alert={alert} />,
  detail: intervalOrEnd(alert),
})
