import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Candles } from '../../../domain/charts/candle.ts'
import { type ChartLook, plainLook } from '../../../domain/charts/chart-look.ts'
import type { LineDraw } from '../../../domain/charts/indicators/spec.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { AreaEdge, ChartSlot } from '../../../machines/charts/chart.ts'
import type { LiveCandle } from '../../../market/live-candle.ts'
import { fullInstant } from '../../kit/instants.ts'
import styles from './candle-chart.module.css'
import type { CandlePlot, ReadCandle } from './candle-plot.ts'
import { candleInWords, percentOf, readoutOf, summaryOf } from './chart-words.ts'
import type { ChartDrawing } from './drawings/chart-drawing.ts'
import { useDrawingHand } from './drawings/use-drawing-hand.ts'
import type { PlotLine } from './drawn-lines.ts'
import type { LineMovement, PriceBand, PriceLine } from './lines/price-line.ts'
import { PriceLines } from './lines/price-lines.tsx'
import { type LinkedChart, useLinkedChart } from './linked-charts.ts'
import type { ChartSpan, ChartTheme, ScenePainter, TradeMarker } from './paint.ts'
import { nameOfPane, PaneNames } from './panes/pane-names.tsx'
import { usePaneDrag } from './panes/use-pane-drag.ts'
import { Picture } from './picture/picture.ts'
import { plainPlot } from './plot-layout.ts'
import { readTheme } from './read-theme.ts'
import { type HeldPlot, useCandlePlot } from './use-candle-plot.ts'
import { useGestures } from './use-gestures.ts'

export interface ChartLineView {
  readonly label: string
  readonly values: Float64Array
  /** `price` is drawn over the candles; any other name has a pane of its own. */
  readonly pane: string
  readonly draw: LineDraw
  /** Index into the theme's series colours; a tone overrides it. */
  readonly colour: number
  readonly tone: 'up' | 'down' | null
  readonly levels: readonly number[]
  readonly edge?: AreaEdge | null
  readonly isRelative?: boolean
  readonly follows?: InstrumentId | null
}

interface CandleChartProps {
  /** `NIFTY 50, 5 Minutes` */
  readonly label: string
  readonly slot?: ChartSlot
  /** A new key starts at the newest candles, or with all of them. */
  readonly seriesKey: string
  readonly startsWhole?: boolean
  readonly candles: Candles
  /** Streams the candle in progress; returns its unsubscribe. Must be stable for one feed. */
  readonly watchLive?: ((tell: (candle: LiveCandle) => void) => () => void) | undefined
  readonly lines?: readonly ChartLineView[]
  /** Tells the prices that `lines` follow, by their index. Must be stable for the same lines. */
  readonly watchLines?: ((tell: (index: number, price: number) => void) => () => void) | undefined
  /** `VWAP: no volume on an index`: indicators that cannot be drawn, with the reason. */
  readonly problems?: readonly string[]
  readonly priceLines?: readonly PriceLine[]
  readonly priceBands?: readonly PriceBand[]
  /** Absent: no line can be moved. */
  readonly movement?: LineMovement | undefined
  readonly drawing?: ChartDrawing
  readonly markers?: readonly TradeMarker[]
  readonly spans?: readonly ChartSpan[]
  readonly tickSize?: number
  readonly hasLastPrice?: boolean
  readonly look?: ChartLook
  readonly days?: ScenePainter | null
  readonly chosenPane?: string | null
  /** Absent: borders of panes cannot be dragged. */
  readonly onPaneShare?: ((pane: string, share: number) => void) | undefined
  readonly clock?: ReactNode
  /** Epoch ms, once the candles reach back to it; `onArrived` is called when it is in sight. */
  readonly goal?: number | null
  readonly onArrived?: (() => void) | undefined
  /** Clicks on the candles trade this. */
  readonly clicked?: InstrumentId | null
  readonly isTable?: boolean
  readonly onOlder?: (() => void) | undefined
  readonly children?: ReactNode
}

const CandleTable = lazy(() =>
  import('./candle-table.tsx').then((module) => ({ default: module.CandleTable })),
)

