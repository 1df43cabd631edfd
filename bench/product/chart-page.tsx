import { CandlestickSeries, createChart, HistogramSeries, type UTCTimestamp } from 'lightweight-charts'
import 'openalgo-charts/indicators'
import { createChart as createOpenAlgoChart } from 'openalgo-charts'
import { DrawingController } from 'openalgo-charts/draw'
import { createRoot } from 'react-dom/client'
import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import { type Candles, emptyCandles } from '../../src/domain/charts/candle.ts'
import { type Drawing, drawingOf, plainStyle } from '../../src/domain/charts/drawings/drawing.ts'
import type { DrawingTool } from '../../src/domain/charts/drawings/tools.ts'
import type { LiveCandle } from '../../src/market/live-candle.ts'
import { CandleChart, type ChartLineView } from '../../src/views/charts/candle-chart/candle-chart.tsx'
import type { ChartDrawing } from '../../src/views/charts/candle-chart/drawings/chart-drawing.ts'
import { plainIndicators } from '../engine/plain-indicators.ts'

const WIDTH = 1200
const HEIGHT = 600
const MINUTE = 60_000
const FIRST = Date.UTC(2026, 0, 1)
const PAN_PIXELS = 37

export type Side = 'ours' | 'peer'
export type Act = 'pan' | 'zoom' | 'tick'

export interface Asked {
  readonly side: Side
  readonly rows: number
  readonly visible: number
  readonly act: Act
  readonly frames: number
  /** With four indicators and twenty drawings, beside openalgo-charts instead of lightweight-charts. */
  readonly isDrawn: boolean
}

export interface Measured {
  readonly firstPaint: number
  /** Main-thread ms per frame, painting included. */
  readonly frames: readonly number[]
}

const walkOf = (rows: number): Candles => {
  const candles = emptyCandles(rows)
  let seed = 7
  const chance = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  let price = 24_000
  for (let row = 0; row < rows; row++) {
    const open = price
    price = Math.max(100, price + (chance() - 0.5) * 20)
    candles.time[row] = FIRST + row * MINUTE
    candles.open[row] = open
    candles.high[row] = Math.max(open, price) + chance() * 8
    candles.low[row] = Math.min(open, price) - chance() * 8
    candles.close[row] = price
    candles.volume[row] = Math.round(chance() * 10_000)
  }
  return candles
}

interface Driver {
  pan(pixels: number): void
  show(visible: number): void
  tick(candle: LiveCandle): void
  dispose(): void
}

const box = (): HTMLElement => {
  const element = document.createElement('div')
  element.style.cssText = `display:flex;width:${WIDTH}px;height:${HEIGHT}px`
  document.body.append(element)
  return element
}

const column = (
  indicator: 'ema' | 'bollinger' | 'rsi' | 'macd',
  candles: Candles,
): readonly Float64Array[] => {
  const { lines, loop } = plainIndicators[indicator]
  const out = Array.from({ length: lines }, () => new Float64Array(candles.time.length))
  loop(candles, out)
  return out
}

/** EMA and Bollinger bands over the candles, RSI and MACD in panes. */
const fourIndicators = (candles: Candles): readonly ChartLineView[] =>
  (['ema', 'bollinger', 'rsi', 'macd'] as const).flatMap((name, colour) =>
    column(name, candles).map((values, index) => ({
      label: name,
      values,
      pane: name === 'rsi' || name === 'macd' ? name : 'price',
      draw: name === 'macd' && index === 2 ? ('bars' as const) : ('line' as const),
      colour: colour + index,
      tone: null,
      levels: name === 'rsi' ? [30, 70] : name === 'macd' ? [0] : [],
    })),
  )

/** Ours and the peer's names. */
const drawnTools: readonly (readonly [DrawingTool, string, number])[] = [
  ['trend', 'trend-line', 2],
  ['horizontal', 'horizontal-line', 1],
  ['fib', 'fib-retracement', 2],
  ['rectangle', 'rectangle', 2],
  ['channel', 'parallel-channel', 3],
]
const DRAWINGS = 20
const DRAWING_ROWS = 80

/** Over the last candles, where both charts look. */
const twentyDrawings = ({ time, close }: Candles) =>
  Array.from({ length: DRAWINGS }, (_, index) => {
    const [tool, peerTool, count] = drawnTools[index % drawnTools.length] ?? ['trend', 'trend-line', 2]
    const points = Array.from({ length: count }, (_point, each) => {
      const row = time.length - 450 + index * 17 + each * DRAWING_ROWS
      return { at: time[row] ?? 0, price: (close[row] ?? 0) + each * 7 }
    })
    return { tool, peerTool, points }
  })

const ourDrawing = (candles: Candles): ChartDrawing => {
  const items: readonly Drawing[] = twentyDrawings(candles).map(({ tool, points }, index) =>
    drawingOf({ id: String(index), tool, points, style: plainStyle }),
  )
  const grid = { interval: 'min', calendar: exchangeCalendar, group: 'continuous' } as const
  return {
    given: { items, selected: null, grid, lotSize: 1, timeInWords: String },
    ...{ tool: null, pending: [], selected: null, isWriting: false, isSnapping: false },
    ...{ style: plainStyle, tickSize: 0.05, acts: null },
  }
}

