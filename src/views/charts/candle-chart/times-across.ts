import type { TimeAxis } from '../../../domain/charts/time-axis.ts'
import type { Viewport } from './viewport.ts'

/** The start of a candle in epoch ms, and the share of it that is beyond the edge. */
interface RowTime {
  readonly at: number
  readonly part: number
}

/** The edges of what is shown, also where no candles are. */
export interface TimesAcross {
  readonly from: RowTime
  readonly until: RowTime
}

const timesOf = ({ from, span }: Viewport, axis: TimeAxis): TimesAcross => {
  const edge = (row: number): RowTime => ({ at: axis.timeOf(Math.floor(row)), part: row - Math.floor(row) })
  return { from: edge(from), until: edge(from + span) }
}

/** Null where both edges are in one candle of this chart. */
const viewOf = ({ from, until }: TimesAcross, axis: TimeAxis): Viewport | null => {
  const rowOf = ({ at, part }: RowTime): number => axis.rowOf(at) + part
  const span = rowOf(until) - rowOf(from)
  return span > 0 ? { from: rowOf(from), span } : null
}

interface Linked {
  /** Null until it is placed. */
  readonly view: () => Viewport | null
  readonly axis: () => TimeAxis | null
  readonly show: (view: Viewport) => void
}

export const linkedRange = ({ view, axis, show }: Linked) => ({
  timesAcross(): TimesAcross | null {
    const [now, times] = [view(), axis()]
    return now === null || times === null ? null : timesOf(now, times)
  },
  showAcross(across: TimesAcross): void {
    const times = view() === null ? null : axis()
    const next = times === null ? null : viewOf(across, times)
    if (next !== null) show(next)
  },
})
