import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleUtc } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useMemo } from 'react'
import { formatPercent } from '../../domain/format.ts'
import { TimeAxis, ticksInside, ValueAxis } from './axes.tsx'
import { timeTicks } from './time-ticks.ts'
import styles from './two-curves.module.css'

const AXIS_WIDTH = 56
const AXIS_HEIGHT = 22
const EDGE = 10
const TICK_WIDTH = 80
const ROWS = 4

export interface TwoCurvesPoint {
  readonly at: number
  readonly one: number
  readonly other: number
}

interface TwoCurvesProps {
  /** Format of the value axis; percent by default. */
  readonly format?: (value: number) => string
  readonly points: readonly TwoCurvesPoint[]
  readonly names: readonly [string, string]
}

const inPercent = (percent: number): string => formatPercent(percent, 0)

/** The second is dashed, so that colour is not needed to tell them apart. */
export function TwoCurves({ points, names: [one, other], format = inPercent }: TwoCurvesProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.curves}>
      <div className={styles.names} aria-hidden="true">
        <span className={styles.one}>
          <bdi>{one}</bdi>
        </span>
        <span className={styles.other}>
          <bdi>{other}</bdi>
        </span>
      </div>
      <div className={styles.frame} ref={parentRef}>
        {width > 2 * AXIS_WIDTH && height > 4 * EDGE && points.length > 1 && (
          <Drawing points={points} format={format} width={width} height={height} />
        )}
      </div>
    </div>
  )
}

interface DrawingProps {
  readonly format: (value: number) => string
  readonly points: readonly TwoCurvesPoint[]
  readonly width: number
  readonly height: number
}

function Drawing({ points, format, width, height }: DrawingProps) {
  const { time, value, right, bottom, ticks } = useMemo(
    () => scalesOf(points, width, height),
    [points, width, height],
  )
  const data = [...points]
  const x = ({ at }: TwoCurvesPoint) => time(at)
  return (
    <svg width={width} height={height} aria-hidden="true">
      <GridRows scale={value} width={right} numTicks={ROWS} stroke="var(--line)" strokeWidth={1} />
      <line x1={0} x2={right} y1={value(0)} y2={value(0)} stroke="var(--line-strong)" />
      <g className={styles.other}>
        <LinePath
          data={data}
          x={x}
          y={({ other }) => value(other)}
          stroke="currentColor"
          strokeWidth={1.6}
          strokeDasharray="4 3"
        />
      </g>
      <g className={styles.one}>
        <LinePath data={data} x={x} y={({ one }) => value(one)} stroke="currentColor" strokeWidth={1.6} />
      </g>
      <ValueAxis left={right} scale={value} rows={ROWS} format={format} />
      <TimeAxis top={bottom} scale={time} ticks={ticks} />
    </svg>
  )
}

const scalesOf = (points: readonly TwoCurvesPoint[], width: number, height: number) => {
  const right = width - AXIS_WIDTH
  const bottom = height - AXIS_HEIGHT
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1]
  let low = 0
  let high = 0
  for (const { one, other } of points) {
    low = Math.min(low, one, other)
    high = Math.max(high, one, other)
  }
  const time = scaleUtc({ domain: [first, last], range: [0, right] })
  return {
    right,
    bottom,
    time,
    value: scaleLinear({ domain: [low, high === low ? low + 1 : high], range: [bottom - EDGE, EDGE] }),
    ticks: ticksInside(timeTicks(first, last, Math.max(2, Math.floor(right / TICK_WIDTH))), time, right),
  }
}
