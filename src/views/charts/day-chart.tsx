import { AxisBottom, AxisRight } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleUtc } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useId, useMemo } from 'react'
import text from '../theme/text.module.css'
import frame from './cursor-frame.module.css'
import { CursorFrame, Readout } from './cursor-frame.tsx'
import styles from './day-chart.module.css'
import { nearestPlace } from './nearest-place.ts'
import { timeTicks } from './time-ticks.ts'
import { useCursor } from './use-cursor.ts'

/** Rupees at the end of a minute. */
export interface DayPoint {
  readonly at: number
  readonly total: number
  readonly realised: number
}

/** An instant of the day that matters whatever was traded. */
export interface DayMark {
  readonly at: number
  readonly label: string
}

interface DayChartProps {
  readonly points: readonly DayPoint[]
  /** The whole session: what is empty is the time left. */
  readonly opensAt: number
  readonly closesAt: number
  /** When trades left nothing open. */
  readonly closedAt: readonly number[]
  readonly marks: readonly DayMark[]
  readonly summary: string
  readonly format: (value: number) => string
  /** For the axis. */
  readonly formatShort: (value: number) => string
  readonly formatWhole: (value: number) => string
  readonly formatInstant: (at: number) => string
}

const AXIS_WIDTH = 52
const AXIS_HEIGHT = 22
/** Above the curve: the words of the marks, and those of its highest point. */
const TOP = 36
const TAG_APART = 24

/** The day's gain as an area, green above zero and red below, what is realised as dashed steps. */
export function DayChart(props: DayChartProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.frame} ref={parentRef}>
      {width > 40 && height > 60 && <Drawing {...props} width={width} height={height} />}
    </div>
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

function Drawing({
  summary,
  format,
  formatShort,
  formatWhole,
  formatInstant,
  ...props
}: DayChartProps & Size) {
  const { points, opensAt, closesAt, closedAt, marks, width, height } = props
  const plot = useMemo(
    () => plotOf(points, { opensAt, closesAt, width, height }),
    [points, opensAt, closesAt, width, height],
  )
  const cursor = useCursor(points.length, { across: 1, along: 1 })
  const point = cursor.at === null ? undefined : points[cursor.at]
  const last = points.at(-1)
  return (
    <CursorFrame
      label="P&L of the day"
      cursor={cursor}
      length={points.length}
      restsAt={Math.max(0, points.length - 1)}
      valueText={
        point
          ? `${formatInstant(point.at)}: ${format(point.total)}, realised ${format(point.realised)}`
          : summary
      }
      nearest={plot.nearest}
    >
      <svg width={width} height={height} aria-hidden="true">
        <GridRows scale={plot.money} width={plot.width} numTicks={plot.rows} stroke="var(--line)" />
        <Marks marks={marks} plot={plot} />
        <line x1={0} x2={plot.width} y1={plot.zero} y2={plot.zero} stroke="var(--line-strong)" />
        <Curve points={points} plot={plot} />
        {closedAt.map((at) => (
          <ClosedDot key={at} at={at} points={points} plot={plot} />
        ))}
        <Extremes points={points} plot={plot} format={formatWhole} formatInstant={formatInstant} />
        <AxisRight
          left={plot.width}
          scale={plot.money}
          numTicks={plot.rows}
          tickFormat={(value) => formatShort(Number(value))}
          hideAxisLine
          hideTicks
          tickLength={8}
          tickLabelProps={{ className: frame.tick ?? '', textAnchor: 'start', dy: '0.32em', dx: 0 }}
        />
        <AxisBottom
          top={height - AXIS_HEIGHT}
          scale={plot.time}
          tickValues={plot.ticks.map(({ at }) => at)}
          tickFormat={(_, place) => plot.ticks[place]?.label ?? ''}
          hideAxisLine
          hideTicks
          tickLength={6}
          tickLabelProps={{ className: frame.tick ?? '', textAnchor: 'middle', dy: 0 }}
        />
        {point && (
          <g pointerEvents="none">
            <line
              x1={plot.x(point)}
              x2={plot.x(point)}
              y1={0}
              y2={height - AXIS_HEIGHT}
              stroke="var(--ink-3)"
              strokeDasharray="2 3"
            />
            <circle cx={plot.x(point)} cy={plot.yTotal(point)} r={3.5} fill="var(--ink)" />
          </g>
        )}
      </svg>
      {point ? (
        <Readout
          isCursorRight={plot.x(point) > plot.width / 2}
          right={AXIS_WIDTH}
          title={formatInstant(point.at)}
        >
          <b className={point.total < 0 ? text.down : text.up}>{format(point.total)}</b>
          <span className={text.muted}>realised {format(point.realised)}</span>
        </Readout>
      ) : (
        last && <Tags last={last} plot={plot} format={format} />
      )}
    </CursorFrame>
  )
}

type Plot = ReturnType<typeof plotOf>

function Marks({ marks, plot }: { readonly marks: readonly DayMark[]; readonly plot: Plot }) {
  return (
    <>
      {marks.map(({ at }) => (
        <line
          key={at}
          x1={plot.time(at)}
          x2={plot.time(at)}
          y1={0}
          y2={plot.bottom}
          stroke="var(--virtual)"
          strokeDasharray="3 3"
        />
      ))}
      <text className={styles.mark} x={plot.time(marks[0]?.at ?? 0) - 6} y={13} textAnchor="end">
        {marks.map(({ label }) => label).join(', ')}
      </text>
    </>
  )
}