const ours = (candles: Candles, isDrawn: boolean): Driver => {
  const element = box()
  const root = createRoot(element)
  let tell: ((candle: LiveCandle) => void) | null = null
  const watchLive = (listener: (candle: LiveCandle) => void) => {
    tell = listener
    return () => {
      tell = null
    }
  }
  const drawn = isDrawn ? { lines: fourIndicators(candles), drawing: ourDrawing(candles) } : {}
  root.render(
    <CandleChart label="walk" seriesKey="walk" candles={candles} watchLive={watchLive} {...drawn} />,
  )
  const frame = () => element.querySelector<HTMLElement>('[data-chart]')
  const wheel = (options: WheelEventInit) =>
    frame()?.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, ...options }))
  let shown = WIDTH / 7
  return {
    pan: (pixels) => wheel({ deltaX: pixels }),
    show(visible) {
      // Inverse of the zoom per notch of the wheel.
      wheel({ deltaY: Math.log(visible / shown) / 0.0016, clientX: WIDTH - 70 })
      shown = visible
    },
    tick: (candle) => tell?.(candle),
    dispose() {
      root.unmount()
      element.remove()
    },
  }
}

const drawnPeer = (candles: Candles): Driver => {
  const element = box()
  const chart = createOpenAlgoChart(element)
  const series = chart.addSeries('candlestick')
  series.setData(
    Array.from(candles.time, (time, row) => ({
      time: time / 1000,
      open: candles.open[row] ?? 0,
      high: candles.high[row] ?? 0,
      low: candles.low[row] ?? 0,
      close: candles.close[row] ?? 0,
      volume: candles.volume[row] ?? 0,
    })) as never,
  )
  for (const indicator of ['ema', 'bollinger', 'rsi', 'macd']) chart.addIndicator(indicator)
  const draw = new DrawingController(chart as never)
  for (const { peerTool, points } of twentyDrawings(candles))
    draw.add({
      tool: peerTool,
      points: points.map(({ at, price }) => ({ time: at / 1000, price })),
      style: {},
      paneIndex: 0,
    })
  const count = candles.time.length
  const shown = (): { from: number; to: number } => chart.getVisibleLogicalRange()
  return {
    pan(pixels) {
      const { from, to } = shown()
      const rows = (pixels * (to - from)) / WIDTH
      chart.setVisibleLogicalRange({ from: from + rows, to: to + rows })
    },
    show: (visible) => chart.setVisibleLogicalRange({ from: count - visible, to: count + visible * 0.02 }),
    tick: ({ time, ...prices }) => series.update({ time: time / 1000, ...prices } as never),
    dispose() {
      chart.destroy()
      element.remove()
    },
  }
}

const peer = (candles: Candles): Driver => {
  const element = box()
  const chart = createChart(element, {
    width: WIDTH,
    height: HEIGHT,
    timeScale: { enableConflation: true, minBarSpacing: 0.001 },
  })
  const series = chart.addSeries(CandlestickSeries)
  const volume = chart.addSeries(HistogramSeries, { priceScaleId: 'volume' })
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  const rows = Array.from(candles.time, (time, row) => ({
    time: (time / 1000) as UTCTimestamp,
    open: candles.open[row] ?? 0,
    high: candles.high[row] ?? 0,
    low: candles.low[row] ?? 0,
    close: candles.close[row] ?? 0,
  }))
  series.setData(rows)
  volume.setData(rows.map(({ time }, row) => ({ time, value: candles.volume[row] ?? 0 })))
  const count = rows.length
  return {
    pan(pixels) {
      const scale = chart.timeScale()
      scale.scrollToPosition(scale.scrollPosition() - pixels / (scale.options().barSpacing || 1), false)
    },
    show: (visible) =>
      chart.timeScale().setVisibleLogicalRange({ from: count - visible, to: count + visible * 0.02 }),
    tick({ time, open, high, low, close, volume: value }) {
      series.update({ time: (time / 1000) as UTCTimestamp, open, high, low, close })
      volume.update({ time: (time / 1000) as UTCTimestamp, value })
    },
    dispose() {
      chart.remove()
      element.remove()
    },
  }
}

/** ms of the act itself and of the frame that it causes, painting included. */
const nextFrame = (act: () => void): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      let frameAt = 0
      // Runs first in the next frame, before what the act requests.
      requestAnimationFrame(() => {
        frameAt = performance.now()
      })
      const startedAt = performance.now()
      act()
      const actMs = performance.now() - startedAt
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - frameAt + actMs)
        channel.port2.postMessage(null)
      })
    })
  })

const settle = async (frames: number): Promise<void> => {
  for (let frame = 0; frame < frames; frame++) await nextFrame(() => {})
}

export const measureChart = async ({
  side,
  rows,
  visible,
  act,
  frames,
  isDrawn,
}: Asked): Promise<Measured> => {
  const candles = walkOf(rows)
  await settle(3)
  const startedAt = performance.now()
  const theirs = isDrawn ? drawnPeer : peer
  const driver = side === 'ours' ? ours(candles, isDrawn) : theirs(candles)
  await settle(2)
  const firstPaint = performance.now() - startedAt
  await settle(4)
  driver.show(visible)
  await settle(6)
  const last = rows - 1
  const close = candles.close[last] ?? 0
  const acts: Readonly<Record<Act, (frame: number) => void>> = {
    pan: (frame) => driver.pan(frame % 2 === 0 ? -PAN_PIXELS : PAN_PIXELS),
    zoom: (frame) => driver.show(100 * (rows / 100) ** ((frame % 20) / 19)),
    tick: (frame) =>
      driver.tick({
        time: candles.time[last] ?? 0,
        open: candles.open[last] ?? 0,
        high: candles.high[last] ?? 0,
        low: candles.low[last] ?? 0,
        close: close + (frame % 2 === 0 ? 0.5 : -0.5),
        volume: candles.volume[last] ?? 0,
      }),
  }
  const spent: number[] = []
  for (let frame = 0; frame < frames; frame++) spent.push(await nextFrame(() => acts[act](frame)))
  driver.dispose()
  await settle(2)
  return { firstPaint, frames: spent }
}

Object.assign(window, { measureChart })
