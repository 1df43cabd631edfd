import { createContext, type RefObject, useContext, useEffect, useMemo, useRef } from 'react'
import type { CandlePlot } from './candle-plot.ts'
import type { TimesAcross } from './times-across.ts'
import type { HeldPlot } from './use-candle-plot.ts'

/** What the charts on screen tell each other, past React: the cursor moves more often than a view may render. */
export interface ChartBus {
  /** Null: no cursor. */
  cursor(from: CandlePlot, at: number | null): void
  range(from: CandlePlot, times: TimesAcross): void
  join(plot: CandlePlot): () => void
}

export interface LinkedBy {
  readonly crosshair: boolean
  readonly range: boolean
}

export const createChartBus = (linked: () => LinkedBy): ChartBus => {
  const plots = new Set<CandlePlot>()
  const others = (from: CandlePlot) => [...plots].filter((plot) => plot !== from)
  return {
    cursor(from, at) {
      if (linked().crosshair) for (const plot of others(from)) plot.pointAt(at)
    },
    range(from, times) {
      if (linked().range) for (const plot of others(from)) plot.showAcross(times)
    },
    join(plot) {
      plots.add(plot)
      return () => plots.delete(plot)
    },
  }
}

export const ChartBusContext = createContext<ChartBus | null>(null)

/** Only the chart that is pointed at, or has the keys, leads; the others follow. */
export function useLinkedChart(frame: RefObject<HTMLElement | null>, held: HeldPlot | null) {
  const bus = useContext(ChartBusContext)
  const plot = held?.plot ?? null
  useEffect(() => (bus === null || plot === null ? undefined : bus.join(plot)), [bus, plot])
  const leads = useMemo(
    () => () => frame.current?.matches(':hover, :focus-visible') === true && !isFollowing(frame.current),
    [frame],
  )
  useEffect(() => {
    if (bus === null || held === null) return
    return held.placement.watch(() => {
      const times = leads() ? held.plot.timesAcross() : null
      if (times !== null) bus.range(held.plot, times)
    })
  }, [bus, held, leads])
  const hadCursor = useRef(false)
  return useMemo(
    () => (at: number | null) => {
      if (bus === null || plot === null) return
      const isLeading = leads()
      if (isLeading) bus.cursor(plot, at)
      else if (hadCursor.current && hovered() === null) bus.cursor(plot, null)
      hadCursor.current = isLeading && at !== null
    },
    [bus, plot, leads],
  )
}

const hovered = () => document.querySelector('[data-chart]:hover')

/** A chart with the focus follows the one that the mouse is over. */
const isFollowing = (frame: HTMLElement): boolean => !frame.matches(':hover') && hovered() !== null