function Curve({ points, plot }: { readonly points: readonly DayPoint[]; readonly plot: Plot }) {
  const id = useId()
  const data = [...points]
  return (
    <>
      {(['up', 'down'] as const).map((side) => (
        <g key={side} className={text[side]} clipPath={`url(#${id}${side})`}>
          <clipPath id={`${id}${side}`}>
            <rect
              x={0}
              width={plot.width}
              y={side === 'up' ? 0 : plot.zero}
              height={side === 'up' ? plot.zero : Math.max(0, plot.bottom - plot.zero)}
            />
          </clipPath>
          <AreaClosed
            data={data}
            x={plot.x}
            y={plot.yTotal}
            y0={plot.zero}
            yScale={plot.money}
            fill="currentColor"
            fillOpacity={0.14}
            stroke="none"
          />
          <LinePath data={data} x={plot.x} y={plot.yTotal} stroke="currentColor" strokeWidth={1.6} />
        </g>
      ))}
      <LinePath
        data={inSteps(points)}
        x={plot.x}
        y={plot.yRealised}
        stroke="var(--ink-3)"
        strokeWidth={1.2}
        strokeDasharray="3 3"
      />
    </>
  )
}

/** What is realised stays as it is until the next trade. */
const inSteps = (points: readonly DayPoint[]): DayPoint[] =>
  points.flatMap((point, place) => {
    const before = points[place - 1]
    return before === undefined || before.realised === point.realised
      ? [point]
      : [{ ...point, realised: before.realised }, point]
  })

function ClosedDot({
  at,
  points,
  plot,
}: {
  readonly at: number
  readonly points: readonly DayPoint[]
  readonly plot: Plot
}) {
  const place = plot.nearest(plot.time(at))
  const on = place === null ? undefined : points[place]
  return (
    on && (
      <circle
        className={on.realised < 0 ? text.down : text.up}
        cx={plot.time(at)}
        cy={plot.yRealised(on)}
        r={3}
        fill="currentColor"
        stroke="var(--surface)"
      />
    )
  )
}

/** The best and the worst moment, where they are not those of now. */
function Extremes({
  points,
  plot,
  format,
  formatInstant,
}: Pick<DayChartProps, 'points' | 'formatInstant'> & {
  readonly plot: Plot
  readonly format: (value: number) => string
}) {
  const last = points.at(-1)
  const of = (better: (one: number, other: number) => boolean) =>
    points.reduce<DayPoint | null>(
      (best, point) => (best === null || better(point.total, best.total) ? point : best),
      null,
    )
  const high = of((one, other) => one > other)
  const low = of((one, other) => one < other)
  const shown = [
    { name: 'high', point: high, isShown: (high?.total ?? 0) > 0, dy: -7 },
    { name: 'low', point: low, isShown: (low?.total ?? 0) < 0, dy: 15 },
  ]
  return shown.map(({ name, point, isShown, dy }) => {
    if (point === null || last === undefined || !isShown) return null
    const x = plot.x(point)
    const isAtEnd =
      plot.x(last) - x < TAG_APART && Math.abs(plot.yTotal(point) - plot.yTotal(last)) < TAG_APART
    if (isAtEnd) return null
    const anchor = x < 70 ? 'start' : x > plot.width - 70 ? 'end' : 'middle'
    return (
      <text
        key={name}
        className={frame.tick}
        x={x}
        y={Math.max(10, Math.min(plot.bottom - 4, plot.yTotal(point) + dy))}
        textAnchor={anchor}
      >
        {`${name} ${format(point.total)} at ${formatInstant(point.at)}`}
      </text>
    )
  })
}

/** What stands now, beside the end of its line. */
function Tags({
  last,
  plot,
  format,
}: {
  readonly last: DayPoint
  readonly plot: Plot
  readonly format: (value: number) => string
}) {
  const x = plot.x(last)
  const side = x > plot.width * 0.68 ? { right: plot.width + AXIS_WIDTH - x + 10 } : { left: x + 10 }
  const total = Math.max(10, Math.min(plot.bottom - 10, plot.yTotal(last)))
  const gap = plot.yRealised(last) - total
  const realised =
    Math.abs(gap) >= TAG_APART
      ? total + gap
      : total + (gap < 0 && total > 2 * TAG_APART ? -TAG_APART : TAG_APART)
  return (
    <div className={styles.tags} aria-hidden="true">
      <span
        className={styles.total}
        data-tone={last.total < 0 ? 'down' : 'up'}
        style={{ ...side, top: total }}
      >
        {format(last.total)}
      </span>
      <span className={styles.realised} style={{ ...side, top: realised }}>
        realised {format(last.realised)}
      </span>
    </div>
  )
}

const plotOf = (
  points: readonly DayPoint[],
  { opensAt, closesAt, width, height }: Pick<DayChartProps, 'opensAt' | 'closesAt'> & Size,
) => {
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const bottom = height - AXIS_HEIGHT
  const values = points.flatMap(({ total, realised }) => [total, realised])
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  // A day on which nothing has happened yet has a scale too.
  const span = high - low || 1000
  const time = scaleUtc({ domain: [opensAt, closesAt], range: [0, plotWidth] })
  const money = scaleLinear({
    domain: [low - span * 0.1, low === high ? span : high + span * 0.06],
    range: [bottom - 4, TOP],
  })
  const x = ({ at }: DayPoint) => time(at)
  return {
    width: plotWidth,
    bottom,
    rows: Math.max(2, Math.floor(bottom / 48)),
    zero: money(0),
    time,
    money,
    x,
    yTotal: ({ total }: DayPoint) => money(total),
    yRealised: ({ realised }: DayPoint) => money(realised),
    ticks: timeTicks(opensAt, closesAt, Math.max(2, Math.floor(plotWidth / 80))).filter(
      // A label is centred on its mark and must not hang over the edge.
      ({ at }) => time(at) > 14 && time(at) < plotWidth - 14,
    ),
    nearest: (pixel: number): number | null => nearestPlace(points, x, pixel),
  }
}
