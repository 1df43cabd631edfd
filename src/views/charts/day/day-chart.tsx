import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { useMemo } from 'react'
import text from '../../theme/text.module.css'
import { TimeAxis, ValueAxis } from '../axes.tsx'
import { CursorFrame, Readout } from '../cursor-frame.tsx'
import { useCursor } from '../use-cursor.ts'
import styles from './day-chart.module.css'
import { ClosedDot, Curve, Extremes, Marks, Tags } from './day-parts.tsx'
import { AXIS_HEIGHT, AXIS_WIDTH, type DayMark, type DayPoint, plotOf } from './day-plot.ts'

interface DayChartProps {
  readonly points: readonly DayPoint[]
  readonly opensAt: number
  readonly closesAt: number
  /** Instants at which the last open trade was closed. */
  readonly closedAt: readonly number[]
  readonly marks: readonly DayMark[]
  readonly summary: string
  readonly format: (value: number) => string
  readonly formatShort: (value: number) => string
  readonly formatWhole: (value: number) => string
  readonly formatInstant: (at: number) => string
  /** Called with the instant under the cursor, by a click or Enter. */
  readonly onPick: (at: number) => void
}

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
  const { points, opensAt, closesAt, closedAt, marks, width, height, onPick } = props
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
      onPick={() => point && onPick(point.at)}
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
        <ValueAxis left={plot.width} scale={plot.money} rows={plot.rows} format={formatShort} />
        <TimeAxis top={height - AXIS_HEIGHT} scale={plot.time} ticks={plot.ticks} />
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
