import { type SessionGroup, sessionOn } from '../../domain/calendar/calendar.ts'
import {
  DAY_MS,
  dayNumberToIstDate,
  IST_OFFSET_MS,
  istDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
  SESSION_CLOSE_MINUTE,
  SESSION_OPEN_MINUTE,
} from '../../domain/time.ts'

const QUARTER_MINUTES = 15

/** Open and close of each row's session, in epoch ms. */
export interface SessionColumns {
  readonly opens: Float64Array
  /** Infinite where the calendar does not know it. */
  readonly closes: Float64Array
}

/** IST day number, and the open and close of its session in epoch ms. */
export interface DaySession {
  readonly day: number
  readonly open: number
  readonly close: number
}

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

/** A day whose first row begins after the close is an evening session, opening at that row's quarter hour. */
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
