import type { ChartType } from '../../../domain/charts/chart-look.ts'
import { formatCompact, formatNumber } from '../../../domain/format.ts'
import type { CandleSeries } from '../../../market/candle-series.ts'
import {
  decimalsOf,
  type Pane,
  type PriceBase,
  type PriceMark,
  type PriceScale,
  type Size,
} from './plot-layout.ts'
import type { TimeMark } from './time-marks.ts'
import { pixelOf, type Viewport } from './viewport.ts'

export interface ChartTheme {
  readonly surface: string
  readonly line: string
  readonly lineStrong: string
  readonly ink: string
  readonly inkQuiet: string
  readonly inkInverse: string
  readonly up: string
  readonly down: string
  readonly upSoft: string
  readonly downSoft: string
  readonly buy: string
  readonly sell: string
  readonly series: readonly string[]
  readonly font: string
  readonly boldFont: string
}

export interface TradeMarker {
  readonly at: number
  readonly price: number
  readonly side: 'buy' | 'sell'
  readonly quantity: number
}

/** A time during which something was held; epoch ms, `to` is null while it lasts. */
export interface ChartSpan {
  readonly from: number
  readonly to: number | null
  readonly tone: 'up' | 'down'
}

export interface RowSpan extends ChartSpan {
  readonly to: number
}

export interface Scene {
  readonly series: CandleSeries
  readonly view: Viewport
  readonly size: Size
  readonly plotWidth: number
  readonly panes: readonly Pane[]
  readonly price: PriceScale
  /** In the order of `panes` from the second. */
  readonly paneScales: readonly PriceScale[]
  /** Visible rows; `to` is exclusive. */
  readonly from: number
  readonly to: number
  /** Rows merged into one drawn candle. */
  readonly step: number
  readonly volumeMax: number
  readonly type: ChartType
  /** Null where the axis shows prices. */
  readonly base: PriceBase | null
  readonly hasSessions: boolean
  readonly lastClose: number
  readonly hasLastPrice: boolean
  readonly theme: ChartTheme
  readonly pixelRatio: number
}

type Pen = CanvasRenderingContext2D

export type ScenePainter = (pen: Pen, scene: Scene) => void

export const snapped = (value: number, ratio: number): number => Math.round(value * ratio) / ratio

const SPAN_ALPHA = 0.5

export const paintSpans = (pen: Pen, scene: Scene, spans: readonly RowSpan[]): void => {
  const { theme, view, plotWidth, panes } = scene
  const { top = 0, bottom = 0 } = panes[0] ?? {}
  pen.globalAlpha = SPAN_ALPHA
  for (const { from, to, tone } of spans) {
    const left = pixelOf(from, view, plotWidth)
    pen.fillStyle = tone === 'up' ? theme.upSoft : theme.downSoft
    pen.fillRect(left, top, Math.max(1, pixelOf(to, view, plotWidth) - left), bottom - top)
  }
  pen.globalAlpha = 1
}

export const paintAxes = (
  pen: Pen,
  scene: Scene,
  prices: readonly (readonly PriceMark[])[],
  times: readonly TimeMark[],
): void => {
  const { size, plotWidth, panes, view, theme, pixelRatio: ratio } = scene
  const foot = panes.at(-1)?.bottom ?? 0
  const hair = 1 / ratio
  pen.fillStyle = theme.line
  for (const marks of prices) for (const { y } of marks) pen.fillRect(0, snapped(y, ratio), plotWidth, hair)
  for (const { row } of times) pen.fillRect(snapped(pixelOf(row, view, plotWidth), ratio), 0, hair, foot)
  for (const { bottom } of panes) pen.fillRect(0, snapped(bottom, ratio), size.width, hair)
  pen.font = theme.font
  pen.textBaseline = 'middle'
  pen.textAlign = 'left'
  pen.fillStyle = theme.inkQuiet
  prices.forEach((marks, index) => {
    const decimals = decimalsOf(
      marks.map(({ value }) => value),
      index === 0 ? 2 : 0,
    )
    for (const { value, y, text } of marks)
      pen.fillText(
        text ??
          (index > 0 && Math.abs(value) >= 100_000 ? formatCompact(value) : formatNumber(value, decimals)),
        plotWidth + 8,
        y,
      )
  })
  pen.textAlign = 'center'
  for (const { row, label, isMajor } of times) {
    const x = pixelOf(row, view, plotWidth)
    if (x < 12 || x > plotWidth - 12) continue
    pen.font = isMajor ? theme.boldFont : theme.font
    pen.fillStyle = isMajor ? theme.ink : theme.inkQuiet
    pen.fillText(label, x, foot + 12)
  }
}

/** Dashed, left of the first candle of each session. */
export const paintSessions = (pen: Pen, scene: Scene, rows: readonly number[]): void => {
  const { view, plotWidth, panes, theme, pixelRatio: ratio } = scene
  pen.strokeStyle = theme.lineStrong
  pen.lineWidth = 1
  pen.setLineDash([5, 4])
  pen.beginPath()
  for (const row of rows) {
    const x = snapped(pixelOf(row - 0.5, view, plotWidth), ratio) + 0.5 / ratio
    pen.moveTo(x, 0)
    pen.lineTo(x, panes.at(-1)?.bottom ?? 0)
  }
  pen.stroke()
  pen.setLineDash([])
}

