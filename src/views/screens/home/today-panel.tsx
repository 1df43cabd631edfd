import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { secondsOfDay } from '../../../domain/analysis/journal/journal-address.ts'
import {
  formatCompact,
  formatNumber,
  formatRupees,
  formatSigned,
  formatSignedRupees,
} from '../../../domain/format.ts'
import { squareOffMinute } from '../../../domain/orders/square-off.ts'
import {
  type IstDate,
  istMinuteOfDay,
  MINUTE_MS,
  SESSION_CLOSE_MINUTE,
  startOfIstDate,
  toIstClock,
} from '../../../domain/time.ts'
import type { PositionEntry } from '../../../machines/positions/books.ts'
import type { DayPnl } from '../../../machines/positions/day.ts'
import { DayChart } from '../../charts/day/day-chart.tsx'
import type { DayPoint } from '../../charts/day/day-plot.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { useMarketTime, useMarketTimeOf } from '../../kit/hooks/use-market-time.ts'
import { TOUCH, useMedia } from '../../kit/hooks/use-media.ts'
import { BookBadge } from '../../kit/instrument/book-badge.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { TableSwitch } from '../../kit/table/table-switch.tsx'
import { usePositionTotals } from '../../positions/use-position-totals.ts'
import { MinutesTable } from './minutes-table.tsx'
import { staleInWords } from './stale-in-words.ts'
import styles from './today-panel.module.css'

const noPositions: readonly PositionEntry[] = []
const LIVE_STEP_MS = 5_000
const LOSS_AMBER = 0.5
const LOSS_RED = 0.8

/** The P&L is before charges, which are shown separately. */
export function TodayPanel() {
  const [isTable, setIsTable] = useState(false)
  const askAgain = useKeptCurrent('dayPnl')
  const day = useSnapshot('dayPnl', ({ context }) => context.output)
  const message = useSnapshot('dayPnl', ({ context }) => context.message)
  const book = useSnapshot('positions', ({ context }) => context.output)
  const { m2m, charges, isStale } = usePositionTotals(book?.net ?? noPositions)
  const known = book === null ? null : { m2m, charges, isStale }
  return (
    <Panel
      title="Today"
      note={
        <>
          <BookBadge /> <DayLoss lost={known === null ? null : charges - m2m} />
          {day !== null && <DayEnded closesAt={day.closesAt} />}
        </>
      }
      aside={
        <>
          {day !== null && <ScrubOnceEnded closesAt={day.closesAt} />}
          <TableSwitch isTable={isTable} onChange={setIsTable} />
        </>
      }
    >
      <Figures known={known} realised={day?.realised.at(-1) ?? null} />
      {day === null ? (
        message === null ? (
          <Skeleton rows={6} />
        ) : (
          <ErrorNotice message={message} onRetry={askAgain} />
        )
      ) : (
        <DayPicture day={day} live={known?.isStale === false ? known.m2m : null} isTable={isTable} />
      )}
    </Panel>
  )
}

interface FiguresProps {
  readonly known: { readonly m2m: number; readonly charges: number; readonly isStale: boolean } | null
  /** Rupees; null until known. */
  readonly realised: number | null
}

