import { segments } from '../../domain/instruments/instrument.ts'
import { expiryParts, indexOfAlias } from '../../domain/instruments/instrument-names.ts'
import { dayNumberToIstDate } from '../../domain/time.ts'
import { type BestRows, createBestRows } from './best-rows.ts'
import { headBounds } from './head-bounds.ts'
import { type InstrumentColumns, linesOf } from './instrument-columns.ts'
import { groupOf, lowerKey } from './rank-key.ts'
import { rankRows } from './rank-rows.ts'
import type { RowFilter } from './row-filter.ts'
import { queryTokens, searchText } from './search-text.ts'
import { lengthAt, textTable } from './text-table.ts'
import { BESIDE, matchToken, type SearchTables, type TokenMatch } from './token-match.ts'

/** Recent words stay cached: a keystroke changes one. Single letters, few and slowest, stay for good. */
const MATCHES_MAX = 8

const indices = segments.indexOf('INDICES')

interface SearchSource {
  readonly columns: InstrumentColumns
  readonly heads: readonly string[]
  readonly tails: readonly string[]
  rowsOfSymbol(text: string): readonly number[]
}

/**
 * Finds rows with every word in the symbol or at the start of a word of their name or expiry. Order: exact
 * symbol, index of the first word, requested strike, expiry, segment, length of the symbol, index in the
 * file.
 */
export const createSearch = (source: SearchSource) => {
  const { columns } = source
  const tables = searchTables(source)
  const heads = headBounds(columns, tables)
  const letters = new Map<string, TokenMatch>()
  const words = new Map<string, TokenMatch>()
  const matchOf = (token: string): TokenMatch => {
    const matches = token.length === 1 ? letters : words
    const known = matches.get(token)
    if (known !== undefined) {
      matches.delete(token)
      matches.set(token, known)
      return known
    }
    const match = matchToken(token, tables)
    matches.set(token, match)
    const oldest = words.keys().next().value
    if (words.size > MATCHES_MAX && oldest !== undefined) words.delete(oldest)
    return match
  }
  return (query: string, limit: number, filter: RowFilter | null): readonly number[] => {
    const tokens = queryTokens(query)
    const best = createBestRows(limit)
    if (tokens.length === 0)
      return filter === null ? indexRows(columns, best) : filteredRows(columns, tables, filter, best)
    const strikes = tokens.filter((token) => /^\d+(?:\.\d+)?$/.test(token)).map(Number)
    rankRows({
      columns,
      tables,
      heads,
      matches: tokens.map(matchOf),
      strikes,
      best,
      exact: exactRows(query, source),
      filter,
    })
    return best.rows()
  }
}

const exactRows = (query: string, { columns, rowsOfSymbol }: SearchSource): readonly number[] => {
  const text = searchText(query)
  const alias = indexOfAlias(text)
  const aliased = alias === null ? [] : rowsOfSymbol(alias)
  const isIndex = (row: number): boolean => {
    const head = columns.headRow.findLastIndex((first) => first <= row)
    return columns.headSegment[head] === indices
  }
  return [...new Set([...rowsOfSymbol(text), ...aliased.filter(isIndex)])]
}

const searchTables = ({ columns, heads, tails }: SearchSource): SearchTables => {
  const names = linesOf(columns.headNames, columns.headSegment.length)
  const expiries = expiryNames(columns, names)
  const symbols = heads.map(searchText)
  return {
    heads: textTable(symbols),
    beside: textTable(symbols.map((_, index) => ` ${searchText(expiries[index] ?? names[index] ?? '')}`)),
    headLength: Uint8Array.from(symbols, ({ length }) => Math.min(length, BESIDE - 1)),
    tails: textTable(tails),
  }
}

const expiryNames = (
  { headExpiry, headSegment }: InstrumentColumns,
  names: readonly string[],
): readonly (string | undefined)[] => {
  const days = new Map<string, Set<number>>()
  const underlyingOf = (index: number): string => `${headSegment[index]} ${names[index]}`
  headExpiry.forEach((day, index) => {
    const known = days.get(underlyingOf(index)) ?? new Set()
    days.set(underlyingOf(index), known.add(day))
  })
  const dates = new Map([...days].map(([name, known]) => [name, [...known].map(dayNumberToIstDate)]))
  return Array.from(headExpiry, (day, index) =>
    day === 0
      ? undefined
      : expiryParts(dayNumberToIstDate(day), dates.get(underlyingOf(index)) ?? []).expiryName,
  )
}

const indexRows = (
  { headSegment, headRow, rowOrder }: InstrumentColumns,
  best: BestRows,
): readonly number[] => {
  headSegment.forEach((segment, head) => {
    if (segment !== indices) return
    for (let row = headRow[head] ?? 0; row < (headRow[head + 1] ?? 0); row++)
      best.add(rowOrder[row] ?? 0, row)
  })
  return best.rows()
}

/** Sorted by expiry, segment, length of the symbol and index in the file. */
const filteredRows = (
  { headSegment, headExpiry, headRow, rowTail, rowOrder }: InstrumentColumns,
  { headLength, tails }: SearchTables,
  filter: RowFilter,
  best: BestRows,
): readonly number[] => {
  for (let head = 0; head < headSegment.length; head++) {
    if (!filter.admitsHead(head)) continue
    const group = groupOf(headExpiry[head] ?? 0, headSegment[head] ?? 0)
    if (lowerKey(group, 0, 0) > best.worst()) continue
    for (let row = headRow[head] ?? 0; row < (headRow[head + 1] ?? 0); row++) {
      const tail = rowTail[row] ?? 0
      if (!filter.admitsTail(tail)) continue
      const key = lowerKey(group, (headLength[head] ?? 0) + lengthAt(tails, tail), rowOrder[row] ?? 0)
      if (key < best.worst()) best.add(key, row)
    }
  }
  return best.rows()
}