interface AxisTag {
  readonly y: number
  readonly text: string
  readonly colour: string
}

export const paintAxisTag = (pen: Pen, { plotWidth, size, theme }: Scene, tag: AxisTag): void => {
  pen.fillStyle = tag.colour
  pen.beginPath()
  pen.roundRect(plotWidth + 2, tag.y - 8.5, size.width - plotWidth - 4, 17, 3)
  pen.fill()
  pen.fillStyle = theme.inkInverse
  pen.font = theme.boldFont
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.fillText(tag.text, plotWidth + 8, tag.y + 0.5)
}

export const paintPriceTag = (pen: Pen, scene: Scene, tag: AxisTag): void => {
  const { plotWidth, pixelRatio } = scene
  const { y, colour } = tag
  pen.strokeStyle = colour
  pen.lineWidth = 1
  pen.setLineDash([2, 3])
  pen.beginPath()
  const line = snapped(y, pixelRatio) + 0.5 / pixelRatio
  pen.moveTo(0, line)
  pen.lineTo(plotWidth, line)
  pen.stroke()
  pen.setLineDash([])
  paintAxisTag(pen, scene, tag)
}

export const paintCrosshair = (
  pen: Pen,
  scene: Scene,
  { x, y, time, value }: { x: number; y: number | null; time: string; value: string },
): void => {
  const { plotWidth, panes, theme, pixelRatio, size } = scene
  const foot = panes.at(-1)?.bottom ?? 0
  const at = snapped(x, pixelRatio) + 0.5 / pixelRatio
  pen.strokeStyle = theme.inkQuiet
  pen.lineWidth = 1 / pixelRatio
  pen.setLineDash([3, 3])
  pen.beginPath()
  pen.moveTo(at, 0)
  pen.lineTo(at, foot)
  if (y !== null) {
    pen.moveTo(0, snapped(y, pixelRatio) + 0.5 / pixelRatio)
    pen.lineTo(plotWidth, snapped(y, pixelRatio) + 0.5 / pixelRatio)
  }
  pen.stroke()
  pen.setLineDash([])
  pen.font = theme.font
  pen.textBaseline = 'middle'
  pen.textAlign = 'center'
  const width = pen.measureText(time).width + 12
  const middle = Math.min(Math.max(x, width / 2), plotWidth - width / 2)
  pen.fillStyle = theme.ink
  pen.beginPath()
  pen.roundRect(middle - width / 2, foot + 3, width, 17, 3)
  if (y !== null) pen.roundRect(plotWidth + 2, y - 8.5, size.width - plotWidth - 4, 17, 3)
  pen.fill()
  pen.fillStyle = theme.surface
  pen.fillText(time, middle, foot + 12)
  if (y === null) return
  pen.textAlign = 'left'
  pen.fillText(value, plotWidth + 8, y + 0.5)
}

const MARKER_PIXELS = 5
/** Pixels, including the label. */
export const MARKER_HEIGHT = 30

/** `B 75` for one fill, `S 2 × 75` for equal ones in a candle, else the sum. */
const markerLabel = (fills: readonly TradeMarker[]): string => {
  const [first] = fills
  const letter = first?.side === 'buy' ? 'B' : 'S'
  const units = fills.reduce((sum, { quantity }) => sum + quantity, 0)
  if (fills.length === 1) return `${letter} ${formatNumber(units, 0)}`
  const isEqual = fills.every(({ quantity }) => quantity === first?.quantity)
  return isEqual
    ? `${letter} ${fills.length} × ${formatNumber(first?.quantity ?? 0, 0)}`
    : `${letter} ${formatNumber(units, 0)}`
}

/** Fills of one candle share a marker. */
export const paintMarkers = (
  pen: Pen,
  scene: Scene,
  markers: readonly (TradeMarker & { readonly row: number })[],
): void => {
  const { series, view, plotWidth, price, theme, from, to, step } = scene
  pen.font = theme.boldFont
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  const groups = new Map<string, TradeMarker[]>()
  for (const marker of markers) {
    if (marker.row < from || marker.row >= to) continue
    const key = `${Math.floor(marker.row / step) * step} ${marker.side}`
    groups.set(key, [...(groups.get(key) ?? []), marker])
  }
  for (const [key, fills] of groups) {
    const run = Number.parseInt(key, 10)
    const isBuy = fills[0]?.side === 'buy'
    const { low, high } = series.extremes(run, run + step)
    const x = pixelOf(run + (step - 1) / 2, view, plotWidth)
    const sign = isBuy ? 1 : -1
    const tip = price(isBuy ? low : high) + sign * 4
    const middle = tip + sign * (MARKER_PIXELS * 1.6 + 8)
    const label = markerLabel(fills)
    const width = pen.measureText(label).width + 6
    pen.globalAlpha = 0.82
    pen.fillStyle = theme.surface
    pen.fillRect(x - width / 2, middle - 7, width, 14)
    pen.globalAlpha = 1
    pen.fillStyle = isBuy ? theme.buy : theme.sell
    pen.beginPath()
    pen.moveTo(x, tip)
    pen.lineTo(x - MARKER_PIXELS, tip + sign * MARKER_PIXELS * 1.6)
    pen.lineTo(x + MARKER_PIXELS, tip + sign * MARKER_PIXELS * 1.6)
    pen.fill()
    pen.fillText(label, x, middle)
  }
}
