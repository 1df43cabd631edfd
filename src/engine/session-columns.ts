import { type SessionGroup, sessionOn } from '../domain/calendar.ts'
import {
  DAY_MS,
  dayNumberToIstDate,
  IST_OFFSET_MS,
  istDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
  SESSION_CLOSE_MINUTE,
  SESSION_OPEN_MINUTE,
} from '../domain/time.ts'

const QUARTER_MINUTES = 15

/** The instants at which the session of each row opens and closes. */
export interface SessionColumns {
  readonly opens: Float64Array
  /** Infinite where the calendar does not know when. */
  readonly closes: Float64Array
}

/** Of the day that a row lies on: the instants at which its session opens and closes. */
export interface DaySession {
  readonly day: number
  readonly open: number
  readonly close: number
}

/** Before the first row. */
export const noSession: DaySession = { day: Number.NaN, open: 0, close: Number.POSITIVE_INFINITY }

export const sessionColumns = (time: Float64Array, group: SessionGroup): SessionColumns => {
  const opens = new Float64Array(time.length)
  const closes = new Float64Array(time.length)
  let session = noSession
  for (let row = 0; row < time.length; row++) {
    session = sessionAt(session, time[row] ?? 0, group)
    opens[row] = session.open
    closes[row] = session.close
  }
  return { opens, closes }
}

/**
 * The session of a row after the one before: by the calendar, 09:15 on days it does not know. A day whose first row begins after 15:30 and that the
 * calendar knows nothing of is an evening session: it opens at the quarter hour of that row.
 */
export const sessionAt = (before: DaySession, at: number, group: SessionGroup): DaySession => {
  const day = istDayNumber(at)
  if (day === before.day) return before
  const midnight = day * DAY_MS - IST_OFFSET_MS
  const known = sessionOn(dayNumberToIstDate(day), group)
  const first = istMinuteOfDay(at)
  const isEvening = first >= SESSION_CLOSE_MINUTE && (known === null || first >= known.closeMinute)
  const openMinute = isEvening
    ? first - (first % QUARTER_MINUTES)
    : (known?.openMinute ?? SESSION_OPEN_MINUTE)
  const isKnown = known !== null && !isEvening
  return {
    day,
    open: midnight + openMinute * MINUTE_MS,
    close: isKnown ? midnight + known.closeMinute * MINUTE_MS : Number.POSITIVE_INFINITY,
  }
}
