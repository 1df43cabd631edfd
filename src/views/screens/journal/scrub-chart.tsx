import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleUtc } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react'
import type { AccountThen, DayRecord } from '../../../domain/analysis/journal/day-record.ts'
import { curveOf } from '../../../domain/analysis/journal/day-record.ts'
import { printInstant, secondsOfDay } from '../../../domain/analysis/journal/journal-address.ts'
import { formatCompact, formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import { istMinuteOfDay, MINUTE_MS, toIstClock } from '../../../domain/time.ts'
import { TimeAxis, ticksInside, ValueAxis } from '../../charts/axes.tsx'
import { Curve } from '../../charts/day/day-parts.tsx'
import { AXIS_HEIGHT, AXIS_WIDTH, type DayPoint } from '../../charts/day/day-plot.ts'
import { nearestIndex } from '../../charts/nearest-index.ts'
import { timeTicks } from '../../charts/time-ticks.ts'
import styles from './scrub-panel.module.css'

interface ScrubChartProps {
  readonly record: DayRecord
  readonly then: AccountThen
  readonly isAtEnd: boolean
  readonly onMove: (at: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export function ScrubChart(props: ScrubChartProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.chart} ref={parentRef}>
      {width > 80 && height > 60 && <Drawing {...props} width={width} height={height} />}
    </div>
  )
}

const TOP = 10
/** Pixels of the row of trades and orders, between the curve and the clock. */
const TRADES_HEIGHT = 14
const MARK = 4
/** Pixels around the clock of the instant, in which no other time has room. */
const CLOCK_WIDTH = 36

/** With its seconds, unless it is a whole minute. */
export const clockOf = (at: number): string => printInstant(secondsOfDay(at))

interface Size {
  readonly width: number
  readonly height: number
}

const plotOf = (record: DayRecord, points: readonly DayPoint[], { width, height }: Size) => {
  const { opensAt, closesAt } = record
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const bottom = height - AXIS_HEIGHT - TRADES_HEIGHT
  const values = points.flatMap(({ total, realised }) => [total, realised])
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low || 1000
  const time = scaleUtc<number>({ domain: [opensAt, closesAt], range: [0, plotWidth] })
  const money = scaleLinear<number>({
    domain: [low - span * 0.05, low === high ? span : high + span * 0.05],
    range: [bottom, TOP],
  })
  const x = ({ at }: { readonly at: number }) => time(at)
  const ticks = timeTicks(opensAt, closesAt, Math.max(2, Math.floor(plotWidth / 80)))
  return {
    width: plotWidth,
    bottom,
    rows: Math.max(2, Math.floor(bottom / 36)),
    zero: money(0),
    ...{ time, money, x },
    yTotal: ({ total }: DayPoint) => money(total),
    yRealised: ({ realised }: DayPoint) => money(realised),
    ticks: ticksInside(ticks, time, plotWidth),
    nearest: (pixel: number) => nearestIndex(points, x, pixel),
  }
}

type Plot = ReturnType<typeof plotOf>

function Drawing({ record, then, isAtEnd, onMove, onKeyDown, ...size }: ScrubChartProps & Size) {
  const { width, height } = size
  const id = useId()
  const points = useMemo(() => {
    const { at, total, realised } = curveOf(record)
    return at.map((instant, index) => ({
      at: instant,
      total: total[index] ?? 0,
      realised: realised[index] ?? 0,
    }))
  }, [record])
  const plot = useMemo(() => plotOf(record, points, { width, height }), [record, points, width, height])
  const still = useMemo(() => <Still record={record} points={points} plot={plot} />, [record, points, plot])
  const x = plot.time(then.at)
  const move = (event: PointerEvent) => {
    const pixel = event.clientX - event.currentTarget.getBoundingClientRect().left
    const at = plot.time.invert(Math.min(plot.width, Math.max(0, pixel))).getTime()
    onMove(Math.round(at / MINUTE_MS) * MINUTE_MS)
  }
  return (
    <div
      className={styles.slider}
      role="slider"
      tabIndex={0}
      aria-label="Time of the day"
      aria-valuemin={istMinuteOfDay(record.opensAt)}
      aria-valuemax={istMinuteOfDay(record.until)}
      aria-valuenow={istMinuteOfDay(then.at)}
      aria-valuetext={`${clockOf(then.at)}, P&L ${formatSigned(then.total)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        move(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) move(event)
      }}
    >
      <svg width={width} height={height} aria-hidden="true">
        <clipPath id={id}>
          <rect x={0} y={0} width={Math.max(0, x)} height={height} />
        </clipPath>
        <GridRows scale={plot.money} width={plot.width} numTicks={plot.rows} stroke="var(--line)" />
        <line x1={0} x2={plot.width} y1={plot.zero} y2={plot.zero} stroke="var(--line-strong)" />
        <g opacity={0.35}>{still}</g>
        <g clipPath={`url(#${id})`}>{still}</g>
        <ValueAxis
          left={plot.width}
          scale={plot.money}
          rows={plot.rows}
          format={(value) => formatCompact(value).replace('.00', '')}
        />
        <TimeAxis
          top={height - AXIS_HEIGHT}
          scale={plot.time}
          ticks={plot.ticks.filter(({ at }) => Math.abs(plot.time(at) - x) > CLOCK_WIDTH)}
        />
        <line x1={x} x2={x} y1={0} y2={height - AXIS_HEIGHT} stroke="var(--ink)" strokeWidth={1.5} />
        <circle
          cx={x}
          cy={Math.max(TOP, Math.min(plot.bottom, plot.money(then.total)))}
          r={4}
          fill="var(--ink)"
          stroke="var(--surface)"
        />
      </svg>
      <Tags record={record} then={then} isAtEnd={isAtEnd} plot={plot} last={points.at(-1)} />
    </div>
  )
}

/** All but the instant: drawn once pale, and once as far as the instant. */
function Still({
  record,
  points,
  plot,
}: {
  readonly record: DayRecord
  readonly points: readonly DayPoint[]
  readonly plot: Plot
}) {
  return (
    <>
      <IndexLine record={record} plot={plot} />
      <Curve points={points} plot={plot} />
      <TradeMarks record={record} plot={plot} />
    </>
  )
}

function IndexLine({ record: { index, until }, plot }: { readonly record: DayRecord; readonly plot: Plot }) {
  const data = useMemo(
    () =>
      Array.from(index?.time ?? [], (time, minute) => ({
        at: Math.min(until, time + MINUTE_MS),
        close: index?.close[minute] ?? 0,
      })),
    [index, until],
  )
  if (data.length === 0) return null
  const closes = data.map(({ close }) => close)
  const level = scaleLinear<number>({
    domain: [Math.min(...closes), Math.max(...closes)],
    range: [plot.bottom, TOP],
  })
  return (
    <LinePath data={data} x={plot.x} y={({ close }) => level(close)} stroke="var(--ink-3)" strokeWidth={1} />
  )
}

interface Mark {
  readonly x: number
  readonly side: 'buy' | 'sell'
}

/** One of each side a pixel, however many trades there were. */
const tradeMarks = ({ instruments }: DayRecord, plot: Plot): readonly Mark[] => {
  const marks = new Map<string, Mark>()
  for (const { trades } of instruments)
    for (const { at, side } of trades) {
      const x = Math.round(plot.time(at))
      marks.set(`${x} ${side}`, { x, side })
    }
  return [...marks.values()]
}

const orderMarks = ({ orders, opensAt }: DayRecord, plot: Plot): readonly number[] => [
  ...new Set(
    orders.flatMap(({ steps: [first] }) =>
      first === undefined || first.at < opensAt ? [] : [Math.round(plot.time(first.at))],
    ),
  ),
]

function TradeMarks({ record, plot }: { readonly record: DayRecord; readonly plot: Plot }) {
  const middle = plot.bottom + TRADES_HEIGHT / 2 + 2
  return (
    <>
      {orderMarks(record, plot).map((x) => (
        <line key={x} x1={x} x2={x} y1={plot.bottom} y2={plot.bottom + 4} stroke="var(--ink-3)" />
      ))}
      {tradeMarks(record, plot).map(({ x, side }) => {
        const tip = side === 'buy' ? -MARK : MARK
        return (
          <path
            key={`${x} ${side}`}
            className={side === 'buy' ? styles.bought : styles.sold}
            d={`M${x} ${middle + tip}L${x - MARK} ${middle - tip}L${x + MARK} ${middle - tip}Z`}
          />
        )
      })}
    </>
  )
}

interface TagsProps {
  readonly record: DayRecord
  readonly then: AccountThen
  readonly isAtEnd: boolean
  readonly plot: Plot
  readonly last: DayPoint | undefined
}

function Tags({ record, then, isAtEnd, plot, last }: TagsProps) {
  const x = plot.time(then.at)
  const isRight = x > plot.width / 2
  const beside = isRight ? { right: plot.width + AXIS_WIDTH - x + 8 } : { left: x + 8 }
  const top = Math.max(10, Math.min(plot.bottom - 10, plot.money(then.total)))
  const hasEnded = record.until === record.closesAt
  return (
    <div aria-hidden="true">
      <span className={styles.then} data-tone={then.total < 0 ? 'down' : 'up'} style={{ ...beside, top }}>
        {isAtEnd ? (hasEnded ? 'ended' : 'now') : 'then'} {formatSignedRupees(then.total)}
      </span>
      {!isAtEnd && last !== undefined && (
        <span className={styles.end} style={{ right: AXIS_WIDTH + 4 }}>
          {hasEnded ? 'ended' : 'now'} {formatSignedRupees(last.total)}
        </span>
      )}
      <span className={styles.clock} style={{ left: Math.max(20, Math.min(plot.width - 20, x)) }}>
        {toIstClock(then.at)}
      </span>
    </div>
  )
}
