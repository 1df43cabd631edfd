import type { DaySpan } from '../charts/chart-span.ts'
import type { Interval } from '../charts/interval.ts'
import { addDays, type IstDate } from '../time.ts'

/** Calendar days over which the builder tells how often a rule was true. */
const previewDays: Readonly<Record<Interval, number>> = {
  min: 5,
  '2min': 10,
  '3min': 15,
  '5min': 30,
  '10min': 60,
  '15min': 90,
  '30min': 180,
  hour: 365,
  '4hour': 730,
  day: 730,
  week: 1_825,
  month: 3_650,
}

export interface PreviewSpan extends DaySpan {
  readonly days: number
  /** The days from `loadFrom` up to `from` only give averages their first values. */
  readonly loadFrom: IstDate
}

export const previewSpan = (interval: Interval, to: IstDate): PreviewSpan => {
  const days = previewDays[interval]
  return { days, from: addDays(to, 1 - days), to, loadFrom: addDays(to, 1 - days - Math.ceil(days / 2)) }
}
