import { nearestHint } from '../../domain/nearest.ts'
import type { Shortcuts } from '../../domain/shortcuts/shortcuts.ts'
import type { ParseProblem } from '../../domain/strategies/condition/parse-problem.ts'
import type { Placed, WrittenOut } from '../environment.ts'
import { skipSpaces, wordAt } from './words.ts'

export type Words = Pick<Shortcuts, 'aliases' | 'variables'>

/** `from` and `to` are offsets in the typed line, `readFrom` and `readTo` in the expanded line. */
interface Piece {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly readFrom: number
  readonly readTo: number
}

export interface Expanded {
  readonly text: string
  /** Inside an expansion, the offset of the word that was expanded. */
  typedAt(offset: number, isEnd?: boolean): number
  readAt(offset: number): number
  /** The word whose expansion holds this offset; null if the text was typed. */
  wordAt(offset: number): string | null
}

const definers = new Set(['alias', 'unalias', 'set', 'unset', 'pin', 'macro', 'bind'])

const DEPTH_MAX = 5
const EXPANDED_MAX = 4000

/** Null if the line has nothing to expand. */
export const expandLine = (line: string, { aliases, variables }: Words): Expanded | null => {
  const start = skipSpaces(line, 0)
  const first = wordAt(line, start)
  if (isDefining(line)) return null
  const alias = own(aliases, first.text.toLowerCase())
  const pieces: Piece[] = []
  let text = line.slice(0, start)
  let at = start
  const put = (name: string, to: number, value: string): void => {
    const meant = substitute(value, variables, 1)
    pieces.push({ name, from: at, to, readFrom: text.length, readTo: text.length + meant.length })
    text += meant
    at = to
  }
  if (alias !== null) put(first.text, first.to, alias)
  for (const { index, name, length } of variablesIn(line.slice(at))) {
    const from = index + (alias === null ? start : first.to)
    const value = own(variables, name)
    if (value === null || text.length > EXPANDED_MAX) continue
    text += line.slice(at, from)
    at = from
    put(`$${name}`, from + length, value)
  }
  if (pieces.length === 0) return null
  text += line.slice(at)
  return { text, ...placesIn(pieces) }
}

const isDefining = (line: string): boolean =>
  definers.has(wordAt(line, skipSpaces(line, 0)).text.toLowerCase())

const own = (words: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(words, name) ? (words[name] ?? null) : null

/** `$name`, except inside quotation marks. */
const variablesIn = (
  text: string,
): readonly { readonly index: number; readonly name: string; readonly length: number }[] =>
  [...text.matchAll(/"[^"]*"|\$([a-z][a-z0-9_-]*)/gi)].flatMap(({ 0: whole, 1: name, index }) =>
    name === undefined ? [] : [{ index, name: name.toLowerCase(), length: whole.length }],
  )

const substitute = (text: string, variables: Words['variables'], depth: number): string => {
  if (depth > DEPTH_MAX || text.length > EXPANDED_MAX || !text.includes('$')) return text
  let meant = ''
  let at = 0
  for (const { index, name, length } of variablesIn(text)) {
    const value = own(variables, name)
    if (value === null) continue
    meant += text.slice(at, index) + substitute(value, variables, depth + 1)
    at = index + length
  }
  return meant + text.slice(at)
}

const placesIn = (pieces: readonly Piece[]): Omit<Expanded, 'text'> => ({
  typedAt(offset, isEnd = false) {
    let shift = 0
    for (const { from, to, readFrom, readTo } of pieces) {
      if (offset < readFrom || (isEnd && offset === readFrom)) break
      if (isEnd ? offset <= readTo : offset < readTo) return isEnd ? to : from
      shift = to - readTo
    }
    return offset + shift
  },
  readAt(offset) {
    let shift = 0
    for (const { from, to, readTo } of pieces) {
      if (offset <= from) break
      if (offset < to) return readTo
      shift = readTo - to
    }
    return offset + shift
  },
  wordAt(offset) {
    return pieces.find(({ readFrom, readTo }) => offset >= readFrom && offset < readTo)?.name ?? null
  },
})

const unknownVariable = (line: string, { variables }: Words): ParseProblem | null => {
  if (!line.includes('$') || isDefining(line)) return null
  const found = variablesIn(line).find(({ name }) => own(variables, name) === null)
  if (found === undefined) return null
  const hint = nearestHint(found.name, Object.keys(variables))
  return { column: found.index + 1, found: `$${found.name}`, expected: `a variable that has been set${hint}` }
}

export const writtenOut = (line: string, words: Words): WrittenOut | null => {
  const expanded = expandLine(line, words)
  const unknown = unknownVariable(line, words)
  if (expanded === null && unknown === null) return null
  return {
    text: expanded?.text ?? line,
    readAt: (offset) => expanded?.readAt(offset) ?? offset,
    asTyped: (reading) => ({
      ...reading,
      ...(expanded === null ? {} : placed(reading, expanded)),
      ...(unknown === null ? {} : { problem: unknown, call: null }),
    }),
  }
}

const placed = (
  { tokens, problem }: Placed,
  { typedAt, wordAt: standsIn }: Expanded,
): Omit<Placed, 'call'> => {
  const word = problem === null ? null : standsIn(problem.column - 1)
  return {
    tokens: tokens
      .map((token) => ({ ...token, from: typedAt(token.from), to: typedAt(token.to, true) }))
      .filter((token, index, all) => token.from >= (all[index - 1]?.to ?? 0)),
    problem:
      problem === null
        ? null
        : {
            ...problem,
            column: typedAt(problem.column - 1) + 1,
            expected: word === null ? problem.expected : `${problem.expected} (in the expansion of ${word})`,
          },
  }
}
