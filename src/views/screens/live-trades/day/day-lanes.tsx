import { useMemo, useState } from 'react'
import { sessionOn } from '../../../../domain/calendar/calendar.ts'
import { formatSigned } from '../../../../domain/format.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { MINUTE_MS, startOfIstDate, toIstClock, toIstDate } from '../../../../domain/time.ts'
import type { Deployment } from '../../../../machines/deployments/deployments.ts'
import { useMarketTime } from '../../../kit/hooks/use-market-time.ts'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../../kit/table/data-table.tsx'
import { TableSwitch } from '../../../kit/table/table-switch.tsx'
import text from '../../../theme/text.module.css'
import { type HeldSpan, spansOfLog } from '../detail/log-entries.ts'
import { useLogLines } from '../detail/order-log.tsx'
import styles from './day-lanes.module.css'
import { halfHoursOf, type LaneBar, lanesOf } from './lanes.ts'

const STEP_MS = 30_000
const DAY_MINUTES = 1_440

const dayAt = (now: number) => {
  const date = toIstDate(now)
  const start = startOfIstDate(date)
  // A market that is always open has no session on a weekend.
  const { openMinute, closeMinute } = sessionOn(date) ?? { openMinute: 0, closeMinute: DAY_MINUTES }
  return { opensAt: start + openMinute * MINUTE_MS, closesAt: start + closeMinute * MINUTE_MS, now }
}

/** Trades of the day of the selected deployment, as far as its log is loaded. */
export function DayLanes({ deployment }: { readonly deployment: Deployment }) {
  const [isTable, setTable] = useState(false)
  const lines = useLogLines(deployment.deploymentUuid)
  const now = useMarketTime(STEP_MS)
  const spans = useMemo(() => spansOfLog(lines), [lines])
  const day = useMemo(() => dayAt(now), [now])
  const ofDay = useMemo(() => spans.filter(({ to }) => (to ?? day.now) >= day.opensAt), [spans, day])
  return (
    <Panel
      title="The day so far"
      className={styles.panel}
      note={`${deployment.algoName}: each bar a trade, after charges`}
      aside={<TableSwitch isTable={isTable} onChange={setTable} />}
    >
      {ofDay.length === 0 ? (
        <EmptyNotice icon="clock" title="Nothing traded today" />
      ) : isTable ? (
        <Trades spans={ofDay} />
      ) : (
        <Lanes deployment={deployment} spans={ofDay} day={day} />
      )}
    </Panel>
  )
}

interface LanesProps {
  readonly deployment: Deployment
  readonly spans: readonly HeldSpan[]
  readonly day: ReturnType<typeof dayAt>
}

function Lanes({ deployment: { segSyms }, spans, day }: LanesProps) {
  const lanes = useMemo(() => lanesOf(segSyms, spans, day), [segSyms, spans, day])
  const marks = useMemo(() => halfHoursOf(day), [day])
  const nowShare = (day.now - day.opensAt) / (day.closesAt - day.opensAt)
  return (
    <section
      className={styles.lanes}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Trades of the day by instrument"
    >
      <div className={styles.lane} aria-hidden="true">
        <span />
        <span className={styles.track}>
          {marks.map(({ at, share }) => (
            <span key={at} className={styles.mark} style={{ left: `${share * 100}%` }}>
              {toIstClock(at)}
            </span>
          ))}
        </span>
      </div>
      <ul>
        {lanes.map(({ segSym, bars }) => (
          <li key={segSym} className={styles.lane}>
            <bdi className={text.cut}>{tradingSymbolOf(segSym)}</bdi>
            <span className={styles.track}>
              {bars.length === 0 && <span className={styles.none}>no trade</span>}
              {bars.map((bar) => (
                <Bar key={bar.span.from} bar={bar} />
              ))}
              {nowShare >= 0 && nowShare <= 1 && (
                <span className={styles.now} style={{ left: `${nowShare * 100}%` }} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sideWords = { buy: 'Long', sell: 'Short' } as const

const spanInWords = ({ side, from, to }: HeldSpan): string =>
  `${sideWords[side]} from ${toIstClock(from)}${to === null ? '' : ` to ${toIstClock(to)}`}`

function Bar({ bar: { span, left, width } }: { readonly bar: LaneBar }) {
  const { pnl } = span
  const tone = pnl === null ? 'open' : pnl < 0 ? 'down' : 'up'
  return (
    <span
      className={styles.bar}
      data-tone={tone}
      style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
      title={spanInWords(span)}
    >
      <span className="visually-hidden">{`${spanInWords(span)}: `}</span>
      {pnl === null ? 'held' : formatSigned(pnl, 0)}
    </span>
  )
}

const columns: readonly ColumnOf<HeldSpan>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    isRowHeader: true,
    width: '1.4fr',
    minWidth: 100,
    cell: ({ segSym }) => <bdi>{tradingSymbolOf(segSym)}</bdi>,
    sortBy: ({ segSym }) => segSym,
  },
  {
    id: 'side',
    title: 'Side',
    minWidth: 64,
    cell: ({ side }) => sideWords[side],
    sortBy: ({ side }) => side,
  },
  {
    id: 'from',
    title: 'Entered',
    minWidth: 76,
    cell: ({ from }) => toIstClock(from),
    sortBy: ({ from }) => from,
  },
  {
    id: 'to',
    title: 'Exited',
    minWidth: 76,
    cell: ({ to }) => (to === null ? <span className={text.muted}>held</span> : toIstClock(to)),
    sortBy: ({ to }) => to,
  },
  {
    id: 'pnl',
    title: 'Net P&L',
    isNumeric: true,
    minWidth: 90,
    cell: ({ pnl }) => <Signed value={pnl} format={formatSigned} />,
    sortBy: ({ pnl }) => pnl,
  },
]

const keyOf = ({ segSym, from }: HeldSpan) => `${segSym} ${from}`

const onPhone = (span: HeldSpan): PhoneRow => ({
  title: tradingSymbolOf(span.segSym),
  value: <Signed value={span.pnl} format={formatSigned} />,
  note: spanInWords(span),
})

function Trades({ spans }: { readonly spans: readonly HeldSpan[] }) {
  return (
    <DataTable
      label="Trades of the day"
      rows={spans}
      columns={columns}
      rowKey={keyOf}
      phone={onPhone}
      empty={null}
    />
  )
}
