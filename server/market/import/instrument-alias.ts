import {
  type InstrumentId,
  instrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { indexAliases } from '../../../src/domain/instruments/instrument-names.ts'

const squeezed = (text: string): string => text.replace(/[\s_-]/g, '')

const indices: ReadonlyMap<string, string> = new Map([
  ...[...indexAliases].flatMap(([root, symbol]): [string, string][] => [
    [root, symbol],
    [squeezed(symbol), symbol],
  ]),
  ['INDIAVIX', 'INDIA VIX'],
])

/** A key such as `INDICES_NIFTY 50`, an index name, otherwise an NSE share; null when not a symbol. */
export const findInstrument = (text: string): InstrumentId | null => {
  const named = parseInstrumentId(text.trim())
  if (named) return named.id
  const symbol = text
    .trim()
    .toUpperCase()
    .replace(/^(NSE|BSE)[:_]/, '')
    .replace(/\.(NS|BO)$/, '')
  const index = indices.get(squeezed(symbol))
  if (index !== undefined) return instrumentId('INDICES', index)
  return /^[A-Z0-9][A-Z0-9&-]{0,23}$/.test(symbol) ? instrumentId('NSE', symbol) : null
}

/** `BANKNIFTY_1min_2022-01.txt.gz` gives BANKNIFTY. */
export const symbolOfFileName = (name: string): string => {
  const bare = name.replace(/^.*[\\/]/, '').replace(/(\.(csv|txt|tsv|gz))+$/i, '')
  return bare.split(/[_\s](?=\d)|_/)[0] ?? bare
}
