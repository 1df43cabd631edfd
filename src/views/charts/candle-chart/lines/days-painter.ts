import { exchangeCalendar } from '../../../../domain/calendar/calendar.ts'
import { sessionGroupOf } from '../../../../domain/calendar/session-group.ts'
import { type CandleGrid, candlesOn, dailyOrShorter } from '../../../../domain/charts/candle-close.ts'
import type { ChartLevel } from '../../../../domain/charts/chart-look.ts'
import { expiryDays, holidaysBetween, type MarkedDay } from '../../../../domain/charts/marked-days.ts'
import { createTimeAxis } from '../../../../domain/charts/time-axis.ts'
import type { InstrumentIndex } from '../../../../domain/instruments/instrument-index.ts'
import { addDays, startOfIstDate, toIstDate } from '../../../../domain/time.ts'
import type { SeriesInput } from '../../../../machines/charts/chart.ts'
import { type Scene, snapped } from '../paint.ts'
import { pixelOf } from '../viewport.ts'

/** Days after the newest candle, which are in sight once the chart is moved to the left. */
const DAYS_AHEAD = 60
const LINE_PIXELS_APART = 5
const LABEL_PIXELS = 6

export type DaysPainter = (pen: CanvasRenderingContext2D, scene: Scene) => void

interface RowOfDay extends Pick<MarkedDay, 'kind' | 'label'> {
  /** Ends in a half left of a candle. */
  readonly row: number
}

export interface DaysShown extends Pick<SeriesInput, 'instrument' | 'interval'> {
  readonly time: Float64Array
  readonly index: InstrumentIndex
  readonly levels: readonly ChartLevel[]
}

export const rowsOfDays = ({ time, instrument, interval, index, levels }: DaysShown): readonly RowOfDay[] => {
  const [first, last] = [time[0], time.at(-1)]
  if (first === undefined || last === undefined) return []
  const calendar = exchangeCalendar
  const grid: CandleGrid = { interval, calendar, group: sessionGroupOf(instrument) }
  const axis = createTimeAxis(time, grid)
  const span = { from: toIstDate(first), to: addDays(toIstDate(last), DAYS_AHEAD), calendar }
  const expiries = levels.includes('expiries') ? expiryDays(instrument, index, span) : []
  const holidays = levels.includes('holidays') ? holidaysBetween(span) : []
  const rowOf = ({ date, kind }: MarkedDay): number =>
    kind === 'holiday'
      ? axis.rowOf(startOfIstDate(date)) + 0.5
      : axis.rowOf(candlesOn(date, grid).at(-1)?.start ?? startOfIstDate(date))
  return [...expiries, ...holidays]
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .map((day) => ({ row: rowOf(day), kind: day.kind, label: day.label }))
}

/** Dotted, with a label at the foot of the prices where there is room for it. Null where none can be shown. */
export const daysPainter = (shown: DaysShown): DaysPainter | null => {
  const days = dailyOrShorter(shown.interval) ? rowsOfDays(shown) : []
  if (days.length === 0) return null
  const [first] = shown.time
  return (pen, scene) => {
    const { view, plotWidth, panes, theme, pixelRatio, series } = scene
    // Rows are counted from the first candle, and older ones may have come since.
    if (series.candles().time[0] !== first) return
    const foot = panes.at(-1)?.bottom ?? 0
    const labelAt = (panes[0]?.bottom ?? 0) - 8
    pen.lineWidth = 1
    pen.setLineDash([1, 3])
    pen.font = theme.font
    pen.textAlign = 'left'
    pen.textBaseline = 'middle'
    let [lineEnd, labelEnd] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const { row, kind, label } of days) {
      const x = snapped(pixelOf(row, view, plotWidth), pixelRatio) + 0.5 / pixelRatio
      if (x < 0 || x > plotWidth || x < lineEnd + LINE_PIXELS_APART) continue
      lineEnd = x
      const colour = kind === 'expiry' ? (theme.series[1] ?? theme.ink) : theme.inkQuiet
      pen.strokeStyle = colour
      pen.beginPath()
      pen.moveTo(x, 0)
      pen.lineTo(x, foot)
      pen.stroke()
      if (x < labelEnd) continue
      pen.fillStyle = colour
      pen.fillText(label, x + LABEL_PIXELS, labelAt)
      labelEnd = x + pen.measureText(label).width + 2 * LABEL_PIXELS
    }
    pen.setLineDash([])
  }
}
