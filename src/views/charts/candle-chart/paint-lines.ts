import type { LineDraw } from '../../../domain/charts/indicators/spec.ts'
import { istDayNumber } from '../../../domain/time.ts'
import type { AreaEdge } from '../../../machines/charts/chart.ts'
import type { LineColumn } from './line-column.ts'
import { type Scene, snapped } from './paint.ts'
import type { PriceScale } from './plot-layout.ts'
import { pixelOf } from './viewport.ts'

type Pen = CanvasRenderingContext2D

export interface DrawnLine {
  readonly column: LineColumn
  readonly pane: string
  readonly draw: LineDraw
  readonly colour: string
  readonly colourBelow: string
  readonly levels: readonly number[]
  readonly edge?: AreaEdge | null
  /** A compared instrument: percent from the first visible candle. */
  readonly isRelative?: boolean
}

const DOT_PIXELS = 1.6
const MARK_PIXELS = 3.4
const BAND_ALPHA = 0.06
const AREA_ALPHA = 0.1

type Paint = (pen: Pen, scene: Scene, line: DrawnLine, scale: PriceScale) => void

export const paintLine: Paint = (pen, scene, line, scale) => painters[line.draw](pen, scene, line, scale)

export const paintLevels = (
  pen: Pen,
  { plotWidth, theme, pixelRatio }: Scene,
  levels: readonly number[],
  scale: PriceScale,
): void => {
  const heights = levels.map((level) => snapped(scale(level), pixelRatio))
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)]
  if (bottom > top) {
    pen.globalAlpha = BAND_ALPHA
    pen.fillStyle = theme.inkQuiet
    pen.fillRect(0, top, plotWidth, bottom - top)
    pen.globalAlpha = 1
  }
  pen.strokeStyle = theme.lineStrong
  pen.lineWidth = 1 / pixelRatio
  pen.setLineDash([3, 3])
  pen.beginPath()
  for (const y of heights) {
    pen.moveTo(0, y + 0.5 / pixelRatio)
    pen.lineTo(plotWidth, y + 0.5 / pixelRatio)
  }
  pen.stroke()
  pen.setLineDash([])
}

/** Fills between the two edges of each area, below their lines. */
export const paintAreas = (pen: Pen, scene: Scene, lines: readonly DrawnLine[], scale: PriceScale): void => {
  for (const upper of lines) {
    if (upper.edge?.side !== 'upper') continue
    const lower = lines.find(({ edge }) => edge?.side === 'lower' && edge.of === upper.edge?.of)
    if (lower !== undefined) paintArea(pen, scene, [upper, lower], scale)
  }
}

