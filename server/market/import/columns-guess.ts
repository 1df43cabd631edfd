import { type Columns, columnsOfHeader, isContractList } from './column-titles.ts'
import type { Mapping } from './mapping.ts'
import { toNumber } from './number-text.ts'
import { splitLine } from './split-line.ts'
import { FileFault } from './text-lines.ts'

const delimiters = [',', ';', '\t', '|', ' '] as const

const isNumber = (text: string): boolean => Number.isFinite(toNumber(text))

const guessDelimiter = (texts: readonly string[]): Mapping['delimiter'] => {
  const scored = delimiters.map((delimiter) => {
    const counts = texts.slice(0, 20).map((text) => splitLine(text, delimiter).length)
    const usual = mostFrequent(counts)
    const agreeing = counts.filter((count) => count === usual).length
    return { delimiter, columns: agreeing * 4 >= counts.length * 3 ? usual : 0 }
  })
  // A space separates date and time more often than columns, so it is the last resort.
  const best = scored.slice(0, 4).sort((a, b) => b.columns - a.columns)[0]
  return best && best.columns >= 5 ? best.delimiter : ' '
}

const mostFrequent = (counts: readonly number[]): number => {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

export interface ColumnsGuess {
  readonly columns: Omit<Mapping, 'timeFormat'>
  readonly rows: readonly (readonly string[])[]
  /** False when the usual sequence of columns was assumed without evidence. */
  readonly isSure: boolean
}

/** From the header, else from the shape of the fields. Throws FileFault. */
export const guessColumns = (texts: readonly string[]): ColumnsGuess => {
  const delimiter = guessDelimiter(texts)
  const lines = texts.map((text) => splitLine(text, delimiter))
  const first = lines[0] ?? []
  const hasHeader = first.filter(isNumber).length < 4
  const rows = hasHeader ? lines.slice(1) : lines
  if (rows.length === 0) throw new FileFault('holds a header and no rows')
  const named = hasHeader ? columnsOfHeader(first, rows) : null
  if (named === null && hasHeader && isContractList(first)) {
    throw new FileFault(
      'lists futures or options by expiry and strike without the day of trading; give a file of one contract, or the exchange file with a TradDt column',
    )
  }
  const columns = named ?? columnsOfFields(rows)
  if (columns === null && (rows[0]?.length ?? 0) < FIELDS_MIN)
    throw new FileFault('shows no date, open, high, low and close in its first lines')
  return {
    columns: { delimiter, hasHeader, ...(columns ?? usualColumns(rows[0] ?? [])) },
    rows,
    isSure: columns !== null,
  }
}

const FIELDS_MIN = 5
const SHAPES_SEEN = 20
const DATE =
  /^\d{4}[-/.]?\d{1,2}[-/.]?\d{1,2}|^\d{1,2}[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ](\d{4}|\d{2})\b|^[A-Za-z]{3,9} \d{1,2}, ?\d{4}|^\d{9,13}(\.\d+)?$/
const PACKED_DATE = /^(\d{2})(\d{2})(\d{2})$/
const CLOCK = /^\d{1,2}:\d{2}(:\d{2})?/
const DAY_SECONDS = 86_400

const looksLikeDate = (text: string): boolean => {
  if (DATE.test(text)) return true
  const [, a, , c] = PACKED_DATE.exec(text) ?? []
  return a !== undefined && (Number(a) <= 31 || Number(c) <= 31)
}

/** `0915`, `91500` or seconds after midnight; only its column before the prices tells it from a price. */
const looksLikeClock = (text: string): boolean =>
  CLOCK.test(text) || (/^\d{3,6}$/.test(text) && Number(text) < Math.max(DAY_SECONDS, 240_000))

const columnsOfFields = (rows: readonly (readonly string[])[]): Columns | null => {
  const seen = rows.slice(0, SHAPES_SEEN)
  const fields = seen[0] ?? []
  const isAll = (column: number, test: (text: string) => boolean): boolean =>
    seen.filter((row) => test(row[column] ?? '')).length * 4 >= seen.length * 3
  const date = fields.findIndex((_, column) => isAll(column, looksLikeDate))
  if (date < 0) return null
  const numbersBehind = fields.filter(
    (_, at) => at > date + 1 && isAll(at, (text) => isNumber(text) || text === ''),
  ).length
  const hasClock =
    isAll(date + 1, (text) => CLOCK.test(text)) ||
    (numbersBehind >= 4 && isAll(date + 1, looksLikeClock) && rises(seen, date + 1))
  const clock = hasClock ? date + 1 : null
  const symbol = fields.findIndex((text, at) => at !== date && at !== clock && /^[A-Za-z]/.test(text))
  const open = fields.findIndex((text, at) => at > (clock ?? date) && isNumber(text))
  if (open < 0 || open + 3 >= fields.length) return null
  return {
    date,
    time: clock,
    open,
    high: open + 1,
    low: open + 2,
    close: open + 3,
    volume: open + 4 < fields.length ? open + 4 : null,
    openInterest: open + 5 < fields.length ? open + 5 : null,
    symbol: symbol < 0 ? null : symbol,
    series: null,
  }
}

const rises = (rows: readonly (readonly string[])[], column: number): boolean => {
  const values = rows.map((row) => Number(row[column] ?? Number.NaN))
  const steps = values.slice(1).map((value, row) => Math.abs(value - (values[row] ?? 0)))
  return steps.length > 0 && steps.filter((step) => step === mostFrequent(steps)).length * 2 > steps.length
}

const usualColumns = (fields: readonly string[]): Columns => {
  const at = (column: number): number => Math.min(column, Math.max(0, fields.length - 1))
  return {
    date: 0,
    time: null,
    open: at(1),
    high: at(2),
    low: at(3),
    close: at(4),
    volume: null,
    openInterest: null,
    symbol: null,
    series: null,
  }
}
