import { type Candles, emptyCandles, firstRowFrom } from '../../../domain/candle.ts'
import { type CandleSeries, candleAt, createCandleSeries } from '../../../market/candle-series.ts'
import type { LiveCandle } from '../../../market/live-candle.ts'
import { createLineColumn } from './line-column.ts'
import type { ChartTheme, Scene, TradeMarker } from './paint.ts'
import type { DrawnLine } from './paint-lines.ts'
import { cleared, drawBase, drawCursor, drawLive, type PlotCursor, scaled } from './plot-layers.ts'
import type { Size } from './plot-layout.ts'
import { axisWidthFor, composeScene, holdsFor, type PanedLine } from './plot-scene.ts'
import {
  fitIn,
  isFollowing,
  newestIn,
  panBy,
  pixelOf,
  resizedTo,
  rowAt,
  type Viewport,
  type ViewportLimits,
  zoomAt,
} from './viewport.ts'

/** Older candles are asked for when so much of a screenful is left before the first. */
const NEAR_START_SHARE = 0.35

export interface PlotLine extends Omit<DrawnLine, 'column'> {
  readonly values: Float64Array
}

/** A candle one looks at, with the close before it. */
export interface ReadCandle extends LiveCandle {
  readonly row: number
  readonly closeBefore: number | null
}

/** Where prices stand, for what is laid over the drawing. */
export interface PlacedPrices {
  /** Pixels from the top; outside the candles' pane where the price is out of sight. */
  readonly yOf: (price: number) => number
  readonly priceAt: (y: number) => number
  readonly top: number
  readonly bottom: number
  readonly plotWidth: number
}

export interface PlotHost {
  /** Null where nothing can be drawn. */
  readonly pens: {
    readonly base: CanvasRenderingContext2D | null
    readonly live: CanvasRenderingContext2D | null
    readonly over: CanvasRenderingContext2D | null
  }
  readonly pixelRatio: () => number
  readonly theme: () => ChartTheme
  /** Runs once before the next frame. Returns its own undo. */
  readonly nextFrame: (run: () => void) => () => void
  /** The time of a candle in words. */
  readonly timeInWords: (at: number) => string
  /** The candle under the cursor, or the last one. */
  readonly read: (candle: ReadCandle | null, isCursor: boolean) => void
  readonly placed: (prices: PlacedPrices) => void
  /** There is little left before the first candle. */
  readonly nearStart: () => void
}

export interface CandlePlot {
  resize(size: Size): void
  /** Other candles. With the same key what is in sight stays in sight; another key begins at the newest. */
  setCandles(key: string, candles: Candles): void
  put(candle: LiveCandle): void
  setLines(lines: readonly PlotLine[]): void
  setMarkers(markers: readonly TradeMarker[]): void
  /** Pixels at the top that words lie over; candles begin below. */
  setHeadroom(pixels: number): void
  /** Whether the last close is the price of now. True until it is told. */
  setLastPrice(isShown: boolean): void
  /** Colours have changed. */
  repaint(): void
  pan(pixels: number): void
  /** Shows `factor` times as many candles; the one at `pixel` stays, or the last one. */
  zoom(factor: number, pixel?: number): void
  goTo(end: 'first' | 'last'): void
  fit(): void
  /** Moves the cursor to a point of the drawing, or away. */
  point(at: { readonly x: number; readonly y: number } | null): void
  /** Moves the cursor by candles. */
  step(by: number): void
  series(): CandleSeries
  /** First row in sight, and the one after the last. */
  rowsInSight(): { readonly from: number; readonly to: number }
  stop(): void
}

type Layer = 'all' | 'live' | 'over'

const emptyTheme = {} as ChartTheme

/**
 * The drawing of a chart in three layers: what changes when one moves, the candle in progress, and the cursor. Each is
 * drawn at most once a frame. Every layer touched costs its whole area, so while one moves the candle in progress is
 * drawn into the first; the first tick after that gives it a layer of its own, and further ticks draw that alone.
 */
