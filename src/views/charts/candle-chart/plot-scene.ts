import { panesOf } from '../../../domain/charts/panes.ts'
import { formatNumber } from '../../../domain/format.ts'
import type { CandleSeries } from '../../../market/candle-series.ts'
import type { Extremes } from '../../../market/instruments/extremes.ts'
import { enclosing } from './line-column.ts'
import { type ChartTheme, MARKER_HEIGHT, type Scene } from './paint.ts'
import type { DrawnLine } from './paint-lines.ts'
import { type Pane, type PlotLook, paneScaleOf, panesIn, priceScaleOf, type Size } from './plot-layout.ts'
import { factorOf } from './relative-line.ts'
import { rowsPerCandle, type Viewport } from './viewport.ts'

/** Narrower candles are merged. */
const CANDLE_PIXELS_MIN = 2
const AXIS_ROOM = 16
const AXIS_WIDTH_MIN = 52
/** Pixels per character, used when text cannot be measured. */
const CHARACTER_PIXELS = 6.4

export interface PanedLine extends DrawnLine {
  readonly pane: string
}

interface SceneParts {
  readonly series: CandleSeries
  readonly view: Viewport
  readonly size: Size
  /** Pixels left of the axis. */
  readonly plotWidth: number
  readonly lines: readonly PanedLine[]
  readonly markers: readonly { readonly row: number; readonly side: 'buy' | 'sell' }[]
  readonly lastClose: number
  readonly look: Pick<PlotLook, 'type' | 'scale' | 'headroom' | 'hasLastPrice' | 'hasSessions' | 'paneShares'>
  readonly theme: ChartTheme
  readonly pixelRatio: number
}

export const composeScene = ({ lines, markers, look, ...parts }: SceneParts): Scene => {
  const { series, view, size, plotWidth } = parts
  const rows = series.rows()
  const from = Math.max(0, Math.min(rows, Math.floor(view.from)))
  const to = Math.max(from, Math.min(rows, Math.ceil(view.from + view.span)))
  const step = rowsPerCandle(view, plotWidth, CANDLE_PIXELS_MIN)
  const panes = panesIn(size, panesOf(lines), look.paneShares)
  const volumeMax = highestVolume(series, from, to, step)
  const [pricePane, ...otherPanes] = panes as readonly [Pane, ...Pane[]]
  const extremesIn = (id: string): Extremes =>
    enclosing(lines.filter(({ pane }) => pane === id).flatMap((line) => extremesOf(line, from, to)))
  const hasTrade = (of: 'buy' | 'sell') =>
    markers.some(({ row, side }) => side === of && row >= from && row < to)
  const room = {
    top: look.headroom + (hasTrade('sell') ? MARKER_HEIGHT : 0),
    bottom: hasTrade('buy') ? MARKER_HEIGHT : 0,
    kind: look.scale,
  }
  const isRelative = look.scale === 'percent' || look.scale === 'indexed'
  const first = isRelative ? series.candles().close[from] : undefined
  const base = first === undefined ? null : { price: first, isIndexed: look.scale === 'indexed' }
  const candles = series.extremes(from, to)
  const shown = enclosing([
    candles,
    ...lines
      .filter((line) => line.pane === 'price')
      .flatMap((line) => nearTo(candles, line, [from, to], factorOf(line, series.candles().close, from, to))),
  ])
  return {
    ...parts,
    type: look.type,
    hasLastPrice: look.hasLastPrice,
    hasSessions: look.hasSessions,
    base,
    panes,
    price: priceScaleOf(shown, pricePane, volumeMax > 0, room),
    paneScales: otherPanes.map((pane) => paneScaleOf(extremesIn(pane.id), pane)),
    from,
    to,
    step,
    volumeMax,
  }
}

/** Far levels are ignored, because seven pivots would flatten the candles. */
const nearTo = (
  candles: Extremes,
  line: PanedLine,
  rows: readonly [from: number, to: number],
  factor: number,
): readonly Extremes[] => {
  const extremes = line.column.extremes(...rows)
  const [low, high] = [extremes.low * factor, extremes.high * factor]
  const reach = candles.high - candles.low
  const isFar = line.draw === 'steps' && (low < candles.low - reach || high > candles.high + reach)
  return isFar ? [] : [{ low, high }]
}

const extremesOf = ({ column, levels, draw }: PanedLine, from: number, to: number): readonly Extremes[] => [
  column.extremes(from, to),
  ...[...levels, ...(draw === 'bars' ? [0] : [])].map((level) => ({ low: level, high: level })),
]

export const liveFrom = ({ step, series }: Scene): number =>
  Math.floor(Math.max(0, series.rows() - 1) / step) * step

/** False if the changed candle exceeds the price or volume scale. */
export const holdsFor = (scene: Scene): boolean => {
  const { price, volumeMax, series } = scene
  const [low = 0, high = 0] = price.domain()
  const last = series.last()
  const isInside = last !== null && last.low >= low && last.high <= high
  return isInside && series.volume(liveFrom(scene), series.rows()) <= volumeMax
}

export const axisWidthFor = (
  series: CandleSeries,
  pen: CanvasRenderingContext2D | null,
  { boldFont }: ChartTheme,
): number => {
  const { high } = series.extremes(0, series.rows())
  const text = formatNumber(Number.isNaN(high) ? (series.last()?.close ?? 0) : high * 1.02)
  if (pen !== null) pen.font = boldFont
  const width = pen?.measureText(text).width ?? text.length * CHARACTER_PIXELS
  return Math.ceil(Math.max(AXIS_WIDTH_MIN, width + AXIS_ROOM))
}

const highestVolume = (series: CandleSeries, from: number, to: number, step: number): number => {
  let highest = 0
  for (let row = Math.floor(from / step) * step; row < to; row += step) {
    const volume = series.volume(row, row + step)
    if (volume > highest) highest = volume
  }
  return highest
}
