import { nearestHint } from '../../domain/nearest.ts'
import type { ArgKind, Taken } from '../command.ts'
import type { Environment } from '../environment.ts'
import { matchTier } from '../palette/rank.ts'
import { refuse, skipSpaces, taken, wordAt } from './words.ts'

const LIST_NAME_MAX = 60

interface Names {
  readonly expects: string
  namesOf(environment: Environment): readonly string[]
}

const escaped = (name: string): string => name.replace(/["\\]/g, (sign) => `\\${sign}`)
export const printName = (name: string): string => `"${escaped(name)}"`

/** `\"` is an escaped quotation mark. */
export const quotedAt = (line: string, from: number): Taken<string> | null => {
  if (line[from] !== '"') return null
  const match = /^"((?:[^"\\]|\\["\\])*)"/.exec(line.slice(from, from + 2 * LIST_NAME_MAX + 2))
  if (match === null) return refuse(line, from, 'a closing quotation mark')
  const name = (match[1] ?? '').replace(/\\(["\\])/g, '$1')
  return name.trim() === '' || name.length > LIST_NAME_MAX
    ? refuse(line, from, `a name of at most ${LIST_NAME_MAX} characters`)
    : taken(name, from + match[0].length)
}

const completionsOf = (
  { namesOf }: Names,
  word: string,
  environment: Environment,
): readonly { readonly text: string; readonly detail: string }[] => {
  const typed = word.replace(/^"/, '').toLowerCase()
  return namesOf(environment)
    .filter((name) => typed === '' || matchTier(typed, name) !== null)
    .map((name) => ({ text: printName(name), detail: '' }))
}

export const knownAt = (line: string, from: number, names: readonly string[]): Taken<string> | null => {
  const rest = line.slice(from).toLowerCase()
  const isEnd = (at: number): boolean => at >= rest.length || /[\s,]/.test(rest[at] ?? '')
  const found = names
    .filter((name) => rest.startsWith(name.toLowerCase()) && isEnd(name.length))
    .sort((a, b) => b.length - a.length)[0]
  return found === undefined ? null : taken(found, from + found.length)
}

/** In quotes, in full, or a part that matches only one name. */
export const knownName = (names: Names): ArgKind<string> => ({
  token: 'name',
  expects: names.expects,
  read(line, from, environment) {
    const known = names.namesOf(environment)
    const quoted = quotedAt(line, from)
    if (quoted?.kind === 'problem') return quoted
    if (quoted !== null && known.includes(quoted.value)) return quoted
    const whole = quoted === null ? knownAt(line, from, known) : null
    if (whole !== null) return whole
    const { text, to } = wordAt(line, from)
    if (text === '') return null
    const typed = (quoted?.value ?? text).toLowerCase()
    const close = known.filter((name) => matchTier(typed, name) !== null)
    const [one, ...others] = close
    if (one !== undefined && others.length === 0) return taken(one, quoted?.to ?? to)
    const hint = close.length > 1 ? `; one of ${close.slice(0, 5).join(', ')}` : nearestHint(typed, known)
    return refuse(line, from, names.expects + hint)
  },
  print: printName,
  complete: (word, environment) => completionsOf(names, word, environment),
})

type ReadBare = (line: string, from: number, known: readonly string[]) => Taken<string> | null

const nameOf = (names: Names, readBare: ReadBare): ArgKind<string> => ({
  token: 'name',
  expects: names.expects,
  read(line, from, environment) {
    const read = quotedAt(line, from) ?? readBare(line, from, names.namesOf(environment))
    return read?.kind === 'value' && read.value.length > LIST_NAME_MAX
      ? refuse(line, from, `a name of at most ${LIST_NAME_MAX} characters`)
      : read
  },
  print: printName,
  complete: (word, environment) => completionsOf(names, word, environment),
})

/** Up to the end, or a word with which another argument begins. */
const wordsAt = (line: string, from: number, before: readonly string[]): Taken<string> | null => {
  let to = from
  for (let at = from; at < line.length; at = skipSpaces(line, to)) {
    const word = wordAt(line, at)
    if (word.text === '' || (at > from && before.includes(word.text.toLowerCase()))) break
    to = word.to
  }
  return to === from ? null : taken(line.slice(from, to).replace(/\s+/g, ' '), to)
}

interface NewName extends Partial<Names> {
  readonly expects: string
  readonly before?: readonly string[]
}

/** For a new name: `save scanner Above its average` needs no quotation marks. */
export const newName = ({ expects, before = [], namesOf = () => [] }: NewName): ArgKind<string> =>
  nameOf({ expects, namesOf }, (line, from, known) => {
    const read = wordsAt(line, from, before)
    if (read?.kind !== 'value') return read
    const same = known.find((name) => name.toLowerCase() === read.value.toLowerCase())
    return same === undefined ? read : taken(same, read.to)
  })

export const anyName = (names: Names): ArgKind<string> =>
  nameOf(names, (line, from, known) => {
    const { text, to } = wordAt(line, from)
    return knownAt(line, from, known) ?? (text === '' ? null : taken(text, to))
  })
