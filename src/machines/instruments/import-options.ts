import type { BodyOf } from '../../contract/call-types.ts'
import { type commitImport, ONLY_KEYS_MAX } from '../../contract/instruments/imports.ts'
import { isInterval } from '../../domain/charts/interval.ts'

export type ImportOptions = BodyOf<typeof commitImport>

const choices = {
  timeZone: ['Asia/Kolkata', 'UTC'],
  timeMarks: ['open', 'close'],
  outsideSession: ['refuse', 'skip'],
  onExisting: ['refuse', 'replace'],
  onBreaks: ['refuse', 'keep', 'adjust'],
  onBadRows: ['refuse', 'skip'],
  onBadRanges: ['refuse', 'mend'],
  rowOrder: ['ascending', 'descending', 'any'],
  otherSymbols: ['refuse', 'skip'],
  instrumentsFrom: ['key', 'symbol_column', 'file_name'],
} as const satisfies Partial<Record<keyof ImportOptions, readonly string[]>>

const delimiters = [',', ';', '\t', '|', ' '] as const

const columns = ['date', 'open', 'high', 'low', 'close'] as const
const optionalColumns = ['time', 'volume', 'openInterest', 'symbol', 'series'] as const

const find = <Known extends string>(known: readonly Known[], text: string): Known | undefined =>
  known.find((one) => one === text)

const columnOf = (text: string): number | undefined => (/^\d{1,3}$/.test(text) ? Number(text) : undefined)

const changed = (options: ImportOptions, name: string, value: string): ImportOptions | undefined => {
  if (name === 'key') return { ...options, key: value }
  if (name === 'onlyKeys') return withOnly(options, value)
  if (name === 'interval') return isInterval(value) ? { ...options, interval: value } : undefined
  const choice = find(Object.keys(choices) as (keyof typeof choices)[], name)
  if (choice !== undefined) {
    const chosen = find<string>(choices[choice], value)
    return chosen === undefined ? undefined : ({ ...options, [choice]: chosen } as ImportOptions)
  }
  const mapping = changedMapping(options.mapping, name, value)
  return mapping === undefined ? undefined : { ...options, mapping }
}

const withOnly = ({ onlyKeys: _, ...options }: ImportOptions, value: string): ImportOptions =>
  value === '' ? options : { ...options, onlyKeys: value.split(',').slice(0, ONLY_KEYS_MAX) }

const changedMapping = (
  mapping: ImportOptions['mapping'],
  name: string,
  value: string,
): ImportOptions['mapping'] | undefined => {
  if (name === 'timeFormat') return { ...mapping, timeFormat: value.slice(0, 40) }
  if (name === 'hasHeader') return { ...mapping, hasHeader: value === 'true' }
  if (name === 'delimiter') {
    const delimiter = find(delimiters, value)
    return delimiter === undefined ? undefined : { ...mapping, delimiter }
  }
  const column = find([...columns, ...optionalColumns], name)
  if (column === undefined) return undefined
  if (value === '')
    return find(optionalColumns, column) === undefined ? undefined : { ...mapping, [column]: null }
  const index = columnOf(value)
  return index === undefined ? undefined : { ...mapping, [column]: index }
}

export const isOfKnownInstruments = ({ key, instrumentsFrom = 'key' }: ImportOptions): boolean =>
  key !== '' || instrumentsFrom !== 'key'

/** `value` is form text: `true`, a column from 0 or empty, keys with commas. Invalid values change nothing. */
export const withImportOption = (
  options: ImportOptions | null,
  name: string,
  value: string,
): ImportOptions | null => (options === null ? null : (changed(options, name, value) ?? options))