function Figures({ known, realised }: FiguresProps) {
  const m2m = known?.m2m ?? null
  const rest: readonly (readonly [string, ReactNode])[] = [
    ['Unrealised', <Money key="u" value={m2m === null || realised === null ? null : m2m - realised} />],
    ['Realised', <Money key="r" value={realised} />],
    ['Charges', formatRupees(known?.charges ?? null)],
    ['Net of charges', <Money key="n" value={known === null ? null : known.m2m - known.charges} />],
  ]
  return (
    <dl className={styles.figures} data-stale={known?.isStale ? '' : undefined}>
      <div className={styles.first}>
        <dt>Day P&L{known?.isStale === true && <StaleSince />}</dt>
        <dd>
          <Money value={m2m} />
        </dd>
      </div>
      {rest.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function StaleSince() {
  const lostAt = useSnapshot('quoteSocket', ({ context }) => context.lostAt)
  const marketTimeOf = useMarketTimeOf()
  return staleInWords(lostAt === null ? null : marketTimeOf(lostAt))
}

function DayEnded({ closesAt }: { readonly closesAt: number }) {
  const at = useMarketTime(LIVE_STEP_MS)
  return at > closesAt && <Badge>Day ended</Badge>
}

function ScrubOnceEnded({ closesAt }: { readonly closesAt: number }) {
  const { run } = useConsole()
  const hasTraded = useSnapshot('positions', ({ context }) => (context.output?.net.length ?? 0) > 0)
  const at = useMarketTime(LIVE_STEP_MS)
  if (at <= closesAt || !hasTraded) return null
  return (
    <Button size="small" onPress={() => run({ command: 'scrub.open', args: {} })}>
      Replay the day
    </Button>
  )
}

const Money = ({ value }: { readonly value: number | null }) => (
  <Signed value={value} format={formatSignedRupees} />
)

function DayLoss({ lost }: { readonly lost: number | null }) {
  const { dispatch } = useConsole()
  const limit = useSnapshot('riskLimits', ({ context }) => context.output?.dailyLoss ?? null)
  useEffect(() => dispatch({ to: 'riskLimits', event: { type: 'reload.now' } }), [dispatch])
  if (limit === null || lost === null) return null
  const share = Math.max(0, lost) / limit
  const used = share === 0 ? 'none used' : `${formatRupees(lost, 0)} used`
  return (
    <span
      className={styles.limit}
      data-tone={share >= LOSS_RED ? 'red' : share >= LOSS_AMBER ? 'amber' : undefined}
    >
      day loss limit {formatRupees(limit, 0)}, {used}
    </span>
  )
}

interface DayPictureProps {
  readonly day: DayPnl
  /** Null if prices are not current. */
  readonly live: number | null
  readonly isTable: boolean
}

function DayPicture({ day, live, isTable }: DayPictureProps) {
  const { run } = useConsole()
  const isTouch = useMedia(TOUCH)
  const at = useMarketTime(LIVE_STEP_MS)
  const hasTraded = useSnapshot('positions', ({ context }) => (context.output?.net.length ?? 0) > 0)
  const known = useMemo(() => pointsOf(day), [day])
  const points = useMemo(() => withPresent(known, day, at, live), [known, day, at, live])
  const marks = useMemo(() => squareOffsOf(day), [day])
  const last = points.at(-1)
  if (last === undefined) {
    const minutes = Math.max(1, Math.ceil((day.opensAt - at) / MINUTE_MS))
    return (
      <EmptyNotice icon="clock" title={`Opens ${toIstClock(day.opensAt)}`}>
        {minutes <= 90 ? `In ${minutes} min. ` : ''}Day P&L is plotted here from the open.
      </EmptyNotice>
    )
  }
  if (!hasTraded) {
    return (
      <EmptyNotice icon="chart" title="Nothing traded today">
        <OpenLine /> and type <code>buy 2l nifty atm ce @ask mis</code>: day P&L is plotted here.
      </EmptyNotice>
    )
  }
  if (isTable) return <MinutesTable points={points} />
  return (
    <DayChart
      points={points}
      opensAt={day.opensAt}
      closesAt={day.closesAt}
      closedAt={day.closed.map((one) => one.at)}
      marks={marks}
      summary={summaryOf(day, last)}
      format={formatSigned}
      formatShort={(value) => formatCompact(value).replace('.00', '')}
      formatWhole={(value) => formatSigned(value, 0)}
      formatInstant={toIstClock}
      onPick={(instant) => {
        if (!isTouch) run({ command: 'scrub.open', args: { at: secondsOfDay(instant) } })
      }}
    />
  )
}

const pointsOf = ({ at, total, realised }: DayPnl): readonly DayPoint[] =>
  at.map((instant, index) => ({
    at: instant,
    total: total[index] ?? 0,
    realised: realised[index] ?? 0,
  }))

const withPresent = (
  points: readonly DayPoint[],
  { closesAt }: DayPnl,
  at: number,
  live: number | null,
): readonly DayPoint[] => {
  const last = points.at(-1)
  if (last === undefined || live === null || at <= last.at || at > closesAt) return points
  return [...points, { at, total: live, realised: last.realised }]
}

const squareOffsOf = ({ day, closesAt }: DayPnl) => {
  const date = day as IstDate
  const lastMinute = istMinuteOfDay(closesAt)
  const instant = (minute: number) => startOfIstDate(date) + minute * MINUTE_MS
  const [shares, contracts] = [
    instant(squareOffMinute(date, 'continuous', Math.min(lastMinute, SESSION_CLOSE_MINUTE))),
    instant(squareOffMinute(date, 'derivatives', lastMinute)),
  ] as const
  return [
    { at: shares, label: `MIS square-off: shares ${toIstClock(shares)}` },
    { at: contracts, label: `F&O ${toIstClock(contracts)}` },
  ]
}

const summaryOf = ({ closed, unpriced }: DayPnl, { total, realised }: DayPoint): string =>
  [
    `Day P&L ${formatSigned(total)}, realised ${formatSigned(realised)}`,
    `${formatNumber(closed.length, 0)} ${closed.length === 1 ? 'trade' : 'trades'} closed`,
    ...(unpriced.length === 0 ? [] : [`${formatNumber(unpriced.length, 0)} instruments without candles`]),
  ].join(', ')
