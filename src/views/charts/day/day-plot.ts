import { scaleLinear, scaleUtc } from '@visx/scale'
import { ticksInside } from '../axes.tsx'
import { nearestIndex } from '../nearest-index.ts'
import { timeTicks } from '../time-ticks.ts'

/** Rupees at the end of a minute. */
export interface DayPoint {
  readonly at: number
  readonly total: number
  readonly realised: number
}

export interface DayMark {
  readonly at: number
  readonly label: string
}

export const AXIS_WIDTH = 52
export const AXIS_HEIGHT = 22
const TOP = 36

export interface DayFrame {
  readonly opensAt: number
  readonly closesAt: number
  readonly width: number
  readonly height: number
}

export const plotOf = (points: readonly DayPoint[], { opensAt, closesAt, width, height }: DayFrame) => {
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const bottom = height - AXIS_HEIGHT
  const values = points.flatMap(({ total, realised }) => [total, realised])
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  // A day without trades needs a scale too.
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
    ticks: ticksInside(
      timeTicks(opensAt, closesAt, Math.max(2, Math.floor(plotWidth / 80))),
      time,
      plotWidth,
    ),
    nearest: (pixel: number): number | null => nearestIndex(points, x, pixel),
  }
}

export type DayPlot = ReturnType<typeof plotOf>
