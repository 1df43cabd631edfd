import { dateInWords } from '../../../domain/dates-in-words.ts'
import { addDays, type IstDate, parseIstDate } from '../../../domain/time.ts'
import type { ArgKind, Taken } from '../../command.ts'
import { refuse, taken, wordAt } from '../words.ts'

/** Both days are included. */
export interface Span {
  readonly from: IstDate
  readonly to: IstDate
}

const LENGTH_MAX = 9999

let readWritten: (line: string, from: number, today: IstDate) => Taken<Span> | null = () => null

/** Registered when the trading commands load, so that sign-in does not wait for this parser. */
export const addSpanReader = (added: typeof readWritten): void => {
  readWritten = added
}

/** Whole months `2024-04..2024-06`, lengths up to today such as `6m`, or words such as `apr 2024`. */
export const span: ArgKind<Span> = {
  token: 'span',
  expects: 'a span such as 2024-04-01..2024-06-28, apr 2024, 30d, 6m or 1y',
  read(line, from, { today }) {
    const { text, to } = wordAt(line, from)
    const length = /^(\d{1,4})([dwmy])$/i.exec(text)
    if (length !== null) {
      const start = lengthBefore(today, Number(length[1]), (length[2] ?? '').toLowerCase())
      return start === null ? refuse(line, from, this.expects) : taken({ from: start, to: today }, to)
    }
    if (!/^\d{4}-\d/.test(text)) return readWritten(line, from, today)
    const [first = '', last = first, ...rest] = text.split('..')
    const start = firstDayOf(first)
    const end = lastDayOf(last)
    if (start === null || rest.length > 0)
      return refuse(line, from, 'a day of the calendar such as 2024-04-01')
    if (end === null) {
      return refuse(line, from + first.length + 2, 'a day of the calendar such as 2024-06-28')
    }
    if (end < start) {
      return refuse(line, from + first.length + 2, `a last day not before ${dateInWords(start)}`)
    }
    return taken({ from: start, to: end }, to)
  },
  print: ({ from, to }) => `${from}..${to}`,
  complete: (word, { today }) =>
    lengths
      .filter(({ text }) => text.startsWith(word))
      .map(({ text, title }) => ({ text, detail: `${title}, to ${dateInWords(today)}` })),
}

const lengths = [
  { text: '30d', title: 'the last 30 days' },
  { text: '90d', title: 'the last 90 days' },
  { text: '6m', title: 'the last 6 months' },
  { text: '1y', title: 'the last year' },
]

const firstDayOf = (text: string): IstDate | null =>
  parseIstDate(/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text)

const lastDayOf = (text: string): IstDate | null => {
  const month = /^(\d{4})-(\d{2})$/.exec(text)
  if (month === null) return parseIstDate(text)
  const first = firstDayOf(text)
  return first === null ? null : addDays(addMonths(first, 1), -1)
}

/** The first of `count` units that end with `today`; null if out of range. */
export const lengthBefore = (today: IstDate, count: number, unit: string): IstDate | null => {
  if (count < 1 || count > LENGTH_MAX) return null
  if (unit === 'd') return addDays(today, 1 - count)
  if (unit === 'w') return addDays(today, 1 - count * 7)
  const months = unit === 'm' ? count : count * 12
  if (months > Number(today.slice(0, 4)) * 12 - 12 * 1970) return null
  return addDays(addMonths(today, -months), 1)
}

/** Clamped to the last day of a shorter month. */
const addMonths = (date: IstDate, count: number): IstDate => {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + count
  const first = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01` as IstDate
  const length = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
  const day = Math.min(Number(date.slice(8, 10)), length)
  return addDays(first, day - 1)
}
