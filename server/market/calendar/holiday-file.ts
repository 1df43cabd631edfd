import Papa from 'papaparse'
import { HOLIDAY_TEXT_MAX } from '../../../src/contract/calendar.ts'
import type { TradingWindow } from '../../../src/domain/calendar/exchange-years.ts'
import type { HolidayList, ListedDay } from '../../../src/domain/calendar/holidays/holiday-plan.ts'
import { weekdayNames } from '../../../src/domain/dates-in-words.ts'
import { type IstDate, istWeekday, parseClock, startOfIstDate, toIstDate } from '../../../src/domain/time.ts'
import { FileFault } from '../import/text-lines.ts'
import { createTimeReader } from '../import/time-format.ts'

const ROWS_MAX = 1000
export const TEXT_SHOWN = 120
const TITLE_WITHIN_ROWS = 6
const YEAR_MIN = 1990
const YEAR_MAX = 2099
/** Leaves room on the same day for the pre-open before a session and the settlement after it. */
const EARLIEST_MINUTE = 60
const LATEST_MINUTE = 23 * 60

export interface BadHolidayRow {
  readonly line: number
  readonly reason: string
  readonly text: string
}

export interface HolidayFile extends HolidayList {
  readonly badRows: readonly BadHolidayRow[]
}

interface Row {
  readonly line: number
  readonly text: string
  readonly fields: readonly string[]
}

/** Day before month, as the exchanges write it. */
const readTime = createTimeReader(
  'DD-MMM-YYYY|DD-MM-YYYY|YYYY-MM-DD|DD MMM YYYY|DD MMM, YYYY|MMM DD, YYYY|MMM DD YYYY|DD/MM/YYYY|DD.MM.YYYY|YYYY/MM/DD|YYYYMMDD|DD-MMM-YY|DD MMM YY',
  'Asia/Kolkata',
)

const readDate = (text: string): IstDate | null => {
  const at = readTime?.(text.replace(/\s+/g, ' ').replace(/[*#†]+$/, '')) ?? null
  return at === null ? null : toIstDate(at)
}

const MONTH_AND_DAY = /^[A-Za-z]{3,9}\s+\d{1,2}$/
const YEAR = /^\d{4}\b/

/** `January 26, 2027` without quotes is two fields. */
const joinDates = (fields: readonly string[]): readonly string[] =>
  fields.flatMap((field, index) => {
    const next = fields[index + 1] ?? ''
    if (MONTH_AND_DAY.test(field) && YEAR.test(next)) return [`${field}, ${next}`]
    return YEAR.test(field) && MONTH_AND_DAY.test(fields[index - 1] ?? '') ? [] : [field]
  })

const splitRows = (text: string): readonly Row[] => {
  const rows: Row[] = []
  let from = 0
  let line = 1
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', '\t', ';', '|'],
    step: ({ data, meta }, parser) => {
      const written = text.slice(from, meta.cursor)
      const fields = data.map((field) => field.trim())
      if (fields.some((field) => field !== ''))
        rows.push({ line, text: written.trim().slice(0, TEXT_SHOWN), fields: joinDates(fields) })
      from = meta.cursor
      line += written.split('\n').length - 1
      if (rows.length > ROWS_MAX) parser.abort()
    },
  })
  return rows
}

const DASH = /\s*(?:-|–|—|\bto\b)\s*/i
const CLOSED = /^(?:-|–|—|closed|holiday|nil|none|)$/i

/** `18:00-19:00`, several with `;` between them. A string is the fault; null is closed. */
const readWindows = (text: string): readonly TradingWindow[] | string | null => {
  if (CLOSED.test(text)) return null
  const windows: TradingWindow[] = []
  for (const part of text.split(/[;,]/).map((each) => each.trim())) {
    const [from = '', to = '', ...more] = part.split(DASH)
    const [begin, end] = [parseClock(from.padStart(5, '0')), parseClock(to.padStart(5, '0'))]
    if (begin === null || end === null || more.length > 0)
      return `“${part}” is not a session: write 18:00-19:00, several with ; between them`
    if (begin >= end) return `a session cannot end at ${to} that begins at ${from}`
    if (begin < EARLIEST_MINUTE || end > LATEST_MINUTE) return 'a session is between 01:00 and 23:00'
    if (begin <= (windows.at(-1)?.to ?? 0)) return 'sessions follow each other with time between them'
    windows.push({ from: begin, to: end })
  }
  return windows
}

const looksLikeHours = (text: string): boolean => /^\d{1,2}:\d{2}\s*(?:-|–|—|to)/i.test(text)

const weekdayOf = (text: string): number =>
  text.length < 3 ? -1 : weekdayNames.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase()))

interface Columns {
  readonly date: number
  readonly weekday: number
  readonly name: number
  readonly session: number
  readonly skipped: number
}

