import { monthNames } from './dates-in-words.ts'
import { addDays, type IstDate, parseIstDate } from './time.ts'

/** 1 to 12, of a month's first three letters or more, or 0. */
const monthOfName = (name: string): number =>
  monthNames.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1

const two = (value: number): string => String(value).padStart(2, '0')

/** Two digits are a year of this century; none is the year of the last such day up to today. */
const dayOfParts = (day: number, month: number, year: string | undefined, today: IstDate): IstDate | null => {
  const inYear = (text: string): IstDate | null => parseIstDate(`${text}-${two(month)}-${two(day)}`)
  if (year !== undefined) return inYear(year.length === 2 ? `20${year}` : year)
  const thisYear = inYear(today.slice(0, 4))
  return thisYear !== null && thisYear <= today ? thisYear : inYear(String(Number(today.slice(0, 4)) - 1))
}

const NAMED = /^(\d{1,2})[\s/.-]*([a-z]{3,9})(?:[\s/.,-]*(\d{4}|\d{2}))?$/i
const NUMBERED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/

/**
 * A day as one writes it in India, day before month: `1 apr 24`, `01 Apr 2024`, `1/4/2024`, `2024-04-01`, `1 apr` (the
 * last one), `today`, `yesterday`. Null for anything else.
 */
export const readDate = (text: string, today: IstDate): IstDate | null => {
  const plain = text.trim()
  if (/^today$/i.test(plain)) return today
  if (/^yesterday$/i.test(plain)) return addDays(today, -1)
  const named = NAMED.exec(plain)
  if (named !== null) return dayOfParts(Number(named[1]), monthOfName(named[2] ?? ''), named[3], today)
  const numbered = NUMBERED.exec(plain)
  if (numbered !== null) return dayOfParts(Number(numbered[1]), Number(numbered[2]), numbered[3], today)
  return parseIstDate(plain)
}
