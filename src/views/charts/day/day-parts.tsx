import { AreaClosed, LinePath } from '@visx/shape'
import { useId } from 'react'
import text from '../../theme/text.module.css'
import frame from '../cursor-frame.module.css'
import styles from './day-chart.module.css'
import { AXIS_WIDTH, type DayMark, type DayPlot, type DayPoint } from './day-plot.ts'

const TAG_APART = 24

export function Marks({ marks, plot }: { readonly marks: readonly DayMark[]; readonly plot: DayPlot }) {
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

export function Curve({ points, plot }: { readonly points: readonly DayPoint[]; readonly plot: DayPlot }) {
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

const inSteps = (points: readonly DayPoint[]): DayPoint[] =>
  points.flatMap((point, index) => {
    const before = points[index - 1]
    return before === undefined || before.realised === point.realised
      ? [point]
      : [{ ...point, realised: before.realised }, point]
  })

export function ClosedDot({
  at,
  points,
  plot,
}: {
  readonly at: number
  readonly points: readonly DayPoint[]
  readonly plot: DayPlot
}) {
  const index = plot.nearest(plot.time(at))
  const on = index === null ? undefined : points[index]
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

export function Extremes({
  points,
  plot,
  format,
  formatInstant,
}: {
  readonly points: readonly DayPoint[]
  readonly formatInstant: (at: number) => string
  readonly plot: DayPlot
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

export function Tags({
  last,
  plot,
  format,
}: {
  readonly last: DayPoint
  readonly plot: DayPlot
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
