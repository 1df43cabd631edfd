import { dayInWords, yearOf } from '../../dates-in-words.ts'
import { addDays, type IstDate, istDateToDayNumber } from '../../time.ts'
import { type Calendar, isRegular, isTradingDay, isWeekend, sessionOn } from '../calendar.ts'
import { type ExchangeYear, fixedHolidays, type TradingWindow } from '../exchange-years.ts'
import { windowsInWords } from './windows-in-words.ts'

export interface ListedDay {
  readonly line: number
  readonly date: IstDate
  readonly name: string
  /** Null where the exchange is closed. */
  readonly windows: readonly TradingWindow[] | null
}

export interface HolidayList {
  readonly days: readonly ListedDay[]
  /** False for a list without hours, which leaves special sessions as they are. */
  readonly hasSessions: boolean
}

export interface RefusedDay {
  readonly line: number
  readonly reason: string
}

export interface HolidayPlan {
  /** Whole years, days that have been included; only those that the list changes. */
  readonly years: ReadonlyMap<number, ExchangeYear>
  readonly refused: readonly RefusedDay[]
  readonly remarks: readonly string[]
}

export interface DayChange {
  readonly date: IstDate
  readonly kind: 'closes' | 'opens' | 'hours'
  readonly name: string
  readonly before: readonly TradingWindow[] | null
  readonly after: readonly TradingWindow[] | null
}

/** No exchange has been closed for longer, so a list that does so is not a holiday list. */
const CLOSED_DAYS_MAX = 10
const DAYS_A_YEAR = 366

const monthDay = (date: IstDate): string => date.slice(5)

const isSameHours = (one: readonly TradingWindow[] | null, other: readonly TradingWindow[] | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const windowsOn = (date: IstDate, calendar: Calendar): readonly TradingWindow[] | null =>
  sessionOn(date, 'continuous', calendar)?.windows ?? null

const datesOf = (year: number, monthDays: readonly string[]): readonly IstDate[] =>
  monthDays.map((each) => `${year}-${each}` as IstDate)

/** A listed year replaces that year except days up to today; a change of a known past day is refused. */
export const planHolidays = (list: HolidayList, before: Calendar, today: IstDate): HolidayPlan => {
  const listed = [...new Set(list.days.map(({ date }) => yearOf(date)))].sort((one, other) => one - other)
  const years = new Map<number, ExchangeYear>()
  const refused: RefusedDay[] = []
  const remarks: string[] = []
  for (const year of listed) {
    const days = list.days.filter(({ date }) => yearOf(date) === year)
    const plan = planYear({ year, days, hasSessions: list.hasSessions, before, today })
    refused.push(...plan.refused)
    remarks.push(...plan.remarks)
    if (JSON.stringify(plan.days) !== JSON.stringify(before.years[year])) years.set(year, plan.days)
  }
  return { years, refused, remarks }
}

const planYear = ({
  year,
  days,
  hasSessions,
  before,
  today,
}: {
  readonly year: number
  readonly days: readonly ListedDay[]
  readonly hasSessions: boolean
  readonly before: Calendar
  readonly today: IstDate
}) => {
  const known = before.years[year]
  const isLived = (date: IstDate): boolean => date <= today && (known !== undefined || year === yearOf(today))
  const refused: RefusedDay[] = []
  const remarks: string[] = []
  const taken: ListedDay[] = []
  for (const day of days) {
    const { date, line, windows } = day
    if (windows === null && isWeekend(date))
      remarks.push(`${dayInWords(date)} ${year} (line ${line}) is a weekend: no change.`)
    else if (!isLived(date) || isAsLived(day, { before, hasSessions })) taken.push(day)
    else if (known !== undefined)
      refused.push({ line, reason: `${dayInWords(date)} is past, and the calendar of ${year} is known` })
    else
      remarks.push(
        `${dayInWords(date)} ${year} (line ${line}) has been ${isTradingDay(date, before) ? 'a trading day' : 'a closed day'} and remains one.`,
      )
  }

  const holidays = new Set<string>()
  const special: Record<string, readonly TradingWindow[]> = {}
  for (const date of datesOf(year, known?.holidays ?? fixedHolidays))
    if (isLived(date) && !isWeekend(date)) holidays.add(monthDay(date))
  const listedDays = new Set(days.map(({ date }) => date))
  for (const date of datesOf(year, Object.keys(known?.special ?? {}))) {
    const windows = known?.special[monthDay(date)]
    if (windows === undefined) continue
    const isKept = isLived(date) || (!hasSessions && (isWeekend(date) || listedDays.has(date)))
    if (isKept) special[monthDay(date)] = windows
    if (isKept && !isLived(date))
      remarks.push(
        `No hours in the list: the session of ${dayInWords(date)} ${year}, ${windowsInWords(windows)}, stays.`,
      )
  }
  for (const { date, windows } of taken.filter((day) => !isLived(day.date))) {
    const isOrdinary = windows !== null && isRegular(windows)
    if (!isWeekend(date) && !isOrdinary) holidays.add(monthDay(date))
    if (windows !== null && (!isOrdinary || isWeekend(date))) special[monthDay(date)] = windows
  }
  const listed = new Map(taken.map(({ date, name }) => [monthDay(date), name]))
  const names = [...holidays, ...Object.keys(special)].flatMap((each) => {
    const name = listed.get(each) || known?.names?.[each]
    return name ? [[each, name] as const] : []
  })
  const planned: ExchangeYear = {
    holidays: [...holidays].sort(),
    special: sorted(Object.entries(special)),
    ...(names.length === 0 ? {} : { names: sorted(names) }),
  }
  return { days: planned, refused, remarks }
}

/** Sorted, so that equal days serialise equally. */
const sorted = <Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)))