export const createCandlePlot = (host: PlotHost): CandlePlot => {
  let key = ''
  let series = createCandleSeries(emptyCandles(0))
  let size: Size = { width: 0, height: 0 }
  let view: Viewport = { from: 0, span: 1 }
  let isPlaced = false
  let lines: readonly PanedLine[] = []
  let markers: readonly (TradeMarker & { readonly row: number })[] = []
  let givenMarkers: readonly TradeMarker[] = []
  let cursor: PlotCursor | null = null
  let scene: Scene | null = null
  let theme = emptyTheme
  let axisWidth = 0
  let hasLastPrice = true
  let headroom = 0
  let isOverEmpty = true
  let isLiveApart = false
  const waiting = new Set<Layer>()
  let undoFrame: (() => void) | null = null

  const limits = (): ViewportLimits => ({
    rows: series.rows(),
    width: Math.max(10, size.width - axisWidth),
  })

  const ask = (layer: Layer): void => {
    waiting.add(layer)
    undoFrame ??= host.nextFrame(draw)
  }

  const place = (): void => {
    theme = host.theme()
    axisWidth = axisWidthFor(series, host.pens.base, theme)
    if (isPlaced || size.width === 0 || series.rows() === 0) return
    view = newestIn(limits())
    isPlaced = true
  }

  const compose = (): Scene =>
    composeScene({
      series,
      view,
      size,
      plotWidth: limits().width,
      lines,
      markers,
      headroom,
      hasLastPrice,
      theme,
      pixelRatio: host.pixelRatio(),
    })

  const drawOver = (now: Scene): void => {
    // An empty layer is left alone: to clear it is to draw it.
    if (cursor === null && isOverEmpty) return
    const pen = cleared(host.pens.over, now)
    isOverEmpty = cursor === null
    if (pen === null || cursor === null) return
    drawCursor(pen, now, cursor, host.timeInWords)
  }

  const readOut = (): void => {
    const row = cursor?.row ?? series.rows() - 1
    if (row < 0 || row >= series.rows()) {
      host.read(null, false)
      return
    }
    const columns = series.candles()
    host.read(
      { ...candleAt(columns, row), row, closeBefore: columns.close[row - 1] ?? null },
      cursor !== null,
    )
  }

  const draw = (): void => {
    undoFrame = null
    const layers = new Set(waiting)
    waiting.clear()
    if (size.width === 0 || size.height === 0) return
    if (layers.has('all') || scene === null) {
      place()
      scene = compose()
      drawBase(host.pens.base, scene, lines, markers)
      drawLive(scaled(host.pens.base, scene), scene)
      if (isLiveApart) cleared(host.pens.live, scene)
      isLiveApart = false
      drawOver(scene)
      const { price, panes, plotWidth } = scene
      const pane = panes[0]
      host.placed({
        yOf: (value) => price(value),
        priceAt: (y) => price.invert(y),
        top: pane?.top ?? 0,
        bottom: pane?.bottom ?? 0,
        plotWidth,
      })
      if (isPlaced && view.from < view.span * NEAR_START_SHARE) host.nearStart()
    } else {
      if (layers.has('live')) {
        if (!isLiveApart) drawBase(host.pens.base, scene, lines, markers)
        isLiveApart = true
        drawLive(cleared(host.pens.live, scene), scene)
      }
      if (layers.has('over')) drawOver(scene)
    }
    readOut()
  }

  const look = (next: Viewport): void => {
    if (!isPlaced) return
    view = next
    if (cursor !== null && cursor.y !== null)
      cursor = { ...cursor, row: inSeries(rowAt(cursor.x, view, limits().width)) }
    ask('all')
  }

  const inSeries = (row: number): number => Math.min(series.rows() - 1, Math.max(0, row))

  const placeMarkers = (): void => {
    const { time } = series.candles()
    markers = givenMarkers
      .map((marker) => ({ ...marker, row: firstRowFrom(time, marker.at + 1) - 1 }))
      .filter(({ row }) => row >= 0)
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
      const before = series
      const wasFollowing = isFollowing(view, before.rows())
      const anchor = before.candles().time[0]
      series = createCandleSeries(candles)
      if (nextKey !== key) {
        key = nextKey
        isPlaced = false
        cursor = null
      } else if (isPlaced && anchor !== undefined) {
        // Rows that came before the first push everything to the right.
        const pushed = firstRowFrom(candles.time, anchor)
        const added = wasFollowing ? Math.max(0, candles.time.length - pushed - before.rows()) : 0
        view = panBy(view, pushed + added, limits())
        cursor = null
      }
      placeMarkers()
      ask('all')
    },
    put(candle) {
      const rows = series.rows()
      if (!series.put(candle)) return
      if (series.rows() > rows) {
        if (isPlaced && isFollowing(view, rows)) view = panBy(view, 1, limits())
        placeMarkers()
        ask('all')
      } else ask(scene !== null && holdsFor(scene, candle) ? 'live' : 'all')
    },
    setLines(next) {
      lines = next.map(({ values, ...line }) => ({ ...line, column: createLineColumn(values) }))
      ask('all')
    },
    setMarkers(next) {
      givenMarkers = next
      placeMarkers()
      ask('all')
    },
    setHeadroom(pixels) {
      if (headroom === pixels) return
      headroom = pixels
      ask('all')
    },
    setLastPrice(isShown) {
      hasLastPrice = isShown
      ask('all')
    },
    repaint: () => ask('all'),
    pan: (pixels) => look(panBy(view, (pixels * view.span) / limits().width, limits())),
    zoom(factor, pixel) {
      const box = limits()
      const last = Math.min(box.width, Math.max(0, pixelOf(box.rows - 1, view, box.width)))
      look(zoomAt(view, factor, pixel ?? last, box))
    },
    goTo(end) {
      const box = limits()
      const newest = newestIn(box, box.width / view.span)
      look(end === 'last' ? newest : { ...newest, from: 0 })
    },
    fit: () => look(fitIn(limits())),
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
      cursor = { x: pixelOf(row, view, box.width), y: null, row }
      const isHidden = row < view.from || row >= view.from + view.span
      if (isHidden)
        look(panBy(view, row < view.from ? row - view.from : row + 1 - view.from - view.span, box))
      else ask('over')
    },
    series: () => series,
    rowsInSight: () => {
      const from = Math.max(0, Math.floor(view.from))
      return isPlaced
        ? { from, to: Math.max(from, Math.min(series.rows(), Math.ceil(view.from + view.span))) }
        : { from: 0, to: series.rows() }
    },
    stop() {
      undoFrame?.()
      undoFrame = null
    },
  }
}
