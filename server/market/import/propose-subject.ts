import { formatNumber } from '../../../src/domain/format.ts'
import type { ColumnsGuess } from './columns-guess.ts'
import { findInstrument, symbolOfFileName } from './instrument-alias.ts'

interface ChosenSubject {
  readonly key?: string | undefined
  readonly otherSymbols?: 'refuse' | 'skip' | undefined
}

export interface Subject {
  readonly key: string
  readonly otherSymbols: 'refuse' | 'skip'
  readonly rows: ColumnsGuess['rows']
  readonly isDisputed: boolean
  readonly remarks: readonly string[]
}

export const findSubject = (
  { columns, rows }: ColumnsGuess,
  files: readonly { readonly name: string }[],
  chosen: ChosenSubject,
): Subject => {
  const names = files.map(({ name }) => findInstrument(symbolOfFileName(name)))
  const [named = null] = names
  const symbols = columns.symbol === null ? [] : rows.map((fields) => fields[columns.symbol ?? 0] ?? '')
  const distinct = new Set(symbols)
  if (distinct.size > 1 && chosen.otherSymbols !== 'refuse') return ofMany(rows, symbols, named, chosen)
  const written = symbols[0] === undefined ? null : findInstrument(symbols[0])
  const key = chosen.key ?? named ?? written ?? ''
  const isOfSeveral = new Set(names).size > 1
  const isDisputed =
    chosen.key === undefined && (isOfSeveral || (named !== null && written !== null && named !== written))
  const remark =
    key === ''
      ? 'The instrument could not be detected: choose it.'
      : chosen.key !== undefined
        ? null
        : isOfSeveral
          ? `The file names suggest ${new Set(names).size} instruments; import one at a time.`
          : isDisputed
            ? `The name of the file says ${named}, its symbol column says ${written}; ${named} is proposed.`
            : null
  return { key, otherSymbols: 'refuse', rows, isDisputed, remarks: remark === null ? [] : [remark] }
}

/** Files such as the exchange's daily ones have one row of an instrument among others. */
const ofMany = (
  rows: ColumnsGuess['rows'],
  symbols: readonly string[],
  named: string | null,
  chosen: ChosenSubject,
): Subject => {
  const isNamedThere = named !== null && symbols.some((symbol) => findInstrument(symbol) === named)
  const key = chosen.key ?? (isNamedThere ? named : '')
  const count = formatNumber(new Set(symbols).size, 0)
  const wanted = rows.filter((_, row) => findInstrument(symbols[row] ?? '') === key)
  const remark =
    key === ''
      ? `The first rows have ${count} symbols; an import takes one instrument: choose it, and other rows are skipped.`
      : `The first rows have ${count} symbols: ${key} is imported, other rows are skipped.`
  return {
    key,
    otherSymbols: 'skip',
    rows: wanted.length > 0 ? wanted : rows,
    isDisputed: false,
    remarks: [remark],
  }
}