const DrawingOverlays = lazy(() =>
  import('./drawings/overlays.tsx').then((module) => ({ default: module.DrawingOverlays })),
)

const ClickAim = lazy(() =>
  import('./click-trade/click-aim.tsx').then((module) => ({ default: module.ClickAim })),
)

const noLines: readonly ChartLineView[] = []
const noProblems: readonly string[] = []
const noPriceLines: readonly PriceLine[] = []
const noMarkers: readonly TradeMarker[] = []
const noSpans: readonly ChartSpan[] = []
/** Pixels; the label of a line covers no candle. */
const LABEL_ROOM = 200

export function CandleChart(props: CandleChartProps) {
  const { label, isTable = false, problems = noProblems, drawing = null, children } = props
  const frame = useRef<HTMLDivElement>(null)
  const base = useRef<HTMLCanvasElement>(null)
  const live = useRef<HTMLCanvasElement>(null)
  const over = useRef<HTMLCanvasElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLDivElement>(null)
  const spoken = useRef<HTMLOutputElement>(null)
  const linked = useRef<LinkedChart | null>(null)
  const id = useId()
  const held = useCandlePlot(
    { frame, base, live, over },
    {
      timeInWords: fullInstant,
      nearStart: () => props.onOlder?.(),
      read: (candle, isCursor) => {
        linked.current?.tell(isCursor ? (candle?.time ?? null) : null)
        writeReadout(readout.current, candle)
        const isSaid = isCursor && linked.current?.isLed() !== true
        say(spoken.current, candle !== null && isSaid ? candleInWords(candle) : '')
      },
    },
  )
  const plot = held?.plot ?? null
  useLinkedChart(frame, held, linked)
  usePlotInputs(frame, held, props)
  useGoal(held, props)
  useHeadroom(head, plot)
  const gestures = useHands(frame, held, props)
  const summary = useSummary(held, props)
  return (
    <div className={styles.chart}>
      <Suspense fallback={null}>
        {isTable && plot !== null && (
          <CandleTable label={label} plot={plot} seriesKey={props.seriesKey} candles={props.candles} />
        )}
      </Suspense>
      <div className={styles.picture} hidden={isTable}>
        <div
          ref={frame}
          className={styles.frame}
          data-chart=""
          data-drawing={drawing?.tool == null && drawing?.selected == null ? undefined : ''}
          role="application"
          aria-roledescription="chart"
          aria-label={label}
          aria-describedby={`${id}-summary`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is navigated by keys, like an application
          tabIndex={0}
          {...gestures}
        >
          <canvas ref={base} className={styles.layer} />
          <canvas ref={live} className={styles.layer} />
          <canvas ref={over} className={styles.layer} />
          <Head head={head} readout={readout} clock={props.clock} problems={problems} />
          {held !== null && <LaidOver held={held} frame={frame} chart={props} spoken={spoken} />}
        </div>
        <p id={`${id}-summary`} className="visually-hidden">
          {summary} Arrow keys pan, plus and minus zoom, Home and End jump to the ends, 0 fits all, Shift with
          an arrow reads candle by candle, t shows the table.
        </p>
        <output ref={spoken} className="visually-hidden" aria-live="polite" />
        {props.slot !== undefined && <Picture frame={frame} slot={props.slot} label={label} />}
        {held !== null && drawing !== null && <Overlays held={held} frame={frame} drawing={drawing} />}
        {children}
      </div>
    </div>
  )
}

interface HeadProps {
  readonly head: RefObject<HTMLDivElement | null>
  readonly readout: RefObject<HTMLDivElement | null>
  readonly clock: ReactNode
  readonly problems: readonly string[]
}

const Head = ({ head, readout, clock, problems }: HeadProps) => (
  <div ref={head} className={styles.head}>
    <div className={styles.figures}>
      <div ref={readout} className={styles.readout} aria-hidden="true" />
      {clock}
    </div>
    {problems.length > 0 && (
      <ul className={styles.problems} aria-label="Indicators without values">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    )}
  </div>
)

interface DrawnProps {
  readonly held: HeldPlot
  readonly frame: RefObject<HTMLDivElement | null>
  readonly drawing: ChartDrawing
}

/** Loaded with the first drawing that is placed or selected. */
function Overlays({ held, frame, drawing }: DrawnProps) {
  const { acts, tool, selected } = drawing
  if (acts === null || (tool === null && selected === null)) return null
  return (
    <Suspense fallback={null}>
      <DrawingOverlays held={held} frame={frame} drawing={drawing} acts={acts} />
    </Suspense>
  )
}

interface LaidOverProps {
  readonly held: HeldPlot
  readonly frame: RefObject<HTMLDivElement | null>
  readonly chart: CandleChartProps
  readonly spoken: RefObject<HTMLOutputElement | null>
}

function LaidOver({ held: { placement }, frame, chart, spoken }: LaidOverProps) {
  const { clicked = null } = chart
  usePaneSaid(spoken, chart)
  return (
    <>
      <PaneNames lines={chart.lines ?? noLines} placement={placement} chosen={chart.chosenPane ?? null} />
      <PriceLines
        lines={chart.priceLines ?? noPriceLines}
        bands={chart.priceBands}
        movement={chart.movement}
        placement={placement}
        tickSize={chart.tickSize ?? 0.05}
      />
      {clicked !== null && (
        <Suspense fallback={null}>
          <ClickAim instrument={clicked} frame={frame} placement={placement} />
        </Suspense>
      )}
    </>
  )
}

function useHands(
  frame: RefObject<HTMLDivElement | null>,
  held: HeldPlot | null,
  { drawing, look = plainLook, onPaneShare }: CandleChartProps,
) {
  const plot = held?.plot ?? null
  return useGestures(frame, plot, {
    drawing: useDrawingHand(frame, plot, drawing ?? null),
    panes: usePaneDrag(held, look.panes, onPaneShare),
  })
}

function usePaneSaid(
  spoken: RefObject<HTMLOutputElement | null>,
  { chosenPane = null, lines = noLines }: CandleChartProps,
): void {
  useEffect(() => {
    if (chosenPane !== null) say(spoken.current, `Pane ${nameOfPane(lines, chosenPane)}`)
  }, [spoken, chosenPane, lines])
}

function usePlotInputs(
  frame: RefObject<HTMLDivElement | null>,
  held: HeldPlot | null,
  {
    seriesKey,
    startsWhole = false,
    candles,
    watchLive,
    watchLines,
    hasLastPrice = true,
    lines = noLines,
    markers = noMarkers,
    spans = noSpans,
    priceLines = noPriceLines,
    drawing,
    look: { type, scale, levels, panes: paneShares } = plainLook,
    days = null,
  }: CandleChartProps,
): void {
  const plot = held?.plot ?? null
  const hasLabels = priceLines.some(({ kind }) => kind !== 'level')
  const room = hasLabels ? LABEL_ROOM : plainPlot.room
  const hasSessions = levels.includes('sessions')
  useEffect(
    () => plot?.set({ hasLastPrice, room, type, scale, hasSessions, paneShares }),
    [plot, hasLastPrice, room, type, scale, hasSessions, paneShares],
  )
  useEffect(() => plot?.setCandles(seriesKey, candles), [plot, seriesKey, candles])
  useWholeView(held, startsWhole ? seriesKey : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a feed continues from the newest candle it is given
  useEffect(() => {
    if (plot === null || watchLive === undefined) return
    return watchLive((candle) => plot.put(candle))
  }, [plot, watchLive, candles])
  useEffect(() => {
    const box = frame.current
    if (plot === null || box === null) return
    const draw = () => plot.setLines(inColour(lines, readTheme(box)))
    draw()
    const themes = new MutationObserver(draw)
    themes.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme', 'data-colours'],
    })
    return () => themes.disconnect()
  }, [frame, plot, lines])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a price is put on the lines that are drawn
  useEffect(
    () => (plot === null ? undefined : watchLines?.((index, price) => plot.putLine(index, price))),
    [plot, watchLines, lines],
  )
  useEffect(() => plot?.setMarks({ markers, spans, days }), [plot, markers, spans, days])
  const drawings = drawing?.given ?? null
  useEffect(() => plot?.setDrawings(drawings), [plot, drawings])
}

