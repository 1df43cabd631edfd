import type { Mapping } from './mapping.ts'
import { splitLine } from './split-line.ts'

const delimiters = [',', ';', '\t', '|', ' '] as const

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text))

const names: Readonly<Record<string, readonly string[]>> = {
  date: ['date', 'datetime', 'timestamp', 'date time', 'tradedate', 'trade date', 'day'],
  time: ['time'],
  open: ['open', 'o'],
  high: ['high', 'h'],
  low: ['low', 'l'],
  close: ['close', 'c', 'last'],
  volume: ['volume', 'vol', 'v', 'qty'],
  openInterest: ['oi', 'open interest', 'openinterest', 'open int', 'open_interest'],
  symbol: ['symbol', 'code', 'instrument', 'ticker', 'name', 'tradingsymbol'],
}

/** The delimiter that cuts the first lines into the most columns, equally many in each. */
const guessDelimiter = (texts: readonly string[]): Mapping['delimiter'] => {
  const scored = delimiters.map((delimiter) => {
    const counts = texts.slice(0, 20).map((text) => splitLine(text, delimiter).length)
    return { delimiter, columns: counts.every((count) => count === counts[0]) ? (counts[0] ?? 0) : 0 }
  })
  // A space parts date from time more often than columns, so it is taken only where nothing else cuts.
  const best = scored.slice(0, 4).sort((a, b) => b.columns - a.columns)[0]
  return best && best.columns >= 5 ? best.delimiter : ' '
}

export interface ColumnsGuess {
  readonly columns: Omit<Mapping, 'timeFormat'>
  /** Fields of the sample without the header. */
  readonly rows: readonly (readonly string[])[]
}

/** Which column holds what, from the header's words or from what the fields look like. Null when no prices are seen. */
export const guessColumns = (texts: readonly string[]): ColumnsGuess | null => {
  const delimiter = guessDelimiter(texts)
  const lines = texts.map((text) => splitLine(text, delimiter))
  const first = lines[0] ?? []
  const hasHeader = first.filter(isNumber).length < 4
  const rows = hasHeader ? lines.slice(1) : lines
  const columns = hasHeader ? fromHeader(first) : fromFields(rows[0] ?? [])
  return columns && { columns: { delimiter, hasHeader, ...columns }, rows }
}

type Columns = Omit<Mapping, 'timeFormat' | 'delimiter' | 'hasHeader'>

const fromHeader = (header: readonly string[]): Columns | null => {
  const titles = header.map((title) => title.toLowerCase())
  const find = (name: string): number | null => {
    const at = titles.findIndex((title) => names[name]?.includes(title))
    return at < 0 ? null : at
  }
  const clock = find('time')
  const date = find('date') ?? clock
  const [open, high, low, close] = [find('open'), find('high'), find('low'), find('close')]
  if (date === null || open === null || high === null || low === null || close === null) return null
  return {
    date,
    time: clock === null || clock === date ? null : clock,
    open,
    high,
    low,
    close,
    volume: find('volume'),
    openInterest: find('openInterest'),
    symbol: find('symbol'),
  }
}

const fromFields = (fields: readonly string[]): Columns | null => {
  const looksLikeDate = (text: string): boolean =>
    /^\d{4}-?\d{2}-?\d{2}|^\d{1,2}[-/](\d{1,2}|[A-Za-z]{3})[-/]\d{4}|^\d{9,13}$/.test(text)
  const date = fields.findIndex(looksLikeDate)
  if (date < 0) return null
  const clock = /^\d{1,2}:\d{2}(:\d{2})?$/.test(fields[date + 1] ?? '') ? date + 1 : null
  const symbol = fields.findIndex((text, at) => at !== date && at !== clock && text !== '' && !isNumber(text))
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
  }
}
