import { nextTradingDay, previousTradingDay } from '../../domain/calendar/calendar.ts'
import { addDays, type IstDate, istDateToDayNumber, parseIstDate, toIstDate } from '../../domain/time.ts'

/** The day of the payoff's second curve, between its first day and the first expiry. */
export interface PayoffDay {
  readonly days: number
  readonly firstDay: IstDate | null
  /** Days to the first expiry. */
  readonly lastDay: number | null
}

const bounded = (days: number, lastDay: number | null): number => Math.max(0, Math.min(days, lastDay ?? days))

export const withPayoff = (
  before: PayoffDay,
  payoff: { readonly asOf: number; readonly expiry: string } | null,
): PayoffDay => {
  const expiry = payoff === null ? null : parseIstDate(payoff.expiry)
  if (payoff === null || expiry === null) return { ...before, days: bounded(before.days, before.lastDay) }
  const firstDay = toIstDate(payoff.asOf)
  const lastDay = istDateToDayNumber(expiry) - istDateToDayNumber(firstDay)
  return { days: bounded(before.days, lastDay), firstDay, lastDay }
}

/** Steps over closed days; beyond the bounds it stays at the first day or the expiry. */
export const stepDay = ({ days, firstDay, lastDay }: PayoffDay, by: number): number => {
  if (firstDay === null) return bounded(days + by, lastDay)
  let day = days
  for (let left = Math.abs(by); left > 0 && day >= 0 && day <= (lastDay ?? day); left--) {
    const from = addDays(firstDay, day)
    const to = by > 0 ? nextTradingDay(from) : previousTradingDay(from)
    day = istDateToDayNumber(to) - istDateToDayNumber(firstDay)
  }
  return bounded(day, lastDay)
}
