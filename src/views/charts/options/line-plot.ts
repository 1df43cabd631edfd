import { scaleLinear } from '@visx/scale'
import { nearestIndex } from '../nearest-index.ts'

export interface LinePoint {
  /** A strike, days or an instant. */
  readonly x: number
  readonly y: number
}

export interface Line {
  readonly name: string
  /** Ascending by x. */
  readonly points: readonly LinePoint[]
  readonly isDashed?: boolean
}

export interface Upright {
  readonly x: number
  readonly label?: string
}

export interface Level {
  readonly y: number
  readonly label: string
}

export interface LineAxes {
  readonly lines: readonly Line[]
  readonly levels: readonly Level[]
  /** Wider than the points, if a part of the axis is still to come. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export const AXIS_WIDTH = 46
const AXIS_HEIGHT = 20
export const TOP = 18
const PAD = 0.08
const ROW_HEIGHT = 44

export const linePlotOf = (
  { lines, levels, from, until }: LineAxes,
  { width, height }: { readonly width: number; readonly height: number },
) => {
  const points = lines.flatMap((line) => line.points)
  const xs = points.map(({ x }) => x)
  const ys = [...points, ...levels].map(({ y }) => y)
  const left = Math.min(from ?? Number.POSITIVE_INFINITY, ...xs)
  const right = Math.max(until ?? Number.NEGATIVE_INFINITY, ...xs)
  const [low, high] = [Math.min(...ys), Math.max(...ys)]
  // A flat line needs a scale too.
  const pad = (high - low) * PAD || Math.abs(high) * PAD || 1
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const bottom = height - AXIS_HEIGHT
  const x = scaleLinear({ domain: [left, right === left ? left + 1 : right], range: [4, plotWidth - 4] })
  const y = scaleLinear({ domain: [low - pad, high + pad], range: [bottom - 4, TOP] })
  const first = lines[0]?.points ?? []
  return {
    width: plotWidth,
    bottom,
    x,
    y,
    rows: Math.max(2, Math.floor(bottom / ROW_HEIGHT)),
    xOf: (point: LinePoint) => x(point.x),
    yOf: (point: LinePoint) => y(point.y),
    nearest: (pixel: number) => nearestIndex(first, (point) => x(point.x), pixel),
  }
}

export type LinePlot = ReturnType<typeof linePlotOf>
