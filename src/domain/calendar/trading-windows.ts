import {
  type IstDate,
  istMinuteOfDay,
  SESSION_CLOSE_MINUTE,
  SESSION_OPEN_MINUTE,
  toIstDate,
} from '../time.ts'
import { type Calendar, exchangeCalendar, type SessionGroup, sessionOn } from './calendar.ts'

/** Minutes after IST midnight. A special session has its own hours. */
interface DayTimes {
  /** AMOs for this day's session are accepted until then, those for the next session from `amoFrom`. */
  readonly amoUntil: number
  readonly amoFrom: number
  readonly misUntil: number
}

const SPECIAL_MIS_MINUTES = 15

/** Zerodha, 2026: equity 16:00 to 08:58 and until 15:12; contracts 15:45 to 09:10 and until 15:25. */
const regular = {
  equity: { amoUntil: 538, amoFrom: 960, misUntil: 912 },
  derivatives: { amoUntil: 550, amoFrom: 945, misUntil: 925 },
} as const

const timesOn = (date: IstDate, group: SessionGroup, calendar: Calendar): DayTimes | null => {
  const session = sessionOn(date, 'continuous', calendar)
  const own = sessionOn(date, group, calendar)
  if (session === null || own === null) return null
  const times = regular[group === 'derivatives' ? 'derivatives' : 'equity']
  if (session.openMinute === SESSION_OPEN_MINUTE && session.closeMinute === SESSION_CLOSE_MINUTE) return times
  return {
    amoUntil: own.openMinute - (SESSION_OPEN_MINUTE - times.amoUntil),
    amoFrom: own.closeMinute + (times.amoFrom - SESSION_CLOSE_MINUTE),
    misUntil: own.closeMinute - SPECIAL_MIS_MINUTES,
  }
}

export const isAmoOpen = (
  group: SessionGroup,
  at: number,
  calendar: Calendar = exchangeCalendar,
): boolean => {
  const times = timesOn(toIstDate(at), group, calendar)
  if (times === null) return true
  const minute = istMinuteOfDay(at)
  return minute < times.amoUntil || minute >= times.amoFrom
}

/** Minutes of the day; null on a closed day. */
export const amoPauseOn = (
  date: IstDate,
  group: SessionGroup,
  calendar: Calendar = exchangeCalendar,
): { readonly from: number; readonly to: number } | null => {
  const times = timesOn(date, group, calendar)
  return times === null ? null : { from: times.amoUntil, to: times.amoFrom }
}

/** Minute of the day; null on a closed day. */
export const misCutoffOn = (
  date: IstDate,
  group: SessionGroup,
  calendar: Calendar = exchangeCalendar,
): number | null => timesOn(date, group, calendar)?.misUntil ?? null

export const printClock12 = (minute: number): string => {
  const hour = Math.floor(minute / 60)
  return `${((hour + 11) % 12) + 1}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}
