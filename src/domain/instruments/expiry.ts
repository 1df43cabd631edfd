import { type Calendar, exchangeCalendar, previousTradingDay, sessionOn } from '../calendar/calendar.ts'
import { addDays, type IstDate, SESSION_OPEN_MINUTE, weekdayFrom, weekdayUntil } from '../time.ts'

/** Weekday 0 is Sunday. */
export interface ExpiryRule {
  readonly weekday: number
  /** Weekly contracts listed at a time, monthly ones included. */
  readonly weeklies: number
  readonly monthlies: number
  /** Further contracts of March, June, September and December. */
  readonly quarterlies: number
  /** Further contracts of June and December. */
  readonly halfYearlies: number
}

export interface Expiry {
  /** The nominal weekday, or the trading day before it. */
  readonly date: IstDate
  readonly kind: 'weekly' | 'monthly'
  /** Counts from 0 within its kind of ladder. */
  readonly rank: number
  readonly ladder: 'weekly' | 'monthly' | 'quarterly' | 'half-yearly'
}

const NSE_WEEKDAY = 2
const BSE_WEEKDAY = 4

export const nseStockExpiries: ExpiryRule = {
  weekday: NSE_WEEKDAY,
  weeklies: 0,
  monthlies: 3,
  quarterlies: 0,
  halfYearlies: 0,
}
export const bseStockExpiries: ExpiryRule = { ...nseStockExpiries, weekday: BSE_WEEKDAY }

export const indexExpiries: Readonly<Record<string, ExpiryRule>> = {
  NIFTY: { weekday: NSE_WEEKDAY, weeklies: 5, monthlies: 3, quarterlies: 3, halfYearlies: 7 },
  BANKNIFTY: { weekday: NSE_WEEKDAY, weeklies: 0, monthlies: 3, quarterlies: 3, halfYearlies: 0 },
  FINNIFTY: nseStockExpiries,
  MIDCPNIFTY: nseStockExpiries,
  NIFTYNXT50: nseStockExpiries,
  SENSEX: { weekday: BSE_WEEKDAY, weeklies: 5, monthlies: 3, quarterlies: 2, halfYearlies: 4 },
  BANKEX: bseStockExpiries,
}

export const settledOn = (nominal: IstDate, calendar: Calendar = exchangeCalendar): IstDate =>
  isFullDay(nominal, calendar) ? nominal : settledOn(previousTradingDay(nominal, calendar), calendar)

/** Nothing ends on a holiday with an hour of muhurat trading, as on 21 October 2025. */
const isFullDay = (date: IstDate, calendar: Calendar): boolean =>
  sessionOn(date, 'continuous', calendar)?.openMinute === SESSION_OPEN_MINUTE

/** `month` counts from 0. */
export const lastWeekdayOf = (year: number, month: number, weekday: number): IstDate => {
  const last = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10) as IstDate
  return weekdayUntil(last, weekday)
}

const YEARS_MAX = 8

/** Ascending, each date once; a contract whose last day is today is included. */
export const listExpiries = (
  today: IstDate,
  rule: ExpiryRule,
  calendar: Calendar = exchangeCalendar,
): readonly Expiry[] => {
  const firstMonth = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  const months = Array.from({ length: YEARS_MAX * 12 }, (_, index) => {
    const month = (firstMonth + index) % 12
    const date = settledOn(
      lastWeekdayOf(Math.floor((firstMonth + index) / 12), month, rule.weekday),
      calendar,
    )
    return { date, month }
  }).filter(({ date }) => date >= today)
  const take = (
    count: number,
    ladder: Expiry['ladder'],
    fits: (month: number) => boolean,
    after: IstDate | null,
  ): Expiry[] =>
    months
      .filter(({ date, month }) => fits(month) && (after === null || date > after))
      .slice(0, count)
      .map(({ date }, rank) => ({ date, kind: 'monthly', rank, ladder }))

  const monthlies = take(rule.monthlies, 'monthly', () => true, null)
  const quarterlies = take(
    rule.quarterlies,
    'quarterly',
    (month) => month % 3 === 2,
    monthlies.at(-1)?.date ?? null,
  )
  const halves = take(
    rule.halfYearlies,
    'half-yearly',
    (month) => month % 6 === 5,
    quarterlies.at(-1)?.date ?? monthlies.at(-1)?.date ?? null,
  )
  const isMonthly = new Set(months.map(({ date }) => date))
  const weeklies = listWeeks(today, rule, calendar)
    .filter((date) => !isMonthly.has(date))
    .map((date, rank): Expiry => ({ date, kind: 'weekly', rank, ladder: 'weekly' }))
  return [...monthlies, ...quarterlies, ...halves, ...weeklies].sort((a, b) => (a.date < b.date ? -1 : 1))
}

const listWeeks = (today: IstDate, rule: ExpiryRule, calendar: Calendar): readonly IstDate[] => {
  const nominal = weekdayFrom(today, rule.weekday)
  return Array.from({ length: rule.weeklies + 1 }, (_, week) =>
    settledOn(addDays(nominal, week * 7), calendar),
  )
    .filter((date) => date >= today)
    .slice(0, rule.weeklies)
}
