import type { ReactNode } from 'react'
import { type SessionGroup, sessionOn } from '../../../domain/calendar/calendar.ts'
import { formatNumber, formatSigned } from '../../../domain/format.ts'
import { MINUTE_MS, startOfIstDate, toIstClock, toIstDate } from '../../../domain/time.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import { timeTicks } from '../time-ticks.ts'
import styles from './headline.module.css'
import { LineChart } from './line-chart.tsx'
import type { Level, LinePlot, LinePoint } from './line-plot.ts'

interface ThroughDayProps {
  readonly what: string
  readonly points: readonly LinePoint[] | null
  readonly levels: readonly Level[]
  readonly message: string | null
  readonly askAgain: () => void
  readonly isTable: boolean
  /** Whose hours the axis spans. */
  readonly group?: SessionGroup
  /** Beside the headline, such as `IV 12.4%`. */
  readonly note?: ReactNode
}

const time = (at: number): string => toIstClock(at).slice(0, 5)

const sessionAround = (
  at: number,
  group: SessionGroup,
): { readonly from: number; readonly until: number } => {
  const day = toIstDate(at)
  const { openMinute, closeMinute } = sessionOn(day, group) ?? { openMinute: 0, closeMinute: 1440 }
  const start = startOfIstDate(day)
  return { from: start + openMinute * MINUTE_MS, until: start + closeMinute * MINUTE_MS }
}

const hoursOf = ({ x, width }: LinePlot): readonly number[] => {
  const [from = 0, until = 0] = x.domain()
  return timeTicks(from, until, Math.max(2, Math.floor(width / 56))).map(({ at }) => at)
}

/** A measure of the market through its last session, with what it is now. */
export function ThroughDay({
  what,
  points,
  levels,
  message,
  askAgain,
  isTable,
  group = 'derivatives',
  note,
}: ThroughDayProps) {
  const [first, last] = [points?.[0], points?.at(-1)]
  if (points === null && message !== null) return <ErrorNotice message={message} onRetry={askAgain} />
  if (points === null)
    return (
      <div role="status" aria-label={`${what}: loading`}>
        <Skeleton rows={4} />
      </div>
    )
  if (first === undefined || last === undefined)
    return <EmptyNotice title="No prices of this day yet">They begin with the session.</EmptyNotice>
  const change = last.y - first.y
  return (
    <>
      <Headline what={what} value={last.y} change={change} stale={message} note={note} />
      {isTable ? (
        <ThroughTable points={points} what={what} />
      ) : (
        <LineChart
          label={`${what} through the day`}
          lines={[{ name: '', points }]}
          levels={levels}
          uprights={[]}
          {...sessionAround(first.x, group)}
          ticksOf={hoursOf}
          formatX={time}
          formatTick={time}
          formatY={(y) => formatNumber(y)}
          formatLevel={(y) => formatNumber(y, y < 10 ? 2 : 0)}
          summary={`${what}: ${formatNumber(first.y)} at ${time(first.x)}, ${formatNumber(last.y)} at ${time(last.x)}`}
        />
      )}
    </>
  )
}

interface HeadlineProps {
  readonly what: string
  readonly value: number
  readonly change: number
  readonly stale: string | null
  readonly note: ReactNode
}

function Headline({ what, value, change, stale, note }: HeadlineProps): ReactNode {
  return (
    <p className={styles.headline}>
      <span>{what}</span> <b>{formatNumber(value)}</b>{' '}
      <Signed value={change} format={(shownChange) => `${formatSigned(shownChange)} since the open`} />
      {note}
      {stale !== null && <span className={styles.stale}>{stale}</span>}
    </p>
  )
}

function ThroughTable({ points, what }: { readonly points: readonly LinePoint[]; readonly what: string }) {
  const columns: readonly ColumnOf<LinePoint>[] = [
    { id: 'at', title: 'Time', isRowHeader: true, cell: ({ x }) => time(x), sortBy: ({ x }) => x },
    { id: 'value', title: what, isNumeric: true, cell: ({ y }) => formatNumber(y), sortBy: ({ y }) => y },
  ]
  return (
    <DataTable
      label={`${what} through the day`}
      rows={points}
      columns={columns}
      rowKey={({ x }) => String(x)}
      initialSort={{ column: 'at', direction: 'descending' }}
      phone={({ x, y }) => ({ title: time(x), value: formatNumber(y) })}
      empty={null}
    />
  )
}
