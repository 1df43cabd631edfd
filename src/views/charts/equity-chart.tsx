import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleUtc } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useMemo } from 'react'
import text from '../theme/text.module.css'
import { TimeAxis, ticksInside, ValueAxis } from './axes.tsx'
import frame from './cursor-frame.module.css'
import { CursorFrame, Readout } from './cursor-frame.tsx'
import styles from './equity-chart.module.css'
import { nearestIndex } from './nearest-index.ts'
import { thin } from './thin.ts'
import { timeTicks } from './time-ticks.ts'
import { useCursor } from './use-cursor.ts'

/** Both in the unit of the chart. */
export interface EquityPoint {
  readonly at: number
  readonly equity: number
  readonly drawdown: number
}

export interface EquityMarker {
  readonly at: number
  readonly tone: 'buy' | 'sell'
}

interface EquityChartProps {
  readonly points: readonly EquityPoint[]
  readonly summary: string
  readonly format: (value: number) => string
  readonly formatShort: (value: number) => string
  readonly formatInstant: (at: number) => string
  readonly markers?: readonly EquityMarker[]
}

const AXIS_WIDTH = 64
const AXIS_HEIGHT = 22
const TOP = 12
const GAP = 14
const EQUITY_SHARE = 0.72
const POINTS_PER_PIXEL = 1.5
const noMarkers: readonly EquityMarker[] = []

export function EquityChart(props: EquityChartProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.frame} ref={parentRef}>
      {width > 40 && height > 60 && <Drawing {...props} width={width} height={height} />}
    </div>
  )
}

function Drawing({
  points,
  summary,
  format,
  formatShort,
  formatInstant,
  markers = noMarkers,
  width,
  height,
}: EquityChartProps & { readonly width: number; readonly height: number }) {
  const plot = useMemo(() => plotOf(points, width, height), [points, width, height])
  const cursor = useCursor(plot.points.length, { across: 1, along: 1 })
  const point = cursor.at === null ? undefined : plot.points[cursor.at]
  const last = points.at(-1)
  const tone = (last?.equity ?? 0) < 0 ? 'down' : 'up'
  const readout = point
    ? `${formatInstant(point.at)}: ${format(point.equity)}, drawdown ${format(point.drawdown)}`
    : summary
  return (
    <CursorFrame
      label="Equity and drawdown"
      cursor={cursor}
      length={plot.points.length}
      restsAt={Math.max(0, plot.points.length - 1)}
      valueText={readout}
      nearest={plot.nearest}
    >
      <svg width={width} height={height} aria-hidden="true">
        <GridRows
          scale={plot.equity}
          width={plot.width}
          numTicks={plot.rows}
          stroke="var(--line)"
          strokeWidth={1}
        />
        <line x1={0} x2={plot.width} y1={plot.equity(0)} y2={plot.equity(0)} stroke="var(--line-strong)" />
        <g className={text[tone]}>
          <AreaClosed
            data={[...plot.points]}
            x={plot.x}
            y={plot.yEquity}
            y0={plot.equity(0)}
            yScale={plot.equity}
            fill="currentColor"
            fillOpacity={0.1}
            stroke="none"
          />
          <LinePath
            data={[...plot.points]}
            x={plot.x}
            y={plot.yEquity}
            stroke="currentColor"
            strokeWidth={1.6}
          />
        </g>
        <line x1={0} x2={width} y1={plot.split} y2={plot.split} stroke="var(--line)" />
        <g className={text.down}>
          <AreaClosed
            data={[...plot.points]}
            x={plot.x}
            y={plot.yDrawdown}
            y0={plot.split}
            yScale={plot.drawdown}
            fill="currentColor"
            fillOpacity={0.22}
            stroke="currentColor"
            strokeOpacity={0.45}
            strokeWidth={0.8}
          />
        </g>
        <ValueAxis left={plot.width} scale={plot.equity} rows={plot.rows} format={formatShort} />
        <ValueAxis left={plot.width} scale={plot.drawdown} only={[plot.worst]} format={formatShort} />
        <TimeAxis top={height - AXIS_HEIGHT} scale={plot.time} ticks={plot.ticks} />
        <text className={frame.tick} x={6} y={height - AXIS_HEIGHT - 5}>
          drawdown
        </text>
        {markers.map((marker) => {
          const index = plot.nearest(plot.time(marker.at))
          const on = index === null ? undefined : plot.points[index]
          return (
            on && (
              <circle
                key={`${marker.at}${marker.tone}`}
                className={text[marker.tone]}
                cx={plot.x(on)}
                cy={plot.yEquity(on)}
                r={4}
                fill="currentColor"
                stroke="var(--surface)"
                strokeWidth={1.5}
              />
            )
          )
        })}
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
            <circle
              cx={plot.x(point)}
              cy={plot.yEquity(point)}
              r={3.5}
              fill="var(--ink)"
              stroke="var(--surface)"
            />
            <circle
              cx={plot.x(point)}
              cy={plot.yDrawdown(point)}
              r={3}
              fill="var(--down)"
              stroke="var(--surface)"
            />
          </g>
        )}
      </svg>
      {point && (
        <Readout
          isCursorRight={plot.x(point) > plot.width / 2}
          right={AXIS_WIDTH}
          title={formatInstant(point.at)}
        >
          <b className={point.equity < 0 ? text.down : text.up}>{format(point.equity)}</b>
          <span className={text.down}>{format(point.drawdown)}</span>
        </Readout>
      )}
    </CursorFrame>
  )
}

const plotOf = (all: readonly EquityPoint[], width: number, height: number) => {
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const points = thin(all, Math.floor(plotWidth * POINTS_PER_PIXEL), (point) => point.equity)
  const first = points[0]?.at ?? 0
  const last = points.at(-1)?.at ?? 1
  const low = points.reduce((least, point) => Math.min(least, point.equity), 0)
  const high = points.reduce((most, point) => Math.max(most, point.equity), 0)
  const worst = points.reduce((least, point) => Math.min(least, point.drawdown), 0)
  const pad = (high - low || 1) * 0.06
  const inner = height - AXIS_HEIGHT
  const split = Math.round(inner * EQUITY_SHARE)
  const time = scaleUtc({ domain: [first, last === first ? first + 1 : last], range: [0, plotWidth] })
  const equity = scaleLinear({ domain: [low - pad, high + pad], range: [split - GAP, TOP] })
  const drawdown = scaleLinear({ domain: [worst || -1, 0], range: [inner - 6, split] })
  const x = (point: EquityPoint) => time(point.at)
  return {
    points,
    width: plotWidth,
    rows: Math.max(2, Math.floor(split / 52)),
    split,
    worst,
    ticks: ticksInside(timeTicks(first, last, Math.max(2, Math.floor(plotWidth / 80))), time, plotWidth),
    time,
    equity,
    drawdown,
    x,
    yEquity: (point: EquityPoint) => equity(point.equity),
    yDrawdown: (point: EquityPoint) => drawdown(point.drawdown),
    nearest: (pixel: number): number | null => nearestIndex(points, x, pixel),
  }
}
