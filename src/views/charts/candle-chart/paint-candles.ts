import type { ChartType } from '../../../domain/charts/chart-look.ts'
import { type Scene, snapped } from './paint.ts'
import { VOLUME_SHARE } from './plot-layout.ts'
import { pixelOf } from './viewport.ts'

type Pen = CanvasRenderingContext2D

const LINE_WIDTH = 1.6

/** Pixels; `head` and `foot` are the ends of the body. */
interface Shape {
  readonly middle: number
  readonly high: number
  readonly low: number
  readonly head: number
  readonly foot: number
  readonly open: number
  readonly close: number
}

interface Strokes {
  readonly half: number
  readonly wick: number
  readonly pixel: number
  readonly surface: string
}

type Draw = (pen: Pen, shape: Shape, strokes: Strokes) => void

const filled: Draw = (pen, { middle, high, low, head, foot }, { half, wick, pixel }) => {
  pen.fillRect(middle - wick / 2, high, wick, Math.max(pixel, low - high))
  pen.fillRect(middle - half, head, half * 2, Math.max(pixel, foot - head))
}

const hollow: Draw = (pen, shape, strokes) => {
  filled(pen, shape, strokes)
  const { middle, head, foot, open, close } = shape
  const { half, pixel, surface } = strokes
  const edge = Math.max(1, pixel)
  if (close >= open || foot - head <= 2 * edge || half <= edge) return
  const colour = pen.fillStyle
  pen.fillStyle = surface
  pen.fillRect(middle - half + edge, head + edge, 2 * (half - edge), foot - head - 2 * edge)
  pen.fillStyle = colour
}

const bar: Draw = (pen, { middle, high, low, open, close }, { half, wick, pixel }) => {
  pen.fillRect(middle - wick / 2, high, wick, Math.max(pixel, low - high))
  pen.fillRect(middle - half, open - wick / 2, half, wick)
  pen.fillRect(middle, close - wick / 2, half, wick)
}

const draws: Readonly<Record<Exclude<ChartType, 'line'>, Draw>> = {
  candles: filled,
  heikinAshi: filled,
  hollow,
  bars: bar,
}

const strokesOf = ({ plotWidth, step, view, theme, pixelRatio: ratio }: Scene): Strokes => {
  const spacing = (plotWidth * step) / view.span
  const pixel = 1 / ratio
  const width =
    spacing < 4 ? Math.max(pixel, spacing - 1) : Math.max(pixel, Math.min(spacing * 0.68, spacing - 1.5))
  return {
    half: snapped(width / 2, ratio),
    wick: Math.max(pixel, snapped(Math.min(1.2, width), ratio)),
    pixel,
    surface: theme.surface,
  }
}

/** Rows `from` (included) to `to` (excluded), with their volume. */
export const paintCandles = (pen: Pen, scene: Scene, from: number, to: number): void => {
  const { series, view, plotWidth, price, step, theme, type, pixelRatio: ratio } = scene
  const { open, close } = series.candles()
  const strokes = strokesOf(scene)
  const first = Math.floor(from / step) * step
  const rows = series.rows()
  const draw = type === 'line' ? null : draws[type]
  const middleOf = (row: number): number => snapped(pixelOf(row + (step - 1) / 2, view, plotWidth), ratio)
  const isRising = (row: number, end: number): boolean =>
    (close[end - 1] ?? 0) >= ((type === 'hollow' ? close[row - 1] : undefined) ?? open[row] ?? 0)
  for (const isUp of [true, false]) {
    const marks: number[] = []
    pen.fillStyle = isUp ? theme.up : theme.down
    for (let row = first; row < to; row += step) {
      const end = Math.min(row + step, rows)
      if (isRising(row, end) !== isUp) continue
      const { low, high } = series.extremes(row, end)
      const middle = middleOf(row)
      marks.push(middle, series.volume(row, end))
      if (draw === null) continue
      const [opened, closed] = [price(open[row] ?? Number.NaN), price(close[end - 1] ?? Number.NaN)]
      const [head, foot] = [Math.min(opened, closed), Math.max(opened, closed)].map((y) => snapped(y, ratio))
      draw(
        pen,
        {
          middle,
          high: price(high),
          low: price(low),
          head: head ?? 0,
          foot: foot ?? 0,
          open: opened,
          close: closed,
        },
        strokes,
      )
    }
    paintVolume(pen, scene, { marks, half: strokes.half, colour: isUp ? theme.upSoft : theme.downSoft })
  }
  if (draw === null) paintCloses(pen, scene, Math.max(0, first - step), to)
}

interface VolumeMarks {
  /** Pairs of middle and units. */
  readonly marks: readonly number[]
  readonly half: number
  readonly colour: string
}

const paintVolume = (pen: Pen, { panes, volumeMax }: Scene, { marks, half, colour }: VolumeMarks): void => {
  if (volumeMax <= 0) return
  const { top = 0, bottom = 0 } = panes[0] ?? {}
  const most = (bottom - top) * VOLUME_SHARE
  pen.fillStyle = colour
  for (let index = 0; index < marks.length; index += 2) {
    const height = ((marks[index + 1] ?? 0) / volumeMax) * most
    pen.fillRect((marks[index] ?? 0) - half, bottom - height, half * 2, height)
  }
}

const paintCloses = (pen: Pen, scene: Scene, from: number, to: number): void => {
  const { series, view, plotWidth, price, step, theme } = scene
  const { close } = series.candles()
  const rows = series.rows()
  pen.strokeStyle = theme.series[0] ?? theme.ink
  pen.lineWidth = LINE_WIDTH
  pen.lineJoin = 'round'
  pen.beginPath()
  for (let row = from; row < to; row += step) {
    const y = price(close[Math.min(row + step, rows) - 1] ?? Number.NaN)
    const x = pixelOf(row + (step - 1) / 2, view, plotWidth)
    if (row === from) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  pen.stroke()
}
