import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CandlePlot, createCandlePlot, type PlacedPrices, type ReadCandle } from './candle-plot.ts'
import type { Placement } from './lines/price-line.ts'
import { readTheme } from './read-theme.ts'

interface PlotCanvases {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly base: RefObject<HTMLCanvasElement | null>
  readonly live: RefObject<HTMLCanvasElement | null>
  readonly over: RefObject<HTMLCanvasElement | null>
}

interface PlotListeners {
  readonly timeInWords: (at: number) => string
  readonly read: (candle: ReadCandle | null, isCursor: boolean) => void
  readonly nearStart: () => void
}

export interface HeldPlot {
  readonly plot: CandlePlot
  readonly placement: Placement
}

const penOf = (canvas: HTMLCanvasElement | null): CanvasRenderingContext2D | null =>
  canvas?.getContext('2d') ?? null

const opaquePenOf = (canvas: HTMLCanvasElement | null): CanvasRenderingContext2D | null =>
  canvas?.getContext('2d', { alpha: false }) ?? null

const fitCanvas = (canvas: HTMLCanvasElement | null, width: number, height: number): void => {
  if (canvas === null) return
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
}

export function useCandlePlot(canvases: PlotCanvases, listeners: PlotListeners): HeldPlot | null {
  const [held, setHeld] = useState<HeldPlot | null>(null)
  const heard = useRef(listeners)
  useEffect(() => {
    heard.current = listeners
  })
  const { frame, base, live, over } = canvases
  useEffect(() => {
    const box = frame.current
    if (box === null) return
    const watchers = new Set<(prices: PlacedPrices) => void>()
    let prices: PlacedPrices | null = null
    let theme = readTheme(box)
    const plot = createCandlePlot({
      pens: { base: opaquePenOf(base.current), live: penOf(live.current), over: penOf(over.current) },
      pixelRatio: () => window.devicePixelRatio || 1,
      theme: () => theme,
      nextFrame: (run) => {
        const frameId = requestAnimationFrame(run)
        return () => cancelAnimationFrame(frameId)
      },
      timeInWords: (at) => heard.current.timeInWords(at),
      read: (candle, isCursor) => heard.current.read(candle, isCursor),
      nearStart: () => heard.current.nearStart(),
      placed: (now) => {
        prices = now
        for (const tell of watchers) tell(now)
      },
    })
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box
      // A chart hidden behind its table keeps its visible range.
      if (width === 0 || height === 0) return
      for (const canvas of [base.current, live.current, over.current]) fitCanvas(canvas, width, height)
      plot.resize({ width, height })
    }
    const repaint = () => {
      theme = readTheme(box)
      plot.repaint()
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    measure()
    const themes = new MutationObserver(repaint)
    themes.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme', 'data-colours'],
    })
    // Text is measured again once the font has loaded.
    document.fonts?.ready.then(repaint)
    setHeld({
      plot,
      placement: {
        now: () => prices,
        watch(listener) {
          watchers.add(listener)
          return () => watchers.delete(listener)
        },
      },
    })
    return () => {
      sizes.disconnect()
      themes.disconnect()
      plot.stop()
    }
  }, [frame, base, live, over])
  return held
}
