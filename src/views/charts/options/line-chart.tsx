import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { LinePath } from '@visx/shape'
import { type AxisMark, MarksBelow, ValueAxis } from '../axes.tsx'
import frame from '../cursor-frame.module.css'
import { CursorFrame, Readout } from '../cursor-frame.tsx'
import { useCursor } from '../use-cursor.ts'
import styles from './line-chart.module.css'
import {
  AXIS_WIDTH,
  type Level,
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

function Drawing(props: LineChartProps & Size) {
  const { lines, levels, uprights, chosen = null, hasDots = false, formatX, formatY, onPick } = props
  const plot = linePlotOf(props, props)
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
      label={props.label}
      cursor={cursor}
      length={first.length}
      restsAt={Math.max(0, first.length - 1)}
      valueText={point === undefined ? props.summary : words(point)}
      nearest={plot.nearest}
      {...(onPick === undefined ? {} : { onPick: () => point !== undefined && onPick(point.x) })}
    >
      <svg width={props.width} height={props.height} aria-hidden="true">
        <GridRows scale={plot.y} width={plot.width} numTicks={plot.rows} stroke="var(--line-soft)" />
        {levels.map((level) => (
          <LevelLine key={level.label} of={level} plot={plot} />
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
        <MarksBelow top={plot.bottom} marks={marks} />
        {point && <CursorLine at={point} plot={plot} />}
      </svg>
      {point && (
        <Readout
          isCursorRight={plot.xOf(point) > plot.width / 2}
          top={4}
          right={AXIS_WIDTH}
          title={formatX(point.x)}
        >
          {readingsAt(lines, point.x, formatY).join(', ')}
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

function LevelLine({ of: { y, label }, plot }: { readonly of: Level; readonly plot: LinePlot }) {
  const at = plot.y(y)
  return (
    <g>
      <line className={styles.level} x1={0} x2={plot.width} y1={at} y2={at} />
      <text className={`${frame.tick} ${styles.label}`} x={plot.width - 4} y={at - 4} textAnchor="end">
        {label}
      </text>
    </g>
  )
}

function CursorLine({ at, plot }: { readonly at: LinePoint; readonly plot: LinePlot }) {
  const x = plot.xOf(at)
  return (
    <g pointerEvents="none">
      <line className={styles.cursor} x1={x} x2={x} y1={TOP} y2={plot.bottom} />
      <circle cx={x} cy={plot.yOf(at)} r={3.5} fill="var(--ink)" />
    </g>
  )
}

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
