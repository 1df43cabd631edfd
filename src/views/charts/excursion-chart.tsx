import { GridRows } from '@visx/grid'
import { scaleLinear } from '@visx/scale'
import { useMemo } from 'react'
import text from '../theme/text.module.css'
import { NumberAxis, ValueAxis } from './axes.tsx'
import { ChartFrame, type ChartSize } from './chart-frame.tsx'
import { type StopControl, StopHandle } from './stop-handle.tsx'

interface ExcursionPoint {
  /** 0 or more. */
  readonly against: number
  readonly netPnl: number
}

interface ExcursionChartProps {
  readonly points: readonly ExcursionPoint[]
  readonly summary: string
  readonly formatAgainst: (value: number) => string
  readonly formatResult: (value: number) => string
  /** Dragged along the adverse excursions, in their unit. */
  readonly stop?: StopControl
}

const AXIS_WIDTH = 72
const AXIS_HEIGHT = 22
const PAD = 10
const DOT = 4

export function ExcursionChart(props: ExcursionChartProps) {
  return <ChartFrame>{(size) => <Drawing {...props} {...size} />}</ChartFrame>
}

function Drawing({
  points,
  formatAgainst,
  formatResult,
  summary,
  stop,
  width,
  height,
}: ExcursionChartProps & ChartSize) {
  const plot = useMemo(() => plotOf(points, width, height), [points, width, height])
  return (
    <>
      <svg width={width} height={height} role="img" aria-label={summary}>
        <GridRows scale={plot.result} width={plot.width} numTicks={plot.rows} stroke="var(--line)" />
        <line x1={0} x2={plot.width} y1={plot.result(0)} y2={plot.result(0)} stroke="var(--line-strong)" />
        <path className={text.up} d={plot.gains} {...dots} />
        <path className={text.down} d={plot.losses} {...dots} />
        <ValueAxis left={plot.width} scale={plot.result} rows={plot.rows} format={formatResult} />
        <NumberAxis
          top={height - AXIS_HEIGHT}
          scale={plot.against}
          values={plot.marks}
          format={formatAgainst}
        />
      </svg>
      {stop !== undefined && <StopHandle {...stop} slot={plot.against} valueAt={plot.against.invert} />}
    </>
  )
}

const dots = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: DOT,
  strokeLinecap: 'round',
  strokeOpacity: 0.55,
} as const

const plotOf = (points: readonly ExcursionPoint[], width: number, height: number) => {
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const furthest = points.reduce((most, point) => Math.max(most, point.against), 0)
  const low = points.reduce((least, point) => Math.min(least, point.netPnl), 0)
  const high = points.reduce((most, point) => Math.max(most, point.netPnl), 0)
  const against = scaleLinear({ domain: [0, furthest || 1], range: [DOT, plotWidth - PAD] })
  const result = scaleLinear({
    domain: low === high ? [-1, 1] : [low, high],
    range: [height - AXIS_HEIGHT - PAD, PAD],
  })
  // A zero-length line with round caps is a dot.
  const pathOf = (wanted: (netPnl: number) => boolean) =>
    points
      .filter(({ netPnl }) => wanted(netPnl))
      .map((point) => `M${against(point.against).toFixed(1)} ${result(point.netPnl).toFixed(1)}h0`)
      .join('')
  return {
    width: plotWidth,
    against,
    result,
    rows: Math.max(2, Math.floor(height / 52)),
    marks: against.ticks(Math.max(2, Math.floor(plotWidth / 80))).filter(
      // A centred label must not overhang the edge.
      (at) => against(at) > 16 && against(at) < plotWidth - 16,
    ),
    gains: pathOf((netPnl) => netPnl > 0),
    losses: pathOf((netPnl) => netPnl <= 0),
  }
}
