import { addDays, type IstDate, MINUTE_MS, startOfIstDate, toIstDate } from '../time.ts'
import { type Calendar, exchangeCalendar, nextTradingDay, type SessionGroup } from './calendar.ts'
import { phasesOn } from './market-phase.ts'

/** This instant while orders are matched continuously, else the beginning of the next such window. */
export const nextTrading = (
  at: number,
  group: SessionGroup,
  calendar: Calendar = exchangeCalendar,
): number => {
  const begins = (date: IstDate): number | null => {
    const midnight = startOfIstDate(date)
    const window = phasesOn(date, group, calendar).find(
      ({ phase, to }) => phase === 'continuous' && at < midnight + to * MINUTE_MS,
    )
    return window === undefined ? null : Math.max(at, midnight + window.from * MINUTE_MS)
  }
  const today = toIstDate(at)
  const next = nextTradingDay(today, calendar)
  return begins(today) ?? begins(next) ?? startOfIstDate(addDays(next, 1))
}
