import { firstRowFrom } from '../../../domain/charts/candle.ts'
import { formatCompact, formatNumber, formatSignedPercent } from '../../../domain/format.ts'
import {
  type ChartSpan,
  paintAxes,
  paintAxisTag,
  paintCrosshair,
  paintMarkers,
  paintPriceTag,
  paintSessions,
  paintSpans,
  type RowSpan,
  type Scene,
  type ScenePainter,
  type TradeMarker,
} from './paint.ts'
import { paintCandles } from './paint-candles.ts'
import { paintAreas, paintLevels, paintLine } from './paint-lines.ts'
import { levelMarks, priceMarks, priceText } from './plot-layout.ts'
import { liveFrom, type PanedLine } from './plot-scene.ts'
import { factorOf, scaledBy } from './relative-line.ts'
import { sessionStarts, timeMarks } from './time-marks.ts'
import { pixelOf } from './viewport.ts'

type Pen = CanvasRenderingContext2D | null

const TIME_MARK_PIXELS = 76

/** `y` is null if the cursor was moved by keys. */
export interface PlotCursor {
  readonly x: number
  readonly y: number | null
  readonly row: number
}

interface Marked {
  /** Lines of single days, such as expiries. */
  readonly days: ScenePainter | null
}

export interface DrawnMarks extends Marked {
  readonly markers: readonly (TradeMarker & { readonly row: number })[]
  readonly spans: readonly RowSpan[]
}

export interface ChartMarks extends Marked {
  readonly markers: readonly TradeMarker[]
  readonly spans: readonly ChartSpan[]
}

export const noMarks = { markers: [], spans: [], days: null } as const

/** Trades before the first candle are not drawn. */
export const placeMarks = (time: Float64Array, { markers, spans, days }: ChartMarks): DrawnMarks => {
  const rowOf = (at: number): number => firstRowFrom(time, at + 1) - 1
  return {
    days,
    markers: markers.map((marker) => ({ ...marker, row: rowOf(marker.at) })).filter(({ row }) => row >= 0),
    spans: spans.map(({ from, to, tone }) => ({
      from: rowOf(from),
      to: to === null ? time.length : rowOf(to),
      tone,
    })),
  }
}

export const drawBase = (
  pen: Pen,
  scene: Scene,
  lines: readonly PanedLine[],
  { markers, spans, days }: DrawnMarks,
  paintDrawings: ScenePainter,
): void => {
  if (pen === null) return
  scaled(pen, scene)
  const { theme, size, plotWidth, panes, series, view, from, to } = scene
  pen.fillStyle = theme.surface
  pen.fillRect(0, 0, size.width, size.height)
  if (series.rows() === 0) return
  const { time } = series.candles()
  const scales = [scene.price, ...scene.paneScales]
  const levels = panes.map(({ id }) => [
    ...new Set(lines.filter(({ pane }) => pane === id).flatMap((line) => line.levels)),
  ])
  const marks = panes.map((pane, index) => {
    const scale = scales[index] ?? scene.price
    const own = levelMarks(scale, levels[index] ?? [])
    return own.length > 0 ? own : priceMarks(scale, pane, index === 0 ? scene.base : null)
  })
  const apart = (TIME_MARK_PIXELS * view.span) / plotWidth
  paintAxes(pen, scene, marks, timeMarks({ time, from, to, apart }))
  withinPlot(pen, scene, () => {
    paintSpans(pen, scene, spans)
    days?.(pen, scene)
    if (scene.hasSessions) paintSessions(pen, scene, sessionStarts(time, from, to, apart))
    levels.forEach((some, index) => {
      if (some.length > 0) paintLevels(pen, scene, some, scales[index] ?? scene.price)
    })
    paintCandles(pen, scene, from, Math.min(to, liveFrom(scene)))
    panes.forEach((pane, index) => {
      const own = lines.filter((line) => line.pane === pane.id)
      const scale = scales[index] ?? scene.price
      withinPlot(
        pen,
        scene,
        () => {
          paintAreas(
            pen,
            scene,
            own.filter(({ isRelative }) => isRelative !== true),
            scale,
          )
          for (const line of own) paintLine(pen, scene, line, scaledBy(scale, factorIn(scene, line)))
        },
        pane,
      )
    })
    paintMarkers(pen, scene, markers)
  })
  paintDrawings(pen, scene)
  tagPanes(pen, scene, lines)
  tagRelative(pen, scene, lines)
}

