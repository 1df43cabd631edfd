import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import type { CandlePlot } from './candle-plot.ts'
import type { TimesAcross } from './times-across.ts'
import type { HeldPlot } from './use-candle-plot.ts'

/** Passes cursor and range from one chart to the others without React, which must not render as often as a cursor moves. */
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

export interface LinkedChart {
  readonly tell: (at: number | null) => void
  /** Its cursor is that of another chart. */
  readonly isLed: () => boolean
}

const hovered = () => document.querySelector('[data-chart]:hover')

/** The chart that is pointed at, else the one with the focus; the others follow it. */
const leader = () => hovered() ?? document.querySelector('[data-chart]:focus')

/** Fills `linked`, which the plot of this chart reads past React. */
export function useLinkedChart(
  frame: RefObject<HTMLElement | null>,
  held: HeldPlot | null,
  linked: RefObject<LinkedChart | null>,
): void {
  const bus = useContext(ChartBusContext)
  const plot = held?.plot ?? null
  const hadCursor = useRef(false)
  useEffect(() => (bus === null || plot === null ? undefined : bus.join(plot)), [bus, plot])
  useEffect(() => {
    if (bus === null || held === null) return
    return held.placement.watch(() => {
      const times = leader() === frame.current ? held.plot.timesAcross() : null
      if (times !== null) bus.range(held.plot, times)
    })
  }, [bus, held, frame])
  useEffect(() => {
    linked.current = {
      tell(at) {
        if (bus === null || plot === null) return
        const isLeading = leader() === frame.current
        if (isLeading) bus.cursor(plot, at)
        else if (hadCursor.current && hovered() === null) bus.cursor(plot, null)
        hadCursor.current = isLeading && at !== null
      },
      isLed: () => bus !== null && leader() !== null && leader() !== frame.current,
    }
  }, [bus, plot, frame, linked])
}
