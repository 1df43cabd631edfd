import { type InstrumentId, type Universe, universes } from '../../../domain/instruments/instrument.ts'
import type { ArgKind, Taken } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { phraseAt, refuse, skipSpaces, taken } from '../words.ts'
import { instrument, printInstrument, readInstrument } from './instrument.ts'

/** Per backtest. */
export const MAX_INSTRUMENTS = 50

/** `nifty50` or `banknifty stocks` means the members of a universe. */
export const instruments: ArgKind<readonly InstrumentId[]> = {
  token: 'instrument',
  expects: 'one or more instruments separated by commas, such as NIFTY 50, RELIANCE',
  read(line, from, environment) {
    const found: InstrumentId[] = []
    let at = from
    for (;;) {
      const next = readMembers(line, at, environment) ?? readOne(line, at, environment)
      if (next === null) return found.length === 0 ? null : refuse(line, at, 'an instrument after the comma')
      if (next.kind === 'problem') return next
      found.push(...next.value.filter((id) => !found.includes(id)))
      if (found.length > MAX_INSTRUMENTS) return refuse(line, at, `at most ${MAX_INSTRUMENTS} instruments`)
      const comma = skipSpaces(line, next.to)
      if (line[comma] !== ',') return taken(found, next.to)
      at = skipSpaces(line, comma + 1)
    }
  },
  print: (ids) => ids.map(printInstrument).join(', '),
  complete: (word, environment) => [
    ...universeWords
      .filter(
        ({ words, isAlone }) => isAlone && word !== '' && (words[0] ?? '').startsWith(word.toLowerCase()),
      )
      .map(({ universe }) => ({ text: universe.toLowerCase(), detail: `shares of ${universe}` })),
    ...instrument.complete(word, environment),
  ],
}

const readOne = (
  line: string,
  at: number,
  environment: Environment,
): Taken<readonly InstrumentId[]> | null => {
  const one = readInstrument(line, at, environment)
  return one?.kind === 'value' ? taken([one.value], one.to) : one
}

const universeWords = universes.map((universe) => {
  const name = universe.toLowerCase()
  const isAlone = universe !== 'SENSEX' && universe !== 'BANKNIFTY'
  return { universe, isAlone, words: [...(isAlone ? [name] : []), `${name} stocks`] }
})

const readMembers = (
  line: string,
  at: number,
  environment: Environment,
): Taken<readonly InstrumentId[]> | null => {
  if (environment.instruments === null) return null
  for (const { universe, words } of universeWords) {
    const ends = words.map((word) => phraseAt(line, at, word)).filter((end) => end !== null)
    const to = ends.at(-1)
    if (to !== undefined) return membersOf(universe, line, at, to, environment.instruments)
  }
  return null
}

const membersOf = (
  universe: Universe,
  line: string,
  at: number,
  to: number,
  index: NonNullable<Environment['instruments']>,
): Taken<readonly InstrumentId[]> => {
  const members = index.membersOf(universe).map(({ id }) => id)
  if (members.length === 0) return refuse(line, at, `instruments; none of the list is marked ${universe}`)
  return members.length > MAX_INSTRUMENTS
    ? refuse(line, at, `at most ${MAX_INSTRUMENTS} instruments; ${universe} has ${members.length}`)
    : taken(members, to)
}
