import { dayOf, monthOf, yearOf } from './dates-in-words.ts'
import { monthOfName, readDate } from './read-date.ts'
import { addDays, type IstDate, parseIstDate } from './time.ts'

type SpokenSpan =
  | { readonly kind: 'span'; readonly from: IstDate; readonly to: IstDate; readonly length: number }
  /** `at` counts characters; `start` is null where the first day is invalid. */
  | { readonly kind: 'wrong'; readonly at: number; readonly start: IstDate | null; readonly length: number }

interface Point {
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
  readonly length: number
}

const MONTH = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|[a-z]{4,9})'
const END = '(?![\\w%:]|[/.-]\\d)'
const patterns: readonly (readonly [RegExp, 'ymd' | 'dmy' | 'my' | 'y'])[] = [
  [new RegExp(`^(\\d{4})-(\\d{2})(?:-(\\d{2}))?${END}`), 'ymd'],
  [new RegExp(`^(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|\\d{2})${END}`), 'dmy'],
  [
    new RegExp(`^(\\d{1,2})()[ /.-]*${MONTH}(?:(?! *\\.\\.)[ /.,'-]*(\\d{4}|\\d{2})${END}|${END})`, 'i'),
    'dmy',
  ],
  [new RegExp(`^${MONTH}(?:[ ,'-]*(\\d{4})${END}|${END})`, 'i'), 'my'],
  [new RegExp(`^((?:19|20)\\d{2})${END}`), 'y'],
]

const monthNumber = (text: string | undefined): number =>
  text === undefined ? 0 : /^\d/.test(text) ? Number(text) : monthOfName(text)

const fullYear = (text: string | undefined): number | null =>
  text === undefined ? null : Number(text.length === 2 ? `20${text}` : text)

const pointAt = (text: string, today: IstDate): Point | null => {
  const [word] = /^(?:today|yesterday)(?![\w-])/i.exec(text) ?? []
  const near = word === undefined ? null : readDate(word, today)
  if (word !== undefined && near !== null)
    return { year: yearOf(near), month: monthOf(near), day: dayOf(near), length: word.length }
  for (const [pattern, form] of patterns) {
    const match = pattern.exec(text)
    if (match === null) continue
    const [{ length }, one, two, three, four] = match
    if (form === 'y') return { year: Number(one), month: null, day: null, length }
    if (form === 'ymd')
      return {
        year: Number(one),
        month: Number(two),
        day: three === undefined ? null : Number(three),
        length,
      }
    const month = monthNumber(form === 'my' ? one : three)
    if (month === 0) continue
    return form === 'my'
      ? { year: fullYear(two), month, day: null, length }
      : { year: fullYear(four), month, day: Number(one), length }
  }
  return null
}

const two = (value: number): string => String(value).padStart(2, '0')

const firstDay = ({ year, month, day }: Point): IstDate | null =>
  parseIstDate(`${year}-${two(month ?? 1)}-${two(day ?? 1)}`)

const lastDay = (point: Point): IstDate | null => {
  const { year, month, day } = point
  if (day !== null || year === null) return firstDay(point)
  const next = month === null || month === 12 ? `${year + 1}-01-01` : `${year}-${two(month + 1)}-01`
  const first = firstDay(point)
  return first === null ? null : addDays(next as IstDate, -1)
}

/** A day without a year is the last one up to `limit`. */
const withYear = (point: Point, limit: IstDate): Point => {
  if (point.year !== null) return point
  const year = yearOf(limit)
  const first = firstDay({ ...point, year })
  return { ...point, year: first !== null && first <= limit ? year : year - 1 }
}

/** A month or year in progress ends today. */
const upTo = (last: IstDate, first: IstDate, { day }: Point, today: IstDate): IstDate =>
  day === null && last > today && first <= today ? today : last

const BETWEEN = /^(?:\s*(?:\.\.+|–|—)\s*|\s+(?:to|till|until|-)\s+)/i
/** Text that shows that the number before it is part of a formula: `2000 < close`. */
const FORMULA = /^\s*(?:[-+*/<>=(]|(?:crosses|higher|lower|equal|is)\b)/i

const datedSpan = (text: string, today: IstDate): SpokenSpan | null => {
  const first = pointAt(text, today)
  if (first === null) return null
  const between = BETWEEN.exec(text.slice(first.length))?.[0] ?? ''
  const lastAt = first.length + between.length
  const last = between === '' ? null : pointAt(text.slice(lastAt), today)
  if (last === null) return oneSpan(text, first, between, today)
  const end = withYear(last, today)
  const to = lastDay(end)
  const from = firstDay(withYear(first, to ?? today))
  const length = lastAt + last.length
  if (from === null || to === null)
    return { kind: 'wrong', at: from === null ? 0 : lastAt, start: null, length }
  const until = upTo(to, from, end, today)
  return until < from
    ? { kind: 'wrong', at: lastAt, start: from, length }
    : { kind: 'span', from, to: until, length }
}

/** A day or month without a year may be an expiry, so it is no span. */
const oneSpan = (text: string, point: Point, between: string, today: IstDate): SpokenSpan | null => {
  if (between.includes('..')) return null
  if (point.year === null || (point.month === null && FORMULA.test(text.slice(point.length)))) return null
  const from = firstDay(point)
  const to = lastDay(point)
  const { length } = point
  return from === null || to === null
    ? { kind: 'wrong', at: 0, start: null, length }
    : { kind: 'span', from, to: upTo(to, from, point, today), length }
}

const toDate = (today: IstDate, months: boolean): IstDate =>
  `${yearOf(today)}-${months ? two(monthOf(today)) : '01'}-01` as IstDate

/** `apr 2024`, `2024`, `1 apr..28 jun 2024`, `01-04-2024..28-06-2024`, `ytd`, `mtd`, `since 1 apr 2024` */
export const readSpan = (text: string, today: IstDate): SpokenSpan | null => {
  const [current, word] = /^(ytd|mtd|this year|this month)(?![\w-])/i.exec(text) ?? []
  if (current !== undefined && word !== undefined) {
    const from = toDate(today, /^m|h$/i.test(word))
    return { kind: 'span', from, to: today, length: current.length }
  }
  const [since] = /^since\s+/i.exec(text) ?? []
  if (since === undefined) return datedSpan(text, today)
  const point = pointAt(text.slice(since.length), today)
  const from = point === null ? null : firstDay(withYear(point, today))
  const length = since.length + (point?.length ?? 0)
  return from === null || from > today
    ? { kind: 'wrong', at: since.length, start: null, length }
    : { kind: 'span', from, to: today, length }
}
