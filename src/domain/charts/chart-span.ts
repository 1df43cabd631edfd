import { addDays, type IstDate, toIstDate } from '../time.ts'
import type { Interval } from './interval.ts'

/** Calendar days of one request: about two thousand candles, within the server's limit. */
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

export const chartSpan = (interval: Interval, to: IstDate): DaySpan => ({
  from: addDays(to, -chartDays[interval]),
  to,
})

/** Some 500 candles are enough for the longest average to have settled; fewer are made sooner. */
const summaryDays: Readonly<Record<Interval, number>> = {
  min: 7,
  '2min': 7,
  '3min': 7,
  '5min': 11,
  '10min': 21,
  '15min': 30,
  '30min': 60,
  hour: 110,
  '4hour': 360,
  day: 730,
  week: chartDays.week,
  month: chartDays.month,
}

/** Calendar days whose candles the technical summary reads. */
export const summarySpan = (interval: Interval, to: IstDate): DaySpan => ({
  from: addDays(to, -summaryDays[interval]),
  to,
})

export const spanBefore = (interval: Interval, firstAt: number): DaySpan =>
  chartSpan(interval, addDays(toIstDate(firstAt), -1))
