import { firstRowFrom } from '../../../domain/charts/candle.ts'
import { monthNames } from '../../../domain/dates-in-words.ts'
import { DAY_MS, IST_OFFSET_MS, istDayNumber, MINUTE_MS, toIstClock } from '../../../domain/time.ts'

export interface TimeMark {
  readonly row: number
  readonly label: string
  /** A new day among times of day, a new year among months. */
  readonly isMajor: boolean
}

interface Stretch {
  readonly time: Float64Array
  readonly from: number
  readonly to: number
  /** Minimum distance, in rows. */
  readonly apart: number
}

const minuteSteps = [1, 2, 5, 10, 15, 30, 60, 120] as const
const dayLengths = [1, 2, 7, 14] as const
const monthLengths = [1, 2, 3, 6, 12, 24, 60, 120] as const
const MONTH_DAYS = 30.4

/** At round IST times, on the first candle at or after each. */
export const timeMarks = (stretch: Stretch): readonly TimeMark[] => {
  const { time, from, to, apart } = stretch
  const first = time[from]
  const last = time[to - 1]
  if (first === undefined || last === undefined || to <= from) return []
  const days = istDayNumber(last) - istDayNumber(first) + 1
  const rowsADay = (to - from) / days
  // Times of day need room for about three marks a day.
  if (days <= 1 || rowsADay * (7 / 5) > apart * 3) return markMinutes(stretch)
  const msPerRow = Math.max(1, (last - first) / Math.max(1, to - from - 1))
  const daysApart = (apart * msPerRow) / DAY_MS
  const length = dayLengths.find((step) => step >= daysApart)
  return length === undefined
    ? markMonths(stretch, first, last, daysApart / MONTH_DAYS)
    : markDays(stretch, first, last, length)
}

/** A major mark replaces a minor one that is too near. */
const spread = (marks: readonly TimeMark[], apart: number): readonly TimeMark[] => {
  const kept: TimeMark[] = []
  for (const mark of marks) {
    const before = kept.at(-1)
    if (before === undefined || mark.row - before.row >= apart) kept.push(mark)
    else if (mark.isMajor && !before.isMajor && mark.row > before.row) kept[kept.length - 1] = mark
  }
  return kept
}

interface DayRows {
  readonly day: number
  readonly from: number
  readonly to: number
  /** Its first candle is the first row; false if earlier ones of the day are left of the chart. */
  readonly isBegun: boolean
}

const daysIn = ({ time, from, to }: Omit<Stretch, 'apart'>): readonly DayRows[] => {
  const days: DayRows[] = []
  const last = istDayNumber(time[to - 1] ?? Number.NaN)
  for (let day = istDayNumber(time[from] ?? Number.NaN); day <= last; day++) {
    const midnight = day * DAY_MS - IST_OFFSET_MS
    const dayFrom = firstRowFrom(time, midnight, from, to)
    const dayTo = firstRowFrom(time, midnight + DAY_MS, dayFrom, to)
    const isBegun = dayFrom > from || (time[from - 1] ?? 0) < midnight
    if (dayFrom < dayTo) days.push({ day, from: dayFrom, to: dayTo, isBegun })
  }
  return days
}

const markMinutes = (stretch: Stretch): readonly TimeMark[] => {
  const { time, from, apart } = stretch
  const rowMinutes = ((time[from + 1] ?? 0) - (time[from] ?? 0)) / MINUTE_MS
  const step = minuteSteps.find((minutes) => minutes / Math.max(1, rowMinutes) >= apart) ?? 120
  const marks: TimeMark[] = []
  for (const { day, from: dayFrom, to: dayTo, isBegun } of daysIn(stretch)) {
    const midnight = day * DAY_MS - IST_OFFSET_MS
    if (isBegun) marks.push({ row: dayFrom, label: dayLabel(day), isMajor: true })
    const open = time[dayFrom] ?? midnight
    const firstMark = midnight + Math.ceil((open - midnight) / (step * MINUTE_MS)) * step * MINUTE_MS
    for (let at = firstMark; at <= (time[dayTo - 1] ?? 0); at += step * MINUTE_MS) {
      const row = firstRowFrom(time, at, dayFrom, dayTo)
      if (time[row] === at) marks.push({ row, label: toIstClock(at), isMajor: false })
    }
  }
  return spread(marks, apart)
}

/** A session narrower than this share of the distance between two time marks has no line. */
const SESSION_SHARE = 0.4

/** Rows in sight that begin a day; none where sessions are narrower than a mark, or candles are days or longer. */
export const sessionStarts = (
  time: Float64Array,
  from: number,
  to: number,
  apart: number,
): readonly number[] => {
  const [first, last] = [time[from], time[to - 1]]
  if (first === undefined || last === undefined) return []
  const days = istDayNumber(last) - istDayNumber(first) + 1
  if (days * apart * SESSION_SHARE > to - from) return []
  const starts = daysIn({ time, from, to }).flatMap((day) => (day.isBegun ? [day.from] : []))
  return starts.length > (to - from) / 2 ? [] : starts
}

const markDays = ({ time, from, to, apart }: Stretch, first: number, last: number, length: number) => {
  const marks: TimeMark[] = []
  // 1970-01-05 was a Monday, so weeks are counted from it.
  const begin = Math.floor((istDayNumber(first) - 4) / length) * length + 4
  for (let day = begin; day <= istDayNumber(last); day += length) {
    const row = firstRowFrom(time, day * DAY_MS - IST_OFFSET_MS, from, to)
    const at = time[row]
    if (row >= to || at === undefined || (row === from && istDayNumber(time[from - 1] ?? 0) >= day)) continue
    marks.push({ row, label: dayLabel(istDayNumber(at)), isMajor: false })
  }
  return spread(marks, apart)
}

const markMonths = ({ time, from, to, apart }: Stretch, first: number, last: number, monthsApart: number) => {
  const length = monthLengths.find((step) => step >= monthsApart) ?? 120
  const marks: TimeMark[] = []
  const begin = monthNumber(first) - (monthNumber(first) % length)
  for (let month = begin; month <= monthNumber(last); month += length) {
    const at = Date.UTC(Math.floor(month / 12), month % 12, 1) - IST_OFFSET_MS
    const row = firstRowFrom(time, at, from, to)
    if (row >= to || (row === from && (time[from - 1] ?? 0) >= at)) continue
    // The month has no candle.
    if (monthNumber(time[row] ?? 0) !== month) continue
    marks.push({ row, label: monthLabel(month), isMajor: month % 12 === 0 })
  }
  return spread(marks, apart)
}

const istDate = (at: number): Date => new Date(at + IST_OFFSET_MS)
const monthNumber = (at: number): number => istDate(at).getUTCFullYear() * 12 + istDate(at).getUTCMonth()

const dayLabel = (day: number): string => {
  const date = new Date(day * DAY_MS)
  return `${date.getUTCDate()} ${monthName(date.getUTCMonth())}`
}

const monthLabel = (month: number): string => (month % 12 === 0 ? String(month / 12) : monthName(month % 12))

const monthName = (month: number): string => (monthNames[month] ?? '').slice(0, 3)