/** A list without hours may name a day of special hours as a holiday. */
const isAsLived = (
  { date, windows }: ListedDay,
  { before, hasSessions }: { readonly before: Calendar; readonly hasSessions: boolean },
): boolean => {
  const lived = windowsOn(date, before)
  if (windows !== null || hasSessions) return isSameHours(windows, lived)
  return lived === null || !isRegular(lived)
}

/** The built-in year, or none, from tomorrow on. Null where nothing may change any more. */
export const planBuiltIn = (
  year: number,
  builtIn: ExchangeYear | undefined,
  before: Calendar,
  today: IstDate,
): { readonly days: ExchangeYear | null } | null => {
  if (year > yearOf(today)) return { days: null }
  const now = before.years[year]
  if (year < yearOf(today) || builtIn === undefined || now === undefined) return null
  const merge = <Value>(
    lived: readonly (readonly [string, Value])[],
    next: readonly (readonly [string, Value])[],
  ) =>
    sorted([
      ...lived.filter(([each]) => `${year}-${each}` <= today),
      ...next.filter(([each]) => `${year}-${each}` > today),
    ])
  const asEntries = (list: readonly string[]) => list.map((each) => [each, true] as const)
  const days: ExchangeYear = {
    holidays: Object.keys(merge(asEntries(now.holidays), asEntries(builtIn.holidays))),
    special: merge(Object.entries(now.special), Object.entries(builtIn.special)),
    ...(builtIn.isProvisional ? { isProvisional: true } : {}),
  }
  const isBuiltIn =
    JSON.stringify(days.holidays) === JSON.stringify(builtIn.holidays) &&
    JSON.stringify(days.special) === JSON.stringify(sorted(Object.entries(builtIn.special)))
  return { days: isBuiltIn ? null : days }
}

const yearDays = (year: number): readonly IstDate[] => {
  const first = `${year}-01-01` as IstDate
  const count = istDateToDayNumber(`${year + 1}-01-01` as IstDate) - istDateToDayNumber(first)
  return Array.from({ length: count }, (_, day) => addDays(first, day))
}

export const compareDays = (
  before: Calendar,
  after: Calendar,
  years: readonly number[],
): readonly DayChange[] =>
  [...years]
    .sort((one, other) => one - other)
    .flatMap(yearDays)
    .flatMap((date): readonly DayChange[] => {
      const [was, is] = [windowsOn(date, before), windowsOn(date, after)]
      if (isSameHours(was, is)) return []
      const kind = is === null ? 'closes' : was === null ? 'opens' : 'hours'
      const nameIn = ({ years: all }: Calendar) => all[yearOf(date)]?.names?.[monthDay(date)] ?? ''
      return [{ date, kind, name: nameIn(after) || nameIn(before), before: was, after: is }]
    })

export const findLongClosure = (
  calendar: Calendar,
  years: readonly number[],
): { readonly from: IstDate; readonly days: number } | null => {
  for (const year of years) {
    let run = 0
    const from = addDays(`${year}-01-01` as IstDate, -CLOSED_DAYS_MAX)
    for (let day = 0; day < DAYS_A_YEAR + 2 * CLOSED_DAYS_MAX; day++) {
      const date = addDays(from, day)
      run = isTradingDay(date, calendar) ? 0 : run + 1
      if (run > CLOSED_DAYS_MAX) return { from: addDays(date, -run + 1), days: run }
    }
  }
  return null
}
