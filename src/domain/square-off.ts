import { type Calendar, exchangeCalendar, type SessionGroup, sessionOn } from './calendar.ts'
import { type IstDate, SESSION_CLOSE_MINUTE, SESSION_OPEN_MINUTE } from './time.ts'

/** Intraday positions of cash are exited from 15:10, of contracts from 15:25. */
const SQUARE_OFF_MINUTE: Readonly<Record<SessionGroup, number>> = {
  auctioned: 910,
  continuous: 910,
  derivatives: 925,
}
const SPECIAL_SQUARE_OFF_MINUTES = 15

/**
 * The minute of a trading day from which intraday positions are exited; of a special session so long before `lastMinute`,
 * the end of its trading.
 */
export const squareOffMinute = (
  day: IstDate,
  group: SessionGroup,
  lastMinute: number,
  calendar: Calendar = exchangeCalendar,
): number => {
  const session = sessionOn(day, 'continuous', calendar)
  const isRegular =
    session?.openMinute === SESSION_OPEN_MINUTE && session.closeMinute === SESSION_CLOSE_MINUTE
  return isRegular ? SQUARE_OFF_MINUTE[group] : lastMinute - SPECIAL_SQUARE_OFF_MINUTES
}
