import { type Calendar, createYearsCheck, exchangeCalendar, sessionOn } from '../calendar/calendar.ts'
import type { TradingWindow } from '../calendar/exchange-years.ts'
import {
  dayNumberToIstDate,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
} from '../time.ts'

/** Sessions, each with the night before it; weekends and holidays add nothing. */
export const SESSIONS_A_YEAR = 248

/** Shares of a session's variance: close to open, and open to close. */
export const NIGHT_SHARE = 0.28
export const OPEN_SHARE = 0.72

/** Total variance at the money; under a tenth of a tick for an index straddle. */
export const VARIANCE_MIN = 1e-14

const minuteWeight = (minute: number, minutes: number): number =>
  1 + 5 * Math.exp(-minute / 9) + 0.9 * Math.exp(-minute / 60) + 1.3 * Math.exp(-(minutes - minute) / 18)

export const passedVariance = (minutes: number, pointsPerMinute: number): Float64Array => {
  const points = minutes * pointsPerMinute
  const passed = new Float64Array(points + 1)
  for (let point = 0; point < points; point++) {
    passed[point + 1] = (passed[point] ?? 0) + minuteWeight(Math.floor(point / pointsPerMinute), minutes)
  }
  const whole = passed[points] ?? 1
  return passed.map((value) => value / whole)
}

const POINTS_PER_MINUTE = 4

/** Uses cash sessions: the underlying moves and contracts are settled there. */
export const createTradingTime = (calendar: Calendar = exchangeCalendar) => {
  const profiles = new Map<number, Float64Array>()
  const days = new Map<number, DayTime>()
  const checkYears = createYearsCheck(calendar, () => days.clear())

  const profileOf = (minutes: number): Float64Array => {
    const known = profiles.get(minutes) ?? passedVariance(minutes, POINTS_PER_MINUTE)
    profiles.set(minutes, known)
    return known
  }

  const dayOf = (day: number): DayTime => {
    const known = days.get(day)
    if (known !== undefined) return known
    const windows = sessionOn(dayNumberToIstDate(day), 'continuous', calendar)?.windows ?? null
    const minutes = windows?.reduce((sum, { from, to }) => sum + to - from, 0) ?? 0
    const made: DayTime = { windows, profile: profileOf(minutes), sessionsUntil: new Map() }
    days.set(day, made)
    return made
  }

  const sessionsBetween = (after: number, until: number): number => {
    const { sessionsUntil } = dayOf(after)
    const known = sessionsUntil.get(until)
    if (known !== undefined) return known
    let count = 0
    for (let day = after + 1; day <= until; day++) if (dayOf(day).windows !== null) count++
    sessionsUntil.set(until, count)
    return count
  }

  /** Years of 248 sessions until the cash close of the expiry day. */
  const yearsUntil = (expiry: IstDate, at: number): number => {
    checkYears()
    const day = istDayNumber(at)
    const last = istDateToDayNumber(expiry)
    if (day > last) return 0
    return (sessionsBetween(day, last) + leftToday(dayOf(day), at)) / SESSIONS_A_YEAR
  }

  return { yearsUntil }
}

interface DayTime {
  readonly windows: readonly TradingWindow[] | null
  readonly profile: Float64Array
  readonly sessionsUntil: Map<number, number>
}

/** Share of the session still to come; 1, including its night, before the open. */
const leftToday = ({ windows, profile }: DayTime, at: number): number => {
  const first = windows?.[0]
  if (windows === null || first === undefined) return 0
  const now = istMinuteOfDay(at) + (at % MINUTE_MS) / MINUTE_MS
  if (now < first.from) return 1
  let passed = 0
  for (const { from, to } of windows) passed += Math.min(to - from, Math.max(0, now - from))
  return OPEN_SHARE * (1 - (profile[Math.floor(passed * POINTS_PER_MINUTE)] ?? 1))
}
