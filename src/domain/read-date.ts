import { monthNames } from './dates-in-words.ts'
import { addDays, type IstDate, parseIstDate } from './time.ts'

/** 1 to 12 for the first three letters or more, else 0. */
export const monthOfName = (name: string): number =>
  monthNames.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1

const two = (value: number): string => String(value).padStart(2, '0')

/** Two digits are a year of this century. */
const dayOfParts = (day: number, month: number, year: string): IstDate | null =>
  parseIstDate(`${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`)

const lastDayOfParts = (day: number, month: number, today: IstDate): IstDate | null => {
  const year = Number(today.slice(0, 4))
  const thisYear = dayOfParts(day, month, String(year))
  return thisYear !== null && thisYear <= today ? thisYear : dayOfParts(day, month, String(year - 1))
}

const NAMED = /^(\d{1,2})[\s/.-]*([a-z]{3,9})(?:[\s/.,-]*(\d{4}|\d{2}))?$/i
const NUMBERED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/

/** With its year, day before month: `1 apr 24`, `01-04-2024`, `2024-04-01`. */
export const readWrittenDate = (text: string): IstDate | null => {
  const plain = text.trim()
  const [, day, month = '', year] = NAMED.exec(plain) ?? NUMBERED.exec(plain) ?? []
  if (year === undefined) return parseIstDate(plain)
  return dayOfParts(Number(day), /^\d/.test(month) ? Number(month) : monthOfName(month), year)
}

/** `1 apr 24`, `1/4/2024`, `1 apr` (the last one up to today), `today`, `yesterday`. */
export const readDate = (text: string, today: IstDate): IstDate | null => {
  const plain = text.trim()
  if (/^today$/i.test(plain)) return today
  if (/^yesterday$/i.test(plain)) return addDays(today, -1)
  const [, day, month = '', year] = NAMED.exec(plain) ?? []
  return day !== undefined && year === undefined
    ? lastDayOfParts(Number(day), monthOfName(month), today)
    : readWrittenDate(plain)
}
