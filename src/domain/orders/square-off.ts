import { type Calendar, exchangeCalendar, type SessionGroup, sessionOn } from '../calendar/calendar.ts'
import { type IstDate, SESSION_CLOSE_MINUTE, SESSION_OPEN_MINUTE } from '../time.ts'

/** 15:10 for cash, 15:25 for contracts. */
const SQUARE_OFF_MINUTE: Readonly<Record<SessionGroup, number>> = {
  auctioned: 910,
  continuous: 910,
  derivatives: 925,
}
const SPECIAL_SQUARE_OFF_MINUTES = 15

/** From this minute MIS positions are exited; special sessions end trading at `lastMinute`. */
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