const factorIn = ({ series, from, to }: Scene, line: PanedLine): number =>
  factorOf(line, series.candles().close, from, to)

const lastIn = ({ from, to }: Scene, { column }: PanedLine): number | undefined =>
  column.values.subarray(from, to).findLast((one) => !Number.isNaN(one))

const tagRelative = (pen: CanvasRenderingContext2D, scene: Scene, lines: readonly PanedLine[]): void => {
  const [pane] = scene.panes
  for (const line of lines) {
    const value = lastIn(scene, line)
    if (line.isRelative !== true || value === undefined || pane === undefined) continue
    const price = value * factorIn(scene, line)
    const first = scene.series.candles().close[scene.from] ?? Number.NaN
    const y = scene.price(price)
    if (!(y >= pane.top && y <= pane.bottom)) continue
    paintAxisTag(pen, scene, { y, text: formatSignedPercent((price / first - 1) * 100), colour: line.colour })
  }
}

const tagPanes = (pen: CanvasRenderingContext2D, scene: Scene, lines: readonly PanedLine[]): void => {
  scene.panes.slice(1).forEach(({ id }, index) => {
    const line = lines.find(({ pane }) => pane === id)
    const scale = scene.paneScales[index]
    const value = line && lastIn(scene, line)
    if (line === undefined || scale === undefined || value === undefined) return
    const size = Math.abs(value)
    const text = size >= 100_000 ? formatCompact(value) : formatNumber(value, size >= 1_000 ? 0 : 2)
    paintAxisTag(pen, scene, { y: scale(value), text, colour: line.colour })
  })
}

export const drawLive = (pen: Pen, scene: Scene): void => {
  const { series, theme, lastClose, base } = scene
  const last = series.last()
  if (pen === null || last === null) return
  const first = liveFrom(scene)
  if (scene.to > first) withinPlot(pen, scene, () => paintCandles(pen, scene, first, series.rows()))
  if (!scene.hasLastPrice) return
  const y = scene.price(lastClose)
  const pane = scene.panes[0]
  if (pane === undefined || y < pane.top || y > pane.bottom) return
  const colour = last.close >= last.open ? theme.up : theme.down
  paintPriceTag(pen, scene, { y, text: priceText(lastClose, base), colour })
}

export const drawCursor = (
  pen: CanvasRenderingContext2D,
  scene: Scene,
  { row, y: height }: PlotCursor,
  timeInWords: (at: number) => string,
): void => {
  const x = pixelOf(row, scene.view, scene.plotWidth)
  const pane = scene.panes.findIndex(
    ({ top, bottom }) => height !== null && height >= top && height <= bottom,
  )
  const scale = pane < 0 ? null : pane === 0 ? scene.price : (scene.paneScales[pane - 1] ?? null)
  const y = scale === null ? null : height
  const time = timeInWords(scene.series.candles().time[row] ?? Number.NaN)
  const value = y === null || scale === null ? '' : priceText(scale.invert(y), pane === 0 ? scene.base : null)
  paintCrosshair(pen, scene, { x, y, time, value })
}

export const scaled = (pen: Pen, { pixelRatio }: Scene): Pen => {
  pen?.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  return pen
}

export const cleared = (pen: Pen, scene: Scene): Pen => {
  scaled(pen, scene)?.clearRect(0, 0, scene.size.width, scene.size.height)
  return pen
}

const withinPlot = (
  pen: CanvasRenderingContext2D,
  { plotWidth, size }: Scene,
  paint: () => void,
  { top, bottom } = { top: 0, bottom: size.height },
): void => {
  pen.save()
  pen.beginPath()
  pen.rect(0, top, plotWidth, bottom - top)
  pen.clip()
  paint()
  pen.restore()
}
