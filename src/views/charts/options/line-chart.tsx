import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { LinePath } from '@visx/shape'
import { type AxisMark, MarksBelow, ValueAxis } from '../axes.tsx'
import frame from '../cursor-frame.module.css'
import { CursorFrame, Readout } from '../cursor-frame.tsx'
import { useCursor } from '../use-cursor.ts'
import styles from './line-chart.module.css'
import {
  AXIS_HEIGHT,
  AXIS_WIDTH,
  type LineAxes,
  type LinePlot,
  type LinePoint,
  linePlotOf,
  TOP,
  type Upright,
} from './line-plot.ts'

interface LineChartProps extends LineAxes {
  readonly label: string
  readonly uprights: readonly Upright[]
  /** Shown as a ring on the first line. */
  readonly chosen?: number | null
  readonly hasDots?: boolean
  /** Marks of the axis below, for as many as fit. */
  readonly ticksOf: (plot: LinePlot) => readonly number[]
  readonly formatX: (x: number) => string
  readonly formatTick: (x: number) => string
  readonly formatY: (y: number) => string
  readonly formatLevel: (y: number) => string
  readonly summary: string
  readonly onPick?: (x: number) => void
}

export function LineChart(props: LineChartProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.frame} ref={parentRef}>
      {width > 80 && height > 60 && <Drawing {...props} width={width} height={height} />}
    </div>
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels that a label of the axis below may need on each side. */
const TICK_EDGE = 16

function Drawing({ width, height, lines, levels, from, until, ...props }: LineChartProps & Size) {
  const { label, uprights, chosen = null, hasDots = false, formatX, formatY, summary, onPick } = props
  const axes = {
    lines,
    levels,
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  }
  const plot = linePlotOf(axes, { width, height })
  const first = lines[0]?.points ?? []
  const cursor = useCursor(first.length, { across: 1, along: 1 })
  const point = cursor.at === null ? undefined : first[cursor.at]
  const words = (at: LinePoint) => `${formatX(at.x)}: ${readingsAt(lines, at.x, formatY).join(', ')}`
  const ring = first.find(({ x }) => x === chosen)
  const marks = props
    .ticksOf(plot)
    .map((x): AxisMark => ({ at: plot.x(x), label: props.formatTick(x) }))
    .filter(({ at }) => at > TICK_EDGE && at < plot.width - TICK_EDGE)
  return (
    <CursorFrame
      label={label}
      cursor={cursor}
      length={first.length}
      restsAt={Math.max(0, first.length - 1)}
      valueText={point === undefined ? summary : words(point)}
      nearest={plot.nearest}
      {...(onPick === undefined ? {} : { onPick: () => point !== undefined && onPick(point.x) })}
    >
      <svg width={width} height={height} aria-hidden="true">
        <GridRows scale={plot.y} width={plot.width} numTicks={plot.rows} stroke="var(--line-soft)" />
        {levels.map((level) => (
          <g key={level.label}>
            <line className={styles.level} x1={0} x2={plot.width} y1={plot.y(level.y)} y2={plot.y(level.y)} />
            <text
              className={`${frame.tick} ${styles.label}`}
              x={plot.width - 4}
              y={plot.y(level.y) - 4}
              textAnchor="end"
            >
              {level.label}
            </text>
          </g>
        ))}
        {uprights.map((upright) => (
          <UprightLine key={`${upright.x} ${upright.label ?? ''}`} of={upright} plot={plot} />
        ))}
        {lines.toReversed().map((line) => (
          <LinePath
            key={line.name}
            data={[...line.points]}
            x={plot.xOf}
            y={plot.yOf}
            className={(line.isDashed ? styles.other : styles.line) ?? ''}
          />
        ))}
        {hasDots &&
          first.map((one) => (
            <circle key={one.x} className={styles.dot} cx={plot.xOf(one)} cy={plot.yOf(one)} r={2} />
          ))}
        {ring && <circle className={styles.ring} cx={plot.xOf(ring)} cy={plot.yOf(ring)} r={4.5} />}
        <ValueAxis left={plot.width} scale={plot.y} rows={plot.rows} format={props.formatLevel} />
        <MarksBelow top={height - AXIS_HEIGHT} marks={marks} />
        {point && (
          <g pointerEvents="none">
            <line
              className={styles.cursor}
              x1={plot.xOf(point)}
              x2={plot.xOf(point)}
              y1={TOP}
              y2={plot.bottom}
            />
            <circle cx={plot.xOf(point)} cy={plot.yOf(point)} r={3.5} fill="var(--ink)" />
          </g>
        )}
      </svg>
      {point && (
        <Readout
          isCursorRight={plot.xOf(point) > plot.width / 2}
          top={4}
          right={AXIS_WIDTH}
          title={formatX(point.x)}
        >
          {readingsAt(lines, point.x, formatY).map((reading) => (
            <span key={reading}>{reading}</span>
          ))}
        </Readout>
      )}
    </CursorFrame>
  )
}

/** `25 Nov 11.2%`; a line without a point there is left out. */
const readingsAt = (lines: LineAxes['lines'], x: number, format: (y: number) => string): readonly string[] =>
  lines.flatMap(({ name, points }) => {
    const point = points.find((one) => one.x === x)
    return point === undefined ? [] : [`${name} ${format(point.y)}`]
  })

function UprightLine({ of: { x, label }, plot }: { readonly of: Upright; readonly plot: LinePlot }) {
  const at = plot.x(x)
  if (at < 0 || at > plot.width) return null
  const isRight = at > plot.width * 0.6
  return (
    <g>
      <line className={styles.upright} x1={at} x2={at} y1={TOP - 8} y2={plot.bottom} />
      {label !== undefined && (
        <text
          className={frame.tick}
          x={isRight ? at - 4 : at + 4}
          y={TOP - 7}
          textAnchor={isRight ? 'end' : 'start'}
        >
          {label}
        </text>
      )}
    </g>
  )
}
