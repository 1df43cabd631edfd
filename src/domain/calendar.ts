import {
  CLOSING_AUCTION_SINCE,
  type ExchangeYear,
  fixedHolidays,
  type TradingWindow,
} from './exchange-years.ts'
import { yearsInForce } from './holidays/calendar-in-force.ts'
import {
  addDays,
  dayNumberToIstDate,
  type IstDate,
  istDateToDayNumber,
  SESSION_CLOSE_MINUTE,
  SESSION_OPEN_MINUTE,
} from './time.ts'

/** `dated` follows the rules of each day; `classic` is 09:15 to 15:30 for everything, for teaching and tests. */
export type SessionProfile = 'dated' | 'classic'

/** Cash shares with a closing auction, everything else in cash and the indices, or futures and options. */
export type SessionGroup = 'auctioned' | 'continuous' | 'derivatives'

export interface Calendar {
  /** Names what the years say. */
  readonly version: string
  /** Another object once an imported list of holidays has come into force. */
  readonly years: Readonly<Record<number, ExchangeYear>>
  readonly profile: SessionProfile
}

/** Trading hours of one day. The windows are ascending and do not touch. */
export interface Session {
  readonly openMinute: number
  readonly closeMinute: number
  readonly windows: readonly TradingWindow[]
}

/** The calendar in force: whoever was given it goes by an imported list of holidays from the moment it is in force. */
export const exchangeCalendar: Calendar = {
  get version() {
    return yearsInForce().version
  },
  get years() {
    return yearsInForce().years
  },
  profile: 'dated',
}

/** For what is kept of days to come: returns a check that calls `forget` once after the years have changed. */
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
// The print of the auction is shown in the last minute of the regular session, so that no candle lies after 15:30.
const auctioned = toSession([
  { from: SESSION_OPEN_MINUTE, to: AUCTION_BEGINS },
  { from: SESSION_CLOSE_MINUTE - 1, to: SESSION_CLOSE_MINUTE },
])

/** 09:15 to 15:30 without a break. */
export const isRegular = (windows: readonly TradingWindow[]): boolean =>
  windows.length === 1 && windows[0]?.from === SESSION_OPEN_MINUTE && windows[0].to === SESSION_CLOSE_MINUTE

export const isWeekend = (date: IstDate): boolean => {
  const weekday = (((istDateToDayNumber(date) + 4) % 7) + 7) % 7
  return weekday === 0 || weekday === 6
}

/** The session of an IST day, or null when the exchanges are closed. */
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

/**
 * Minute of the day at which the candles of a day are anchored, by days since 1970-01-01 in IST: the open of its
 * session, or the regular open on a day that has none by the calendar.
 */
export const openMinuteOf = (dayNumber: number, calendar: Calendar = exchangeCalendar): number =>
  sessionOn(dayNumberToIstDate(dayNumber), 'continuous', calendar)?.openMinute ?? SESSION_OPEN_MINUTE

/** Whether the exchanges trade continuously on an IST day, special sessions included. */
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

/** The last trading day before this day. */
export const previousTradingDay = (date: IstDate, calendar: Calendar = exchangeCalendar): IstDate =>
  step(date, -1, calendar)

/** The first trading day after this day. */
export const nextTradingDay = (date: IstDate, calendar: Calendar = exchangeCalendar): IstDate =>
  step(date, 1, calendar)

/** What a reader must know before trusting the calendar of a year, or null when it is official. */
export const findCalendarRemark = (year: number, calendar: Calendar = exchangeCalendar): string | null => {
  const known = calendar.years[year]
  if (known === undefined)
    return `The holidays of ${year} are not in the calendar; week-ends and ${fixedHolidays.join(', ')} are taken as closed.`
  return known.isProvisional ? `The holidays of ${year} are provisional.` : null
}
