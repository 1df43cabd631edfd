import { instrumentTypes } from '../../domain/instruments/instrument.ts'
import { type InstrumentColumns, MASTER_ROWS_MAX } from './instrument-columns.ts'
import { emptyMasterRows, headOf, isCount, type MasterRows, tailOf, toColumns } from './master-rows.ts'

/** Our own master has the universe flags as a thirteenth column. */
const COLUMNS_MIN = 12
const COLUMNS_MAX = 13
/** No exchange has longer symbols; the search relies on it. */
const SYMBOL_LENGTH_MAX = 60
const QUOTE = 34
const COMMA = 44
const ZERO = 48

/** CSV with a header line. Bad lines are counted and left out. */
export const readMaster = (csv: string): InstrumentColumns => {
  const master = emptyMasterRows()
  const addLine = lineReader(csv, master)
  let at = csv.indexOf('\n') + 1
  while (at > 0 && at < csv.length) {
    let end = csv.indexOf('\n', at)
    if (end < 0) end = csv.length
    const lineEnd = csv.charCodeAt(end - 1) === 13 ? end - 1 : end
    if (lineEnd > at && !addLine(at, lineEnd)) master.badRows++
    at = end + 1
  }
  return toColumns(master)
}

/** Shared by the lines of a head: name, expiry, tick size, lot size, segment, exchange, universe. */
const headColumns = [3, 5, 7, 8, 10, 11, 12] as const

const lineReader = (csv: string, master: MasterRows) => {
  let ends = new Int32Array(COLUMNS_MAX + 1)
  // Most lines repeat the head of the line before, so they are compared before any string is cut.
  let lastEnds = new Int32Array(COLUMNS_MAX + 1)
  let lastColumns = 0
  let lastSymbol = ''
  let lastHead = -1

  const startOf = (column: number, start: number): number =>
    column === 0 ? start : (ends[column - 1] ?? 0) + 1
  const field = (column: number, start: number): string => {
    const from = startOf(column, start)
    const to = ends[column] ?? from
    return csv.charCodeAt(from) === QUOTE
      ? csv.slice(from + 1, to - 1).replaceAll('""', '"')
      : csv.slice(from, to)
  }
  const number = (column: number, start: number): number => {
    const from = startOf(column, start)
    const to = ends[column] ?? from
    if (from === to) return Number.NaN
    let value = 0
    for (let at = from; at < to; at++) {
      const digit = csv.charCodeAt(at) - ZERO
      if (digit < 0 || digit > 9) return Number(field(column, start))
      value = value * 10 + digit
    }
    return value
  }
  const isAsLast = (column: number): boolean => {
    const from = (ends[column - 1] ?? 0) + 1
    const lastFrom = (lastEnds[column - 1] ?? 0) + 1
    const length = (ends[column] ?? 0) - from
    if (length !== (lastEnds[column] ?? 0) - lastFrom) return false
    for (let at = 0; at < length; at++) {
      if (csv.charCodeAt(from + at) !== csv.charCodeAt(lastFrom + at)) return false
    }
    return true
  }
  const headOfLine = (symbol: string, columns: number, start: number): number => {
    const isSame =
      symbol === lastSymbol &&
      columns === lastColumns &&
      headColumns.every((column) => column >= columns || isAsLast(column))
    if (isSame) return lastHead
    const described = headColumns.map((column) => (column < columns ? field(column, start) : ''))
    return headOf(master, symbol, described)
  }

  return (start: number, end: number): boolean => {
    const columns = findColumns(csv, start, end, ends)
    if (columns < COLUMNS_MIN || columns > COLUMNS_MAX) return false
    if (master.head.length >= MASTER_ROWS_MAX) return false
    const symbol = field(2, start)
    const strike = number(6, start)
    const type = instrumentTypes.indexOf(field(9, start) as (typeof instrumentTypes)[number])
    const token = number(0, start)
    const exchangeToken = number(1, start)
    const lastPrice = number(4, start)
    if (symbol === '' || symbol.length > SYMBOL_LENGTH_MAX || type < 0) return false
    if (!isCount(token) || !isCount(exchangeToken)) return false
    if (!(strike >= 0 && strike < Number.POSITIVE_INFINITY)) return false
    if (!(lastPrice >= 0 && lastPrice < Number.POSITIVE_INFINITY)) return false
    const tail = tailOf(master, symbol, strike, type)
    const headSymbol = symbol.slice(0, symbol.length - (master.tails[tail]?.symbol.length ?? 0))
    const head = headOfLine(headSymbol, columns, start)
    if (head < 0) return false
    lastSymbol = headSymbol
    lastColumns = columns
    lastHead = head
    const spare = lastEnds
    lastEnds = ends
    ends = spare
    master.head.push(head)
    master.tail.push(tail)
    master.token.push(token)
    master.exchangeToken.push(exchangeToken)
    master.lastPrice.push(lastPrice)
    return true
  }
}

/** Writes the end of each column and returns their number. A comma in quotes is text. */
const findColumns = (csv: string, start: number, end: number, ends: Int32Array): number => {
  let columns = 0
  let isQuoted = false
  for (let at = start; at < end; at++) {
    const code = csv.charCodeAt(at)
    if (code === QUOTE) isQuoted = !isQuoted
    else if (code === COMMA && !isQuoted) {
      if (columns >= COLUMNS_MAX) return columns + 1
      ends[columns++] = at
    }
  }
  ends[columns] = end
  return isQuoted ? 0 : columns + 1
}