const titles: Readonly<Record<'date' | 'weekday' | 'name' | 'session', RegExp>> = {
  date: /\bdate\b/i,
  weekday: /^(?:week)?day$/i,
  name: /description|holiday|name|occasion|event|particular|festival/i,
  session: /session|hours|timing|\btimes?\b/i,
}

const columnWith = (rows: readonly Row[], has: (field: string) => boolean): number => {
  const width = Math.max(0, ...rows.map(({ fields }) => fields.length))
  const counts = Array.from({ length: width }, (_, column) =>
    rows.reduce((count, { fields }) => count + Number(has(fields[column] ?? '')), 0),
  )
  const most = Math.max(0, ...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

const findColumns = (rows: readonly Row[]): Columns => {
  const isTitle = ({ fields }: Row): boolean =>
    fields.every((field) => readDate(field) === null) && fields.some((field) => titles.date.test(field))
  const titleRow = rows.slice(0, TITLE_WITHIN_ROWS).findIndex(isTitle)
  const named = rows[titleRow]?.fields ?? []
  const below = rows.slice(titleRow + 1)
  const titled = (name: keyof typeof titles): number => named.findIndex((field) => titles[name].test(field))
  const find = (name: keyof typeof titles, has: (field: string) => boolean): number => {
    const column = titled(name)
    return column < 0 ? columnWith(below, has) : column
  }
  const date = find('date', (field) => readDate(field) !== null)
  const weekday = find('weekday', (field) => weekdayOf(field) >= 0)
  const session = find('session', looksLikeHours)
  const taken = [date, weekday, session]
  const letters = (field: string): boolean => /\p{L}/u.test(field) && weekdayOf(field) < 0
  const nameTitle = named.findIndex((field, column) => titles.name.test(field) && !taken.includes(column))
  const others = below.map((row) => ({
    ...row,
    fields: row.fields.map((field, column) => (taken.includes(column) ? '' : field)),
  }))
  return {
    date,
    weekday,
    session,
    name: nameTitle < 0 ? columnWith(others, letters) : nameTitle,
    skipped: titleRow + 1,
  }
}

const cleanName = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\s*[*#†]+$/, '')
    .slice(0, 80)

const readDay = (
  { line, fields }: Row,
  columns: Columns,
  before: ReadonlyMap<IstDate, number>,
): ListedDay | string => {
  const fieldAt = (column: number): string => (column < 0 ? '' : (fields[column] ?? ''))
  const date = readDate(fieldAt(columns.date))
  if (date === null) return 'has no readable date'
  const year = Number(date.slice(0, 4))
  if (year < YEAR_MIN || year > YEAR_MAX) return `${year} is not a year from ${YEAR_MIN} to ${YEAR_MAX}`
  const weekday = istWeekday(startOfIstDate(date))
  const written = weekdayOf(fieldAt(columns.weekday))
  if (written >= 0 && written !== weekday)
    return `${date} is a ${weekdayNames[weekday]}, not a ${weekdayNames[written]}`
  const windows = readWindows(fieldAt(columns.session))
  if (typeof windows === 'string') return windows
  const first = before.get(date)
  if (first !== undefined) return `${date} is on line ${first} already`
  return { line, date, name: cleanName(fieldAt(columns.name)), windows }
}

/** A date, a name, and hours where open all the same. Columns by title or content. Throws FileFault. */
export const readHolidayFile = (written: string): HolidayFile => {
  const text = written.replace(/^\uFEFF/, '')
  if (text.length > HOLIDAY_TEXT_MAX)
    throw new FileFault(`The list is longer than ${HOLIDAY_TEXT_MAX / 1024} KB: it is not a holiday list.`)
  if (/[\0\uFFFD]/.test(text)) throw new FileFault('The list is not UTF-8 text: save it as CSV, UTF-8.')
  const rows = splitRows(text)
  if (rows.length > ROWS_MAX) throw new FileFault(`The list has more than ${ROWS_MAX} rows.`)
  if (rows.length === 0) throw new FileFault('The list is empty.')
  const columns = findColumns(rows)
  const read = new Map<IstDate, number>()
  const days: ListedDay[] = []
  const badRows: BadHolidayRow[] = []
  for (const row of rows.slice(columns.skipped)) {
    const day = readDay(row, columns, read)
    if (typeof day === 'string') badRows.push({ line: row.line, reason: day, text: row.text })
    else {
      read.set(day.date, day.line)
      days.push(day)
    }
  }
  if (rows.every(({ fields }) => fields.every((field) => readDate(field) === null)))
    throw new FileFault(
      'No row of the list begins with a date such as 26-Jan-2027, 26-01-2027, 2027-01-26, 26 January 2027 or January 26, 2027.',
    )
  return { days, badRows, hasSessions: columns.session >= 0 }
}
