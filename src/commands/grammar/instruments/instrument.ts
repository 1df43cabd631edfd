import { type InstrumentId, parseInstrumentId } from '../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../domain/instruments/instrument-index.ts'
import { instrumentTitle } from '../../../domain/instruments/instrument-names.ts'
import type { ArgKind, Taken } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { isSymbolWord, refuse, skipSpaces, taken, wordAt } from '../words.ts'
import { readContract } from './contract-reader.ts'

/** Index names have up to six words. */
const SYMBOL_WORDS_MAX = 6

export const instrument: ArgKind<InstrumentId> = {
  token: 'instrument',
  expects: 'an instrument such as NIFTY 50',
  read: (line, from, environment) => readInstrument(line, from, environment),
  print: printInstrument,
  complete: (word, { instruments }) =>
    (instruments?.search(word) ?? []).map((found) => ({
      text: printInstrument(found.id),
      detail: found.name === found.tradingSymbol ? found.segment : `${found.name} · ${found.segment}`,
    })),
}

export const readInstrument = (
  line: string,
  from: number,
  environment: Environment,
): Taken<InstrumentId> | null => {
  const { text, to } = wordAt(line, from)
  if (text === '') return null
  if (text === '.') return readFocus(line, from, to, environment)
  const { instruments } = environment
  if (instruments === null) return refuse(line, from, 'the list of instruments, which is still loading')
  if (line[from] === '"') return readQuoted(line, from, instruments)
  const symbol = longestSymbol(line, from, instruments)
  const contract = readContract(line, from, environment)
  // The index matches `nifty 26 nov 24200 pe` to NIFTY26NOV24200PE; here `26 nov` is a day and a month.
  if (contract?.kind === 'problem' && contract.problem.fixes !== undefined) return contract
  if (contract !== null && (symbol === null || contract.to > symbol.to)) return contract
  return symbol ?? unknown(line, from, text, instruments)
}

const readFocus = (line: string, from: number, to: number, { context }: Environment): Taken<InstrumentId> => {
  const focused = focusedInstrument(context)
  return focused === undefined ? refuse(line, from, 'a selected row with an instrument') : taken(focused, to)
}

export const focusedInstrument = (context: Environment['context']): InstrumentId | undefined =>
  parseInstrumentId(
    context['focus.instrument'] || (context['focus.kind'] === 'symbol' ? context['focus.key'] : ''),
  )?.id

const readQuoted = (line: string, from: number, instruments: InstrumentIndex): Taken<InstrumentId> => {
  const end = line.indexOf('"', from + 1)
  if (end < 0) return refuse(line, from, 'a closing quotation mark')
  const text = line.slice(from + 1, end)
  const found = instruments.findSymbol(text)
  return found === null ? unknown(line, from, text, instruments) : taken(found.id, end + 1)
}

const longestSymbol = (
  line: string,
  from: number,
  instruments: InstrumentIndex,
): Taken<InstrumentId> | null => {
  let best: Taken<InstrumentId> | null = null
  let text = ''
  let at = from
  for (let count = 0; count < SYMBOL_WORDS_MAX; count++) {
    const word = wordAt(line, at)
    if (!isSymbolWord(word.text)) break
    text = text === '' ? word.text : `${text} ${word.text}`
    const found = instruments.findSymbol(text)
    if (found !== null) best = taken(found.id, word.to)
    at = skipSpaces(line, word.to)
  }
  return best
}

const unknown = (
  line: string,
  from: number,
  text: string,
  instruments: InstrumentIndex,
): Taken<InstrumentId> => {
  const near = instruments.nearest(text)
  const hint = near.length === 0 ? '' : `; nearest: ${near.join(', ')}`
  const problem = { column: from + 1, found: text, expected: `an instrument such as NIFTY 50${hint}` }
  return { kind: 'problem', to: Math.max(from + 1, wordAt(line, from).to), problem }
}

/** BSE and BFO symbols get their exchange as a prefix, because NSE may list the same symbol. */
export function printInstrument(id: InstrumentId): string {
  const parts = parseInstrumentId(id)
  if (parts === null) return id
  const { segment, tradingSymbol } = parts
  return segment.startsWith('B') ? `${segment.slice(0, 3)}:${tradingSymbol}` : tradingSymbol
}

export const titleOf = (id: InstrumentId, instruments: InstrumentIndex | null): string => {
  const found = instruments?.find(id) ?? null
  return found === null ? printInstrument(id) : instrumentTitle(found)
}
