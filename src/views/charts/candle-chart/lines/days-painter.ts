import { exchangeCalendar } from '../../../../domain/calendar/calendar.ts'
import { sessionGroupOf } from '../../../../domain/calendar/session-group.ts'
import { type CandleGrid, candlesOn, dailyOrShorter } from '../../../../domain/charts/candle-close.ts'
import type { ChartLevel } from '../../../../domain/charts/chart-look.ts'
import { expiryDays, holidaysBetween, type MarkedDay } from '../../../../domain/charts/marked-days.ts'
import { createTimeAxis } from '../../../../domain/charts/time-axis.ts'
import type { InstrumentIndex } from '../../../../domain/instruments/instrument-index.ts'
import { addDays, startOfIstDate, toIstDate } from '../../../../domain/time.ts'
import type { SeriesInput } from '../../../../machines/charts/chart.ts'
import { type ScenePainter, snapped } from '../paint.ts'
import { pixelOf } from '../viewport.ts'

/** Days after the newest candle, which are in sight once the chart is moved to the left. */
const DAYS_AHEAD = 60
const LINE_PIXELS_APART = 5
const LABEL_PIXELS = 6

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

const createTaken = () => ({ line: Number.NEGATIVE_INFINITY, label: Number.NEGATIVE_INFINITY })

/**
 * Dotted, with a label at the foot of the prices where there is room for it: of an expiry left of its line,
 * of a holiday right of it, as the two often meet. Null where no day can be shown.
 */
export const daysPainter = (shown: DaysShown): ScenePainter | null => {
  const days = dailyOrShorter(shown.interval) ? rowsOfDays(shown) : []
  if (days.length === 0) return null
  const [first] = shown.time
  return (pen, scene) => {
    const { view, plotWidth, panes, theme, pixelRatio, series } = scene
    // Rows are counted from the first candle, and older ones may have come since.
    if (series.candles().time[0] !== first) return
    const foot = panes.at(-1)?.bottom ?? 0
    const labelAt = (panes[0]?.bottom ?? 0) - 8
    const taken = { expiry: createTaken(), holiday: createTaken() }
    pen.lineWidth = 1
    pen.setLineDash([1, 3])
    pen.font = theme.font
    pen.textBaseline = 'middle'
    for (const { row, kind, label } of days) {
      const x = snapped(pixelOf(row, view, plotWidth), pixelRatio) + 0.5 / pixelRatio
      const own = taken[kind]
      if (x < 0 || x > plotWidth || x < own.line + LINE_PIXELS_APART) continue
      own.line = x
      const colour = kind === 'expiry' ? (theme.series[1] ?? theme.ink) : theme.inkQuiet
      pen.strokeStyle = colour
      pen.beginPath()
      pen.moveTo(x, 0)
      pen.lineTo(x, foot)
      pen.stroke()
      const width = pen.measureText(label).width + LABEL_PIXELS
      const [left, right] = kind === 'expiry' ? [x - width, x] : [x, x + width]
      if (left < Math.max(taken.expiry.label, taken.holiday.label) || right > plotWidth) continue
      own.label = right
      pen.fillStyle = colour
      pen.textAlign = kind === 'expiry' ? 'right' : 'left'
      pen.fillText(label, kind === 'expiry' ? x - LABEL_PIXELS : x + LABEL_PIXELS, labelAt)
    }
    pen.setLineDash([])
  }
}