interface EdgePoint {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

const paintArea = (
  pen: Pen,
  scene: Scene,
  [upper, lower]: readonly [DrawnLine, DrawnLine],
  scale: PriceScale,
): void => {
  const { view, plotWidth, from, to, step, theme } = scene
  const [above, below] = [upper.column.values, lower.column.values]
  const isCloud = upper.edge?.isCloud === true
  const colourOf = (isUp: boolean): string => (isCloud ? (isUp ? theme.up : theme.down) : upper.colour)
  let points: EdgePoint[] = []
  let colour = ''
  const fill = () => {
    if (points.length > 1) fillBetween(pen, points, colour)
    points = []
  }
  pen.globalAlpha = AREA_ALPHA
  for (let row = Math.max(0, Math.floor(from / step) * step - step); row < to + step; row += step) {
    const [one, other] = [above[row] ?? Number.NaN, below[row] ?? Number.NaN]
    if (Number.isNaN(one) || Number.isNaN(other)) {
      fill()
      continue
    }
    const point = { x: pixelOf(row + (step - 1) / 2, view, plotWidth), top: scale(one), bottom: scale(other) }
    const now = colourOf(one >= other)
    points.push(point)
    if (now === colour) continue
    if (points.length > 1) fill()
    colour = now
    points = [point]
  }
  fill()
  pen.globalAlpha = 1
}

const fillBetween = (pen: Pen, points: readonly EdgePoint[], colour: string): void => {
  pen.fillStyle = colour
  pen.beginPath()
  for (const { x, top } of points) pen.lineTo(x, top)
  for (const { x, bottom } of points.toReversed()) pen.lineTo(x, bottom)
  pen.fill()
}

/** A day of only one candle stays joined to the next. */
const beginsDay = ({ series, step }: Scene, row: number): boolean => {
  const { time } = series.candles()
  const dayAt = (at: number): number => istDayNumber(time[at] ?? Number.NaN)
  const isAnother = dayAt(row) !== dayAt(row - step)
  return isAnother && (dayAt(row) === dayAt(row + step) || dayAt(row - step) === dayAt(row - 2 * step))
}

/** Merged rows draw their low and high, so that no spike is lost. */
const paintCurve: Paint = (pen, scene, { column, colour, draw }, scale) => {
  const { view, plotWidth, from, to, step } = scene
  const { values, extremes } = column
  pen.strokeStyle = colour
  pen.lineWidth = 1.4
  pen.lineJoin = 'round'
  pen.beginPath()
  let isDown = false
  const go = (x: number, value: number): void => {
    if (isDown) pen.lineTo(x, scale(value))
    else pen.moveTo(x, scale(value))
    isDown = true
  }
  const first = Math.max(0, Math.floor(from / step) * step - step)
  for (let row = first; row < Math.min(to + step, values.length); row += step) {
    const x = pixelOf(row + (step - 1) / 2, view, plotWidth)
    const value = values[row] ?? Number.NaN
    if (draw === 'dailyLine' && beginsDay(scene, row)) isDown = false
    if (step === 1) {
      if (Number.isNaN(value)) isDown = false
      else go(x, value)
      continue
    }
    const { low, high } = extremes(row, row + step)
    if (Number.isNaN(low)) isDown = false
    else {
      go(x, low)
      if (high > low) go(x, high)
    }
  }
  pen.stroke()
}

/** The middle of each visible run, in pixels, and its last value. */
const runsOf = function* (
  { view, plotWidth, from, to, step, series }: Scene,
  { values }: LineColumn,
): Generator<readonly [x: number, value: number]> {
  const rows = Math.min(values.length, series.rows())
  for (let row = Math.floor(from / step) * step; row < Math.min(to, rows); row += step) {
    const value = values[Math.min(row + step, rows) - 1] ?? Number.NaN
    if (!Number.isNaN(value)) yield [pixelOf(row + (step - 1) / 2, view, plotWidth), value]
  }
}

const spacingOf = ({ plotWidth, step, view }: Scene): number => (plotWidth * step) / view.span

const paintBars: Paint = (pen, scene, { column, colour, colourBelow }, scale) => {
  const pixel = 1 / scene.pixelRatio
  const width = Math.max(pixel, spacingOf(scene) * 0.6)
  const zero = snapped(scale(0), scene.pixelRatio)
  for (const [x, value] of runsOf(scene, column)) {
    const y = scale(value)
    pen.fillStyle = value < 0 ? colourBelow : colour
    pen.fillRect(x - width / 2, Math.min(y, zero), width, Math.max(pixel, Math.abs(y - zero)))
  }
}

const paintDots: Paint = (pen, scene, { column, colour }, scale) => {
  pen.fillStyle = colour
  pen.beginPath()
  for (const [x, value] of runsOf(scene, column)) {
    pen.moveTo(x + DOT_PIXELS, scale(value))
    pen.arc(x, scale(value), DOT_PIXELS, 0, 2 * Math.PI)
  }
  pen.fill()
}

const paintMarks: Paint = (pen, scene, { column, colour }, scale) => {
  const radius = Math.max(DOT_PIXELS, Math.min(MARK_PIXELS, spacingOf(scene) / 2))
  pen.fillStyle = colour
  pen.strokeStyle = scene.theme.surface
  pen.lineWidth = 1.5
  pen.beginPath()
  for (const [x, value] of runsOf(scene, column)) {
    pen.moveTo(x + radius, scale(value))
    pen.arc(x, scale(value), radius, 0, 2 * Math.PI)
  }
  pen.stroke()
  pen.fill()
}

const paintSteps: Paint = (pen, scene, { column, colour }, scale) => {
  const half = spacingOf(scene) / 2
  pen.strokeStyle = colour
  pen.lineWidth = 1.4
  pen.beginPath()
  let before = Number.NaN
  for (const [x, value] of runsOf(scene, column)) {
    if (value !== before) pen.moveTo(x - half, scale(value))
    pen.lineTo(x + half, scale(value))
    before = value
  }
  pen.stroke()
}

const painters: Readonly<Record<LineDraw, Paint>> = {
  line: paintCurve,
  dailyLine: paintCurve,
  bars: paintBars,
  dots: paintDots,
  marks: paintMarks,
  steps: paintSteps,
}
