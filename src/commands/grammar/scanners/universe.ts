import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import {
  SCANNED_INSTRUMENTS_MAX,
  type ScanUniverse,
  universeInWords,
} from '../../../domain/scanners/universe.ts'
import type { ArgKind, Taken } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { matchTier } from '../../palette/rank.ts'
import { printInstrument, readInstrument } from '../instruments/instrument.ts'
import { knownAt, printName, quotedAt } from '../list-name.ts'
import { phraseAt, refuse, skipSpaces, taken } from '../words.ts'

const index = (name: Extract<ScanUniverse, { kind: 'index' }>['index']): ScanUniverse => ({
  kind: 'index',
  index: name,
})

/** The first is printed. */
const named: readonly { readonly universe: ScanUniverse; readonly words: readonly string[] }[] = [
  { universe: index('NIFTY500'), words: ['nifty500', 'nifty 500'] },
  { universe: index('NIFTY200'), words: ['nifty200', 'nifty 200'] },
  { universe: index('NIFTY100'), words: ['nifty100', 'nifty 100'] },
  { universe: index('NIFTY50'), words: ['nifty50', 'nifty 50', 'nifty'] },
  { universe: index('BANKNIFTY'), words: ['banknifty', 'nifty bank', 'bank nifty'] },
  { universe: index('SENSEX'), words: ['sensex'] },
  { universe: { kind: 'fno' }, words: ['f&o', 'fno'] },
  { universe: { kind: 'nse' }, words: ['nse', 'all nse'] },
]

const WATCHLIST = 'watchlist'

/** An index means its members, unlike where an instrument is traded. */
export const universe: ArgKind<ScanUniverse> = {
  token: 'instrument',
  expects: 'a universe: nifty 50, nifty 500, f&o, nse, a watchlist by name, or instruments',
  read: (line, from, environment) =>
    readNamed(line, from) ?? readWatchlist(line, from, environment) ?? readList(line, from, environment),
  print: (value) => {
    if (value.kind === 'watchlist') return `${WATCHLIST} ${printName(value.name)}`
    if (value.kind === 'instruments') return value.ids.map(printInstrument).join(', ')
    const known = named.find(({ universe: one }) => JSON.stringify(one) === JSON.stringify(value))
    return known?.words[0] ?? ''
  },
  complete: (word, { watchlists = [] }) => {
    const typed = word.toLowerCase()
    return [
      ...named
        .filter(({ words }) => words.some((known) => known.startsWith(typed)))
        .map(({ universe: one, words }) => ({ text: words[0] ?? '', detail: universeInWords(one) })),
      ...watchlists
        .filter(({ name }) => typed === '' || matchTier(typed.replace(/^"/, ''), name) !== null)
        .map(({ name }) => ({ text: `${WATCHLIST} ${printName(name)}`, detail: 'your watchlist' })),
    ]
  },
}

const readNamed = (line: string, from: number): Taken<ScanUniverse> | null => {
  const found = named.flatMap(({ universe: one, words }) =>
    words.map((word) => ({ one, to: phraseAt(line, from, word) })),
  )
  const longest = found.reduce((most, { to }) => Math.max(most, to ?? -1), -1)
  const best = found.find(({ to }) => to === longest && longest >= 0)
  // Before a comma it is an instrument, the first of several.
  const isFirst = line[skipSpaces(line, longest)] === ','
  return best === undefined || isFirst ? null : taken(best.one, longest)
}

const readWatchlist = (
  line: string,
  from: number,
  { watchlists = [] }: Environment,
): Taken<ScanUniverse> | null => {
  const names = watchlists.map(({ name }) => name)
  const said = phraseAt(line, from, WATCHLIST)
  const at = said === null ? from : skipSpaces(line, said)
  const quoted = quotedAt(line, at)
  if (quoted?.kind === 'problem') return quoted
  const found = quoted ?? knownAt(line, at, names)
  if (found !== null && found.kind === 'value' && names.includes(found.value))
    return taken({ kind: 'watchlist', name: found.value }, found.to)
  if (said === null && quoted === null) return null
  const known = names.length === 0 ? 'you have none yet' : `one of ${names.slice(0, 5).join(', ')}`
  return refuse(line, at, `a watchlist by name; ${known}`)
}

const readList = (line: string, from: number, environment: Environment): Taken<ScanUniverse> | null => {
  const ids: InstrumentId[] = []
  let at = from
  for (;;) {
    const next = readInstrument(line, at, environment)
    if (next === null) return ids.length === 0 ? null : refuse(line, at, 'an instrument after the comma')
    if (next.kind === 'problem') return next
    if (!ids.includes(next.value)) ids.push(next.value)
    if (ids.length > SCANNED_INSTRUMENTS_MAX)
      return refuse(line, at, `at most ${SCANNED_INSTRUMENTS_MAX} instruments`)
    const comma = skipSpaces(line, next.to)
    if (line[comma] !== ',') return taken({ kind: 'instruments', ids }, next.to)
    at = skipSpaces(line, comma + 1)
  }
}
