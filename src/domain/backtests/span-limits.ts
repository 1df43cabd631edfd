import type { Interval } from '../charts/interval.ts'
import { addDays, type IstDate, istDateToDayNumber } from '../time.ts'

/** Calendar days; the user may lift the limit. */
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
  /** IST days, both inclusive. */
  readonly from: IstDate
  readonly to: IstDate
  readonly cutFrom: 'start' | 'end'
  /** Null lifts the limit; absent means the limit of the interval. */
  readonly limitDays?: number | null
}

export interface Span {
  readonly from: IstDate
  readonly to: IstDate
  readonly cutDays: number | null
}

export const cutSpan = ({ interval, from, to, cutFrom, limitDays }: SpanRequest): Span => {
  const limit = limitDays === undefined ? spanLimitDays(interval) : limitDays
  const days = istDateToDayNumber(to) - istDateToDayNumber(from)
  if (limit === null || days <= limit) return { from, to, cutDays: null }
  const cutDays = days - limit
  return cutFrom === 'start'
    ? { from: addDays(to, -limit), to, cutDays }
    : { from, to: addDays(from, limit), cutDays }
}

export const defaultSpan = (interval: Interval, to: IstDate): Span => ({
  from: addDays(to, -spanLimitDays(interval)),
  to,
  cutDays: null,
})
