import type { Interval } from './interval.ts'
import { addDays, type IstDate, toIstDate } from './time.ts'

/** Calendar days asked for at once: about two thousand candles of an interval, and never more than the server answers. */
const chartDays: Readonly<Record<Interval, number>> = {
  min: 7,
  '2min': 14,
  '3min': 21,
  '5min': 35,
  '10min': 70,
  '15min': 100,
  '30min': 200,
  hour: 365,
  '4hour': 1_200,
  day: 1_825,
  week: 3_650,
  month: 7_300,
}

export interface DaySpan {
  readonly from: IstDate
  readonly to: IstDate
}

/** The days a chart begins with when its last candle is of this day. */
export const chartSpan = (interval: Interval, to: IstDate): DaySpan => ({
  from: addDays(to, -chartDays[interval]),
  to,
})

/** The days before a chart whose first candle begins at this instant. */
export const spanBefore = (interval: Interval, firstAt: number): DaySpan =>
  chartSpan(interval, addDays(toIstDate(firstAt), -1))
