import { type Candles, emptyCandles, firstRowFrom } from '../../../domain/charts/candle.ts'
import type { Drawing } from '../../../domain/charts/drawings/drawing.ts'
import { heikinAshi, heikinAshiOn } from '../../../domain/charts/heikin-ashi.ts'
import { type CandleSeries, candleAt, createCandleSeries } from '../../../market/candle-series.ts'
import type { LiveCandle } from '../../../market/live-candle.ts'
import { createDrawingLayer, type GivenDrawings } from './drawings/drawing-layer.ts'
import type { Projection } from './drawings/shapes.ts'
import { createPlotLines, type PlotLines } from './drawn-lines.ts'
import type { ChartTheme, Scene } from './paint.ts'
import {
  type ChartMarks,
  cleared,
  type DrawnMarks,
  drawBase,
  drawCursor,
  drawLive,
  noMarks,
  type PlotCursor,
  placeMarks,
  scaled,
} from './plot-layers.ts'
import { type Pane, type PlotLook, plainPlot, plotLooks, type Size } from './plot-layout.ts'
import { axisWidthFor, composeScene, holdsFor } from './plot-scene.ts'
import { linkedRange, type TimesAcross } from './times-across.ts'
import {
  endOf,
  fitIn,
  isFollowing,
  newestIn,
  panBy,
  pixelOf,
  resizedTo,
  rowAt,
  rowsToSee,
  type Viewport,
  type ViewportLimits,
  zoomAt,
} from './viewport.ts'

/** Share of a screenful left before the first candle, below which older ones are requested. */
const NEAR_START_SHARE = 0.35

export interface ReadCandle extends LiveCandle {
  readonly row: number
  readonly closeBefore: number | null
}

export interface PlacedPrices {
  /** Pixels from the top; outside the candles' pane if the price is not visible. */
  readonly yOf: (price: number) => number
  readonly priceAt: (y: number) => number
  /** Below the overlaid text. */
  readonly clear: number
  readonly top: number
  readonly bottom: number
  readonly plotWidth: number
  readonly panes: readonly Pane[]
}

export interface PlotHost {
  readonly pens: {
    readonly base: CanvasRenderingContext2D | null
    readonly live: CanvasRenderingContext2D | null
    readonly over: CanvasRenderingContext2D | null
  }
  readonly pixelRatio: () => number
  readonly theme: () => ChartTheme
  /** Returns its cancel function. */
  readonly nextFrame: (run: () => void) => () => void
  readonly timeInWords: (at: number) => string
  readonly read: (candle: ReadCandle | null, isCursor: boolean) => void
  readonly placed: (prices: PlacedPrices) => void
  readonly nearStart: () => void
}

export interface CandlePlot extends PlotLines {
  resize(size: Size): void
  /** The same key keeps the visible range; a new key starts at the newest candle. */
  setCandles(key: string, candles: Candles): void
  put(candle: LiveCandle): void
  setMarks(marks: ChartMarks): void
  /** Null: none can be drawn or shown. */
  setDrawings(drawings: GivenDrawings | null): void
  /** The one that is being placed or moved, instead of the one of its id. */
  hold(drawing: Drawing | null): void
  /** Null until there is something to draw on. */
  projection(): Projection | null
  set(change: Partial<PlotLook>): void
  repaint(): void
  pan(pixels: number): void
  /** Shows `factor` times as many candles; the one at `pixel`, by default the last, stays in place. */
  zoom(factor: number, pixel?: number): void
  goTo(end: 'first' | 'last'): void
  /** The candle of this time in the middle, or the nearest that there is. */
  showTime(at: number): void
  fit(): void
  point(at: { readonly x: number; readonly y: number } | null): void
  step(by: number): void
  /** The cursor of another chart: on the candle that contains the time, none where there is no such candle. */
  pointAt(at: number | null): void
  /** Null until there is something to draw. */
  timesAcross(): TimesAcross | null
  showAcross(times: TimesAcross): void
  series(): CandleSeries
  /** `to` is exclusive. */
  visibleRows(): { readonly from: number; readonly to: number }
  stop(): void
}

type Layer = 'all' | 'live' | 'over'

const emptyTheme = {} as ChartTheme

const placedIn = ({ price, panes, plotWidth }: Scene, headroom: number): PlacedPrices => {
  const { top = 0, bottom = 0 } = panes[0] ?? {}
  return { yOf: price, priceAt: price.invert, top, clear: top + headroom, bottom, plotWidth, panes }
}

