import type { Interval } from './interval.ts'
import { addDays, type IstDate, istDateToDayNumber } from './time.ts'

/** Days a run may span unless the limits are lifted, by the size of its candles. */
export const spanLimitDays = (interval: Interval): number => {
  switch (interval) {
    case 'min':
      return 30
    case 'hour':
      return 182
    case 'day':
      return 730
    default:
      return 90
  }
}

export interface SpanRequest {
  readonly interval: Interval
  /** First and last IST day, both included. */
  readonly from: IstDate
  readonly to: IstDate
  /** The end that is given up. */
  readonly cutFrom: 'start' | 'end'
  /** Null lifts the limit; not given means the limit of the interval. */
  readonly limitDays?: number | null
}

export interface Span {
  readonly from: IstDate
  readonly to: IstDate
  /** How many days were cut off, or null when the span fits. */
  readonly cutDays: number | null
}

/** The span, cut to what its interval allows. The days counted are those from `from` to `to`, as `to - from`. */
export const cutSpan = ({ interval, from, to, cutFrom, limitDays }: SpanRequest): Span => {
  const limit = limitDays === undefined ? spanLimitDays(interval) : limitDays
  const days = istDateToDayNumber(to) - istDateToDayNumber(from)
  if (limit === null || days <= limit) return { from, to, cutDays: null }
  const cutDays = days - limit
  return cutFrom === 'start'
    ? { from: addDays(to, -limit), to, cutDays }
    : { from, to: addDays(from, limit), cutDays }
}

/** The span taken when none is given: as long as its interval allows, ending `to`. */
export const defaultSpan = (interval: Interval, to: IstDate): Span => ({
  from: addDays(to, -spanLimitDays(interval)),
  to,
  cutDays: null,
})
