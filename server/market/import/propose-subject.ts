import { formatNumber } from '../../../src/domain/format.ts'
import type { ColumnsGuess } from './columns-guess.ts'
import { findInstrument, symbolOfFileName } from './instrument-alias.ts'
import type { CandleImportOptions } from './mapping.ts'

type InstrumentsFrom = NonNullable<CandleImportOptions['instrumentsFrom']>

interface ChosenSubject {
  readonly key?: string | undefined
  readonly otherSymbols?: 'refuse' | 'skip' | undefined
  readonly instrumentsFrom?: InstrumentsFrom | undefined
}

export interface Subject {
  readonly key: string
  readonly otherSymbols: 'refuse' | 'skip'
  readonly instrumentsFrom: InstrumentsFrom
  readonly rows: ColumnsGuess['rows']
  readonly isDisputed: boolean
  readonly remarks: readonly string[]
}

interface Found {
  readonly rows: ColumnsGuess['rows']
  /** One of each row; empty without a column of symbols. */
  readonly symbols: readonly string[]
  /** One of each file; null where the name begins with no symbol. */
  readonly names: readonly (string | null)[]
}

const NAMES_SHOWN = 4

/** Which segment a contract of a name alone is of cannot be told. */
const isContractName = (symbol: string): boolean => /\d(FUT|CE|PE)$/i.test(symbol)

export const findSubject = (
  { columns, rows }: ColumnsGuess,
  files: readonly { readonly name: string }[],
  chosen: ChosenSubject,
): Subject => {
  const names = files.map(({ name }) => findInstrument(symbolOfFileName(name)))
  const symbols = columns.symbol === null ? [] : rows.map((fields) => fields[columns.symbol ?? 0] ?? '')
  const found: Found = { rows, symbols, names }
  const from = chosen.instrumentsFrom ?? (chosen.key === undefined ? guessFrom(found) : 'key')
  if (from === 'symbol_column') return ofSymbols(found)
  if (from === 'file_name') return ofFiles(found)
  const isOfMany = new Set(symbols).size > 1 && chosen.otherSymbols !== 'refuse'
  return isOfMany ? oneOfMany(found, chosen) : ofOne(found, chosen)
}

const guessFrom = ({ symbols, names }: Found): InstrumentsFrom => {
  const isOfSeveralFiles = new Set(names).size > 1
  const distinct = new Set(symbols)
  if (distinct.size > 1 && !symbols.some(isContractName))
    return names.some((name) => isAmong(name, symbols)) && !isOfSeveralFiles ? 'key' : 'symbol_column'
  if (!isOfSeveralFiles) return 'key'
  if (distinct.size === 1) return 'symbol_column'
  return names.includes(null) ? 'key' : 'file_name'
}

const isAmong = (key: string | null, symbols: readonly string[]): boolean =>
  key !== null && symbols.some((symbol) => findInstrument(symbol) === key)

const namesInWords = (names: readonly string[]): string => {
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  return names.length > NAMES_SHOWN ? `${shown} and ${names.length - NAMES_SHOWN} more` : shown
}

const several = (instrumentsFrom: InstrumentsFrom, rows: Subject['rows'], remark: string): Subject => ({
  key: '',
  otherSymbols: 'skip',
  instrumentsFrom,
  rows,
  isDisputed: false,
  remarks: [remark],
})

const ofSymbols = ({ rows, symbols }: Found): Subject => {
  const distinct = [...new Set(symbols)]
  const first = rows.filter((_, row) => symbols[row] === distinct[0])
  const remark =
    distinct.length === 0
      ? 'No column has symbols: choose it.'
      : `Each symbol is imported as an instrument of its own. The first rows have ${formatNumber(distinct.length, 0)}: ${namesInWords(distinct)}.`
  return several('symbol_column', first.length > 1 ? first : rows, remark)
}

const ofFiles = ({ rows, names }: Found): Subject => {
  const distinct = [...new Set(names)].filter((name) => name !== null)
  const remark = `${formatNumber(distinct.length, 0)} ${distinct.length === 1 ? 'instrument' : 'instruments'} by the file names: ${namesInWords(distinct)}.`
  return several('file_name', rows, remark)
}

const ofOne = ({ rows, symbols, names }: Found, chosen: ChosenSubject): Subject => {
  const [named = null] = names
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
          ? `The file names suggest ${new Set(names).size} instruments; ${key} is proposed for all.`
          : isDisputed
            ? `The name of the file says ${named}, its symbol column says ${written}; ${named} is proposed.`
            : null
  return {
    key,
    otherSymbols: 'refuse',
    instrumentsFrom: 'key',
    rows,
    isDisputed,
    remarks: remark === null ? [] : [remark],
  }
}

/** Files such as the exchange's daily ones have one row of an instrument among others. */
const oneOfMany = ({ rows, symbols, names }: Found, chosen: ChosenSubject): Subject => {
  const [named = null] = names
  const key = chosen.key ?? (isAmong(named, symbols) ? (named ?? '') : '')
  const count = formatNumber(new Set(symbols).size, 0)
  const wanted = rows.filter((_, row) => findInstrument(symbols[row] ?? '') === key)
  const remark =
    key === ''
      ? `The first rows have ${count} symbols: choose the instrument; other rows are skipped.`
      : `The first rows have ${count} symbols: ${key} is imported, other rows are skipped.`
  return {
    key,
    otherSymbols: 'skip',
    instrumentsFrom: 'key',
    rows: wanted.length > 0 ? wanted : rows,
    isDisputed: false,
    remarks: [remark],
  }
}
