import { AxisBottom, AxisRight } from '@visx/axis'
import type { scaleLinear, scaleUtc } from '@visx/scale'
import frame from './cursor-frame.module.css'
import type { TimeTick } from './time-ticks.ts'

interface ValueAxisProps {
  readonly left: number
  readonly scale: ReturnType<typeof scaleLinear<number>>
  readonly format: (value: number) => string
  /** Approximate; labels are at round values. */
  readonly rows?: number
  /** Replaces the round values. */
  readonly only?: number[]
}

export const ValueAxis = ({ left, scale, format, rows, only }: ValueAxisProps) => (
  <AxisRight
    left={left}
    scale={scale}
    {...(rows === undefined ? {} : { numTicks: rows })}
    {...(only === undefined ? {} : { tickValues: only })}
    tickFormat={(value) => format(Number(value))}
    hideAxisLine
    hideTicks
    tickLength={8}
    tickLabelProps={{
      className: frame.tick ?? '',
      textAnchor: 'start',
      dy: only === undefined ? '0.32em' : 0,
      dx: 0,
    }}
  />
)

/** Pixels; half a centred label, which must not overhang the edge. */
const EDGE = 14

export const ticksInside = (
  ticks: readonly TimeTick[],
  time: (at: number) => number,
  width: number,
): readonly TimeTick[] => ticks.filter(({ at }) => time(at) > EDGE && time(at) < width - EDGE)

interface TimeAxisProps {
  readonly top: number
  readonly scale: ReturnType<typeof scaleUtc<number>>
  readonly ticks: readonly TimeTick[]
}

export const TimeAxis = ({ top, scale, ticks }: TimeAxisProps) => (
  <AxisBottom
    top={top}
    scale={scale}
    tickValues={ticks.map(({ at }) => at)}
    tickFormat={(_, index) => ticks[index]?.label ?? ''}
    hideAxisLine
    hideTicks
    tickLength={6}
    tickLabelProps={{ className: frame.tick ?? '', textAnchor: 'middle', dy: 0 }}
  />
)