const visibleRowsOf = ({ from: first, span }: Viewport, rows: number) => {
  const from = Math.max(0, Math.floor(first))
  return { from, to: Math.max(from, Math.min(rows, Math.ceil(first + span))) }
}

const readAt = (series: CandleSeries, row: number): ReadCandle | null => {
  if (row < 0 || row >= series.rows()) return null
  const columns = series.candles()
  return { ...candleAt(columns, row), row, closeBefore: columns.close[row - 1] ?? null }
}

/** Rows that older candles push on, and that newer ones add to a view that follows them. */
const shiftOf = (before: Float64Array, now: Float64Array, isFollowed: boolean): number => {
  const anchor = before[0]
  if (anchor === undefined) return 0
  const pushed = firstRowFrom(now, anchor)
  return pushed + (isFollowed ? Math.max(0, now.length - pushed - before.length) : 0)
}

/**
 * Base, candle in progress and cursor, each drawn at most once per frame. Touching a layer costs its whole
 * area, so the candle in progress has its own only once a tick arrives after the last move.
 */
export const createCandlePlot = (host: PlotHost): CandlePlot => {
  let key = ''
  let series = createCandleSeries(emptyCandles(0))
  let drawn = series
  let size: Size = { width: 0, height: 0 }
  let view: Viewport = { from: 0, span: 1 }
  let isPlaced = false
  let given: ChartMarks = noMarks
  let marks: DrawnMarks = noMarks
  const askAll = (): void => ask('all')
  const drawings = createDrawingLayer(() => series, askAll)
  const lines = createPlotLines(() => series.rows(), askAll)
  let cursor: PlotCursor | null = null
  let scene: Scene | null = null
  let theme = emptyTheme
  let axisWidth = 0
  let look = plainPlot
  let isOverEmpty = true
  let isLiveApart = false
  const waiting = new Set<Layer>()
  let undoFrame: (() => void) | null = null

  const limits = (): ViewportLimits => ({
    rows: series.rows(),
    width: Math.max(10, size.width - axisWidth),
    room: Math.min(look.room, size.width / 6),
  })

  const ask = (layer: Layer): void => {
    waiting.add(layer)
    undoFrame ??= host.nextFrame(draw)
  }

  const layOut = (): void => {
    theme = host.theme()
    axisWidth = axisWidthFor(series, host.pens.base, theme)
    if (isPlaced || size.width === 0 || series.rows() === 0) return
    view = newestIn(limits())
    isPlaced = true
  }

  const compose = (): Scene =>
    composeScene({
      series: drawn,
      lastClose: series.last()?.close ?? Number.NaN,
      view,
      size,
      plotWidth: limits().width,
      lines: lines.all(),
      markers: marks.markers,
      look,
      theme,
      pixelRatio: host.pixelRatio(),
    })

  const drawOver = (now: Scene): void => {
    // An empty layer is skipped, because clearing costs as much as drawing.
    const isEmpty = cursor === null && !drawings.isHolding()
    if (isEmpty && isOverEmpty) return
    const pen = cleared(host.pens.over, now)
    isOverEmpty = isEmpty
    if (pen === null) return
    drawings.paintHeld(pen, now)
    if (cursor !== null) drawCursor(pen, now, cursor, host.timeInWords)
  }

  const draw = (): void => {
    undoFrame = null
    const layers = new Set(waiting)
    waiting.clear()
    if (size.width === 0 || size.height === 0) return
    if (layers.has('all') || scene === null) {
      layOut()
      scene = compose()
      drawBase(host.pens.base, scene, lines.all(), marks, drawings.paintBase)
      drawLive(scaled(host.pens.base, scene), scene)
      if (isLiveApart) cleared(host.pens.live, scene)
      isLiveApart = false
      drawOver(scene)
      host.placed(placedIn(scene, look.headroom))
      if (isPlaced && view.from < view.span * NEAR_START_SHARE) host.nearStart()
    } else {
      if (layers.has('live')) {
        if (!isLiveApart) drawBase(host.pens.base, scene, lines.all(), marks, drawings.paintBase)
        isLiveApart = true
        drawLive(cleared(host.pens.live, scene), scene)
      }
      if (layers.has('over')) drawOver(scene)
    }
    host.read(readAt(series, cursor?.row ?? series.rows() - 1), cursor !== null)
  }

  const drawnOf = (of: CandleSeries): CandleSeries =>
    look.type === 'heikinAshi' ? createCandleSeries(heikinAshi(of.candles())) : of

  const show = (next: Viewport): void => {
    if (!isPlaced) return
    view = next
    if (cursor !== null && cursor.y !== null)
      cursor = { ...cursor, row: inSeries(rowAt(cursor.x, view, limits().width)) }
    ask('all')
  }

  const inSeries = (row: number): number => Math.min(series.rows() - 1, Math.max(0, row))

  const cursorOn = (row: number): PlotCursor => ({ x: pixelOf(row, view, limits().width), y: null, row })

  const placeGiven = (): void => {
    marks = placeMarks(series.candles().time, given)
  }

  return {
    resize(next) {
      const before = limits().width
      const was = size
      size = next
      if (isPlaced && was.width > 0) view = resizedTo(view, before, limits())
      ask('all')
    },
    setCandles(nextKey, candles) {
      const shift = shiftOf(series.candles().time, candles.time, isFollowing(view, series.rows()))
      series = createCandleSeries(candles)
      drawn = drawnOf(series)
      if (nextKey === key && isPlaced) view = panBy(view, shift, limits())
      else isPlaced = false
      key = nextKey
      cursor = null
      placeGiven()
      ask('all')
    },
    put(candle) {
      const rows = series.rows()
      if (!series.put(candle)) return
      if (drawn !== series) drawn.put(heikinAshiOn(drawn.candles(), candle))
      if (series.rows() > rows) {
        if (isPlaced && isFollowing(view, rows)) view = panBy(view, 1, limits())
        placeGiven()
        ask('all')
      } else ask(scene !== null && holdsFor(scene) ? 'live' : 'all')
    },
    ...lines.given,
    setMarks(next) {
      given = next
      placeGiven()
      ask('all')
    },
    setDrawings(next) {
      drawings.set(next)
      ask('all')
    },
    hold: (drawing) => ask(drawings.hold(drawing) ? 'all' : 'over'),
    projection: () => scene && drawings.projection(scene),
    set(change) {
      const before = look
      look = { ...look, ...change }
      if (plotLooks.every((name) => look[name] === before[name])) return
      if (look.room !== before.room && isPlaced && isFollowing(view, series.rows()))
        view = newestIn(limits(), limits().width / view.span)
      if ((look.type === 'heikinAshi') !== (before.type === 'heikinAshi')) drawn = drawnOf(series)
      ask('all')
    },
    repaint: askAll,
    pan: (pixels) => show(panBy(view, (pixels * view.span) / limits().width, limits())),
    zoom(factor, pixel) {
      const box = limits()
      const last = Math.min(box.width, Math.max(0, pixelOf(box.rows - 1, view, box.width)))
      show(zoomAt(view, factor, pixel ?? last, box))
    },
    goTo: (end) => show(endOf(view, end, limits())),
    showTime(at) {
      const row = firstRowFrom(series.candles().time, at)
      show(panBy(view, row - view.from - view.span / 2, limits()))
      cursor = cursorOn(inSeries(row))
    },
    fit: () => show(fitIn(limits())),
    point(at) {
      if (series.rows() === 0 || !isPlaced) return
      cursor = at === null ? null : { ...at, row: inSeries(rowAt(at.x, view, limits().width)) }
      ask('over')
    },
    step(by) {
      if (series.rows() === 0 || !isPlaced) return
      const box = limits()
      const newest = Math.min(box.rows, Math.ceil(view.from + view.span))
      const row = inSeries((cursor?.row ?? newest) + by)
      cursor = cursorOn(row)
      const hidden = rowsToSee(row, view)
      if (hidden === 0) ask('over')
      else show(panBy(view, hidden, box))
    },
    pointAt(at) {
      const row = at === null || !isPlaced ? -1 : firstRowFrom(series.candles().time, at + 1) - 1
      cursor = row < 0 ? null : cursorOn(row)
      ask('over')
    },
    ...linkedRange({
      view: () => (isPlaced ? view : null),
      axis: drawings.axis,
      show: (next) => show(panBy(next, 0, limits())),
    }),
    series: () => series,
    visibleRows: () => visibleRowsOf(isPlaced ? view : { from: 0, span: series.rows() }, series.rows()),
    stop() {
      undoFrame?.()
      undoFrame = null
    },
  }
}
