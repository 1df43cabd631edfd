import type * as z from 'zod/mini'
import type { ColumnMapping, ImportOptions } from '../../../src/contract/instruments/imports.ts'
import type { FromWire } from '../../../src/contract/wire.ts'

export type Mapping = FromWire<z.infer<typeof ColumnMapping>>
export type CandleImportOptions = FromWire<z.infer<typeof ImportOptions>>

/** The text for `timeFormat`: one column, or date and time with a space between. */
export const timeText = (fields: readonly string[], { date, time }: Mapping): string =>
  time === null || time === date ? (fields[date] ?? '') : `${fields[date] ?? ''} ${fields[time] ?? ''}`

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'space',
}

/** `comma between columns, a header line, date 1 and time 2 as YYYYMMDD HH:mm …`. Columns count from 1. */
export const printMapping = (mapping: Mapping): string => {
  const column = (name: string, at: number | null): string =>
    at === null ? `no ${name}` : `${name} ${at + 1}`
  const { date, time } = mapping
  return [
    `${delimiterNames[mapping.delimiter]} between columns`,
    mapping.hasHeader ? 'a header line' : 'no header line',
    `${time === null || time === date ? column('time', date) : `${column('date', date)} and ${column('time', time)}`} as ${mapping.timeFormat}`,
    ...(['open', 'high', 'low', 'close', 'volume'] as const).map((name) => column(name, mapping[name])),
    column('open interest', mapping.openInterest),
    column('symbol', mapping.symbol),
    ...(mapping.series == null ? [] : [column('series', mapping.series)]),
  ].join(', ')
}
