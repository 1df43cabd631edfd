import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { sessionOn } from '../../../domain/calendar/calendar.ts'
import { formatNumber, formatSigned } from '../../../domain/format.ts'
import { type Strangle, strangleAt } from '../../../domain/options/strangle.ts'
import { MINUTE_MS, startOfIstDate, toIstClock, toIstDate } from '../../../domain/time.ts'
import { premiumKeyOf } from '../../../machines/options/combined-premium.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import type { OptionDay } from '../../../machines/options/option-day.ts'
import { LineChart } from '../../charts/options/line-chart.tsx'
import type { Level, LinePlot, LinePoint } from '../../charts/options/line-plot.ts'
import { timeTicks } from '../../charts/time-ticks.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { strikeInWords } from '../../kit/option-chain/columns.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import styles from './side-charts.module.css'

const shown = [
  { value: 'atm', label: 'ATM' },
  { value: 'straddle', label: 'Straddle' },
  { value: 'strangle', label: 'Strangle' },
  { value: 'pcr', label: 'PCR' },
] as const

type Shown = (typeof shown)[number]['value']

interface DayPanelProps {
  readonly chain: OptionChain
  /** As in `getPcr`. */
  readonly chainKey: string
  readonly strike: number | null
  readonly isTable: boolean
  readonly day: OptionDay | null
  readonly message: string | null
  readonly askAgain: () => void
}

export function DayPanel(props: DayPanelProps) {
  const [shows, setShows] = useState<Shown>('atm')
  const { chain, chainKey } = props
  const strike = useRested(props.strike, REST_MS)
  const strikes = useMemo(() => chain.strikes.map((one) => one.strike), [chain])
  const legs = useMemo(
    () => legsOf(shows, strikes, chain.atmStrike, strike ?? chain.atmStrike),
    [shows, strikes, chain.atmStrike, strike],
  )
  const key = legs === null ? null : premiumKeyOf(chainKey, legs)
  return (
    <Panel
      title="Day"
      className={styles.panel}
      aside={<Segmented label="Shown through the day" value={shows} choices={shown} onChange={setShows} />}
    >
      {legs === null || key === null ? (
        <OfChain {...props} shows={shows} />
      ) : (
        <OfStrikes legs={legs} premiumKey={key} isTable={props.isTable} />
      )}
    </Panel>
  )
}

/** A cursor that is on its way asks for nothing. */
const REST_MS = 250

function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

/** Null for what follows the money by itself. */
const legsOf = (shows: Shown, strikes: readonly number[], atm: number, strike: number): Strangle | null => {
  if (shows === 'straddle') return { call: strike, put: strike }
  return shows === 'strangle' ? strangleAt(strikes, atm, strike) : null
}

function OfChain({ shows, day, message, askAgain, isTable }: DayPanelProps & { readonly shows: Shown }) {
  const isPcr = shows === 'pcr'
  const points = useMemo(
    () =>
      day === null
        ? null
        : isPcr
          ? day.pcr.history.flatMap(({ at, pcr }) => (pcr === null ? [] : [{ x: at, y: pcr }]))
          : day.straddle.history.map(({ at, straddle }) => ({ x: at, y: straddle })),
    [day, isPcr],
  )
  return (
    <Through
      what={isPcr ? 'Put-call ratio' : 'Straddle at the money'}
      {...{ points, message, askAgain, isTable }}
      levels={isPcr ? [{ y: 1, label: '' }] : []}
    />
  )
}

interface OfStrikesProps {
  readonly legs: Strangle
  readonly premiumKey: string
  readonly isTable: boolean
}

function OfStrikes({ legs: { call, put }, premiumKey, isTable }: OfStrikesProps) {
  const askAgain = useKeptCurrent('combinedPremium', premiumKey)
  const premium = useSnapshot('combinedPremium', ({ context }) =>
    context.key === premiumKey ? context.output : null,
  )
  const message = useSnapshot('combinedPremium', ({ context }) =>
    context.key === premiumKey ? context.message : null,
  )
  const points = useMemo(
    () => premium?.history.map((one) => ({ x: one.at, y: one.call + one.put })) ?? null,
    [premium],
  )
  const yesterday = premium?.yesterday ?? null
  const strikes = call === put ? strikeInWords(call) : `${strikeInWords(call)} CE + ${strikeInWords(put)} PE`
  return (
    <Through
      what={strikes}
      {...{ points, message, askAgain, isTable }}
      levels={yesterday === null ? [] : [{ y: yesterday, label: `yesterday ${formatNumber(yesterday)}` }]}
    />
  )
}

interface ThroughProps {
  readonly what: string
  readonly points: readonly LinePoint[] | null
  readonly levels: readonly Level[]
  readonly message: string | null
  readonly askAgain: () => void
  readonly isTable: boolean
}

const time = (at: number): string => toIstClock(at).slice(0, 5)

const sessionAround = (at: number): { readonly from: number; readonly until: number } => {
  const day = toIstDate(at)
  const { openMinute, closeMinute } = sessionOn(day, 'derivatives') ?? { openMinute: 0, closeMinute: 1440 }
  const start = startOfIstDate(day)
  return { from: start + openMinute * MINUTE_MS, until: start + closeMinute * MINUTE_MS }
}

const hoursOf = ({ x, width }: LinePlot): readonly number[] => {
  const [from = 0, until = 0] = x.domain()
  return timeTicks(from, until, Math.max(2, Math.floor(width / 56))).map(({ at }) => at)
}

function Through({ what, points, levels, message, askAgain, isTable }: ThroughProps) {
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
      <Headline what={what} value={last.y} change={change} stale={message} />
      {isTable ? (
        <ThroughTable points={points} what={what} />
      ) : (
        <LineChart
          label={`${what} through the day`}
          lines={[{ name: '', points }]}
          levels={levels}
          uprights={[]}
          {...sessionAround(first.x)}
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
}

function Headline({ what, value, change, stale }: HeadlineProps): ReactNode {
  return (
    <p className={styles.headline}>
      <span>{what}</span> <b>{formatNumber(value)}</b>{' '}
      <Signed value={change} format={(shownChange) => `${formatSigned(shownChange)} since the open`} />
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
