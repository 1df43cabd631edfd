import {
  addDays,
  dayNumberToIstDate,
  type IstDate,
  SESSION_CLOSE_MINUTE,
  SESSION_OPEN_MINUTE,
  weekdayOf,
} from '../time.ts'
import {
  CLOSING_AUCTION_SINCE,
  type ExchangeYear,
  fixedHolidays,
  type TradingWindow,
} from './exchange-years.ts'
import { yearsInForce } from './holidays/calendar-in-force.ts'

/** `dated` follows the rules of each day; `classic` is 09:15 to 15:30 every day, for training and tests. */
export type SessionProfile = 'dated' | 'classic'

/** Cash shares with a closing auction; other cash and the indices; futures and options. */
export type SessionGroup = 'auctioned' | 'continuous' | 'derivatives'

export interface Calendar {
  readonly version: string
  /** Another object once an imported holiday list has come into force. */
  readonly years: Readonly<Record<number, ExchangeYear>>
  readonly profile: SessionProfile
}

/** Windows are ascending and do not touch. */
export interface Session {
  readonly openMinute: number
  readonly closeMinute: number
  readonly windows: readonly TradingWindow[]
}

/** Reads the years in force on every access, so its holders follow an imported holiday list at once. */
export const exchangeCalendar: Calendar = {
  get version() {
    return yearsInForce().version
  },
  get years() {
    return yearsInForce().years
  },
  profile: 'dated',
}

/** For caches of future days: the returned check calls `forget` once after the years have changed. */
export const createYearsCheck = (calendar: Calendar, forget: () => void): (() => void) => {
  let { years } = calendar
  return () => {
    if (calendar.years === years) return
    years = calendar.years
    forget()
  }
}

const AUCTION_BEGINS = 915
const DERIVATIVES_CLOSE = 940

const toSession = (windows: readonly TradingWindow[]): Session | null => {
  const first = windows[0]
  const last = windows.at(-1)
  return first && last ? { openMinute: first.from, closeMinute: last.to, windows } : null
}

const classic = toSession([{ from: SESSION_OPEN_MINUTE, to: SESSION_CLOSE_MINUTE }])
const derivatives = toSession([{ from: SESSION_OPEN_MINUTE, to: DERIVATIVES_CLOSE }])
// The auction print is shown in the last minute of the regular session, so that no candle lies after 15:30.
const auctioned = toSession([
  { from: SESSION_OPEN_MINUTE, to: AUCTION_BEGINS },
  { from: SESSION_CLOSE_MINUTE - 1, to: SESSION_CLOSE_MINUTE },
])

export const isRegular = (windows: readonly TradingWindow[]): boolean =>
  windows.length === 1 && windows[0]?.from === SESSION_OPEN_MINUTE && windows[0].to === SESSION_CLOSE_MINUTE

export const isWeekend = (date: IstDate): boolean => {
  const weekday = weekdayOf(date)
  return weekday === 0 || weekday === 6
}

export const sessionOn = (
  date: IstDate,
  group: SessionGroup = 'continuous',
  calendar: Calendar = exchangeCalendar,
): Session | null => {
  const monthDay = date.slice(5)
  const year = calendar.years[Number(date.slice(0, 4))]
  const special = year?.special[monthDay]
  if (special !== undefined && !isRegular(special)) return toSession(special)
  if (special === undefined) {
    if (isWeekend(date)) return null
    if ((year?.holidays ?? fixedHolidays).includes(monthDay)) return null
  }
  if (calendar.profile === 'classic' || date < CLOSING_AUCTION_SINCE) return classic
  if (group === 'derivatives') return derivatives
  return group === 'auctioned' ? auctioned : classic
}

/** Minute at which the candles of an IST day start; the regular open where the calendar has no session. */
export const openMinuteOf = (dayNumber: number, calendar: Calendar = exchangeCalendar): number =>
  sessionOn(dayNumberToIstDate(dayNumber), 'continuous', calendar)?.openMinute ?? SESSION_OPEN_MINUTE

/** Only holidays and special sessions have one. */
export const nameOfDay = (date: IstDate, { years }: Calendar): string | undefined =>
  years[Number(date.slice(0, 4))]?.names?.[date.slice(5)]

export const isTradingDay = (date: IstDate, calendar: Calendar = exchangeCalendar): boolean =>
  sessionOn(date, 'continuous', calendar) !== null

/** Longer than any run of closed days. */
const CLOSED_DAYS_MAX = 30

const step = (date: IstDate, by: 1 | -1, calendar: Calendar): IstDate => {
  let day = date
  for (let tried = 0; tried < CLOSED_DAYS_MAX; tried++) {
    day = addDays(day, by)
    if (isTradingDay(day, calendar)) return day
  }
  throw new RangeError(`no trading day within ${CLOSED_DAYS_MAX} days of ${date}: the calendar is wrong`)
}

export const previousTradingDay = (date: IstDate, calendar: Calendar = exchangeCalendar): IstDate =>
  step(date, -1, calendar)

export const nextTradingDay = (date: IstDate, calendar: Calendar = exchangeCalendar): IstDate =>
  step(date, 1, calendar)

export const findCalendarRemark = (year: number, calendar: Calendar = exchangeCalendar): string | null => {
  const known = calendar.years[year]
  if (known === undefined)
    return `The holidays of ${year} are not in the calendar; weekends and ${fixedHolidays.join(', ')} are treated as closed.`
  return known.isProvisional ? `The holidays of ${year} are provisional.` : null
}
