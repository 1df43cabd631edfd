import type { Brand } from './brand.ts'

/** Milliseconds since the Unix epoch, UTC. */
export type EpochMs = Brand<number, 'EpochMs'>

/** A calendar day in Indian Standard Time, YYYY-MM-DD. */
export type IstDate = Brand<string, 'IstDate'>

export const DAY_MS = 86_400_000
export const MINUTE_MS = 60_000

/** India has one zone and no daylight saving, so plain arithmetic is exact. */
export const IST_OFFSET_MS = 19_800_000

/** Minutes after IST midnight: 09:15 and 15:30. */
export const SESSION_OPEN_MINUTE = 555
export const SESSION_CLOSE_MINUTE = 930

/** Throws a RangeError for fractions of a millisecond. */
export const epochMs = (value: number): EpochMs => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of milliseconds: ${value}`)
  return value as EpochMs
}

/** IST days since 1970-01-01. */
export const istDayNumber = (at: number): number => Math.floor((at + IST_OFFSET_MS) / DAY_MS)

/** 0 to 1439. */
export const istMinuteOfDay = (at: number): number => {
  const local = at + IST_OFFSET_MS
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS)
}

/** From days since 1970-01-01; 0 is Sunday. */
export const weekdayOfDayNumber = (day: number): number => (((day + 4) % 7) + 7) % 7

/** 0 is Sunday. */
export const istWeekday = (at: number): number => weekdayOfDayNumber(istDayNumber(at))

export const istMidnight = (at: number): EpochMs => epochMs(istDayNumber(at) * DAY_MS - IST_OFFSET_MS)

export const nextIstMidnight = (at: number): EpochMs => epochMs(istMidnight(at) + DAY_MS)

/** A run needs the same days repeatedly. Covers every series of candles; further days are not cached. */
const DAYS_CACHED_MAX = 20_000

const cachedByDay = <Day, Made>(make: (day: Day) => Made): ((day: Day) => Made) => {
  const cached = new Map<Day, Made>()
  return (day) => {
    const known = cached.get(day)
    if (known !== undefined) return known
    const made = make(day)
    if (cached.size < DAYS_CACHED_MAX) cached.set(day, made)
    return made
  }
}

export const dayNumberToIstDate = cachedByDay(
  (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10) as IstDate,
)

export const toIstDate = (at: number): IstDate => dayNumberToIstDate(istDayNumber(at))

/** Null for a day that is not in the calendar (2024-02-30). */
export const parseIstDate = (text: string): IstDate | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const at = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
  return new Date(at).toISOString().slice(0, 10) === text ? (text as IstDate) : null
}

/** Days since 1970-01-01. */
export const istDateToDayNumber = cachedByDay((date: IstDate) => Date.parse(`${date}T00:00:00Z`) / DAY_MS)

export const startOfIstDate = (date: IstDate): EpochMs =>
  epochMs(istDateToDayNumber(date) * DAY_MS - IST_OFFSET_MS)

/** Calendar days, closed ones included. */
export const addDays = (date: IstDate, days: number): IstDate =>
  dayNumberToIstDate(istDateToDayNumber(date) + days)

export const weekdayOf = (date: IstDate): number => weekdayOfDayNumber(istDateToDayNumber(date))

/** The first such weekday on or after a date. */
export const weekdayFrom = (date: IstDate, weekday: number): IstDate =>
  addDays(date, (weekday - weekdayOf(date) + 7) % 7)

/** The last such weekday on or before a date. */
export const weekdayUntil = (date: IstDate, weekday: number): IstDate =>
  addDays(date, -((weekdayOf(date) - weekday + 7) % 7))

export const toClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const toIstClock = (at: number): string => toClock(istMinuteOfDay(at))

/** Minutes after midnight. */
export const parseClock = (text: string): number | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}