function useGoal(held: HeldPlot | null, { goal = null, onArrived, candles }: CandleChartProps): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a time is looked for in the candles that have come
  useEffect(() => {
    if (held === null || goal === null) return
    // Candles of another series are first placed in the frame that draws them.
    const frameId = requestAnimationFrame(() => {
      held.plot.showTime(goal)
      onArrived?.()
    })
    return () => cancelAnimationFrame(frameId)
  }, [held, goal, onArrived, candles])
}

function useWholeView(held: HeldPlot | null, seriesKey: string | null): void {
  useEffect(() => {
    if (held === null || seriesKey === null) return
    const { plot, placement } = held
    // A series that has not been drawn has no view to fit.
    const unwatch = placement.watch(() => {
      unwatch()
      plot.fit()
    })
    return unwatch
  }, [held, seriesKey])
}

/** Candles and trades start below the overlaid text, whatever its height. */
function useHeadroom(head: RefObject<HTMLDivElement | null>, plot: CandlePlot | null): void {
  useEffect(() => {
    const box = head.current
    if (box === null || plot === null) return
    const sizes = new ResizeObserver(() => plot.set({ headroom: box.offsetTop + box.offsetHeight }))
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [head, plot])
}

const inColour = (lines: readonly ChartLineView[], theme: ChartTheme): readonly PlotLine[] =>
  lines.map(({ colour: index, tone, ...line }) => {
    const own = theme.series[index % theme.series.length] ?? 'black'
    const isTwoSided = line.draw === 'bars' && line.levels.includes(0)
    const colour = tone === null ? (isTwoSided ? theme.up : own) : theme[tone]
    return { ...line, colour, colourBelow: isTwoSided ? theme.down : colour }
  })

/** The summary is updated after the chart has been still for this long. */
const SUMMARY_PAUSE_MS = 250

function useSummary(held: HeldPlot | null, { label, candles }: CandleChartProps): string {
  const [summary, setSummary] = useState(`${label}: loading.`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputed when other candles are shown
  useEffect(() => {
    if (held === null) return
    const { plot, placement } = held
    const summarise = () => {
      const rows = plot.visibleRows()
      setSummary(summaryOf(label, plot.series().candles(), rows, plot.series().extremes(rows.from, rows.to)))
    }
    const frameId = requestAnimationFrame(summarise)
    let pause: ReturnType<typeof setTimeout>
    const unwatch = placement.watch(() => {
      clearTimeout(pause)
      pause = setTimeout(summarise, SUMMARY_PAUSE_MS)
    })
    return () => {
      cancelAnimationFrame(frameId)
      clearTimeout(pause)
      unwatch()
    }
  }, [held, label, candles])
  return summary
}

const say = (box: HTMLElement | null, words: string): void => {
  if (box !== null && box.textContent !== words) box.textContent = words
}

/** Bypasses React, because the cursor moves more often than a view may render. */
const writeReadout = (box: HTMLElement | null, candle: ReadCandle | null): void => {
  if (box === null) return
  if (candle === null) {
    box.replaceChildren()
    return
  }
  const parts = readoutOf(candle)
  while (box.children.length < parts.length) {
    const part = document.createElement('span')
    part.append(document.createElement('i'), document.createElement('b'))
    box.append(part)
  }
  const tone = (percentOf(candle) ?? 0) < 0 ? 'down' : 'up'
  if (box.dataset.tone !== tone) box.dataset.tone = tone
  parts.forEach(([name, value], index) => {
    const part = box.children[index]
    const [label, figure] = [part?.children[0], part?.children[1]]
    if (label && label.textContent !== name) label.textContent = name
    if (figure && figure.textContent !== value) figure.textContent = value
    if (part instanceof HTMLElement) part.hidden = value === ''
  })
}
