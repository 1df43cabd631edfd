import { countOf } from '../../format.ts'
import { CONDITION_LENGTH_MAX } from '../condition/cursor.ts'
import { behindBracket, behindQuote, behindSpaces, namedAt } from '../condition/named-part.ts'
import type { ParseProblem } from '../condition/parse-problem.ts'
import { type Definition, shapeOf } from './definition.ts'

const DEPTH_MAX = 8
/** Definitions that use definitions multiply, so the letters written are bounded, nested ones counted again. */
const LENGTH_MAX = 4 * CONDITION_LENGTH_MAX

export interface Expansion {
  /** Each name of a definition with what it stands for in braces behind it. */
  readonly text: string
  /** The offset in the typed text of an offset in `text`; within what a name stands for it is that of the name. */
  readonly toTyped: (offset: number) => number
  /** Names that could not be expanded, by their offset in the typed text. */
  readonly problemAt: ReadonlyMap<number, ParseProblem>
}

export interface ExpandScope {
  /** By parameter. */
  readonly values: ReadonlyMap<string, string>
  readonly within: readonly string[]
  readonly room: { left: number }
}

export const expand = (typed: string, definitions: readonly Definition[]): Expansion =>
  expandWith(typed, definitions, { values: new Map(), within: [], room: openRoom() })

export const openRoom = (): ExpandScope['room'] => ({ left: LENGTH_MAX })

export const expandWith = (
  typed: string,
  definitions: readonly Definition[],
  scope: ExpandScope,
): Expansion => {
  const pieces: Piece[] = []
  const problemAt = new Map<number, ParseProblem>()
  const known = new Map(definitions.map((definition) => [definition.name, definition] as const))
  let text = ''
  const copy = (from: number, to: number) => {
    pieces.push({ start: text.length, from, isCopied: true })
    text += typed.slice(from, to)
  }
  const put = (from: number, made: string) => {
    pieces.push({ start: text.length, from, isCopied: false })
    text += made
  }
  let at = 0
  for (let word = wordAfter(typed, 0); word !== null; word = wordAfter(typed, at)) {
    copy(at, word.from)
    const name = typed.slice(word.from, word.to).toLowerCase()
    const value = scope.values.get(name)
    const definition = known.get(name)
    at = word.to
    if (value !== undefined) put(word.from, value)
    else if (definition === undefined) copy(word.from, at)
    else {
      const call = callAt(typed, word, definition)
      at = call.to
      const made = expandCall(call, definition, definitions, scope)
      if ('problem' in made) {
        problemAt.set(word.from, { column: word.from + 1, found: name, expected: made.problem })
        copy(word.from, at)
      } else put(word.from, made.text)
    }
  }
  copy(at, typed.length)
  return { text, problemAt, toTyped: (offset) => typedOffset(pieces, offset) }
}

interface Piece {
  readonly start: number
  readonly from: number
  readonly isCopied: boolean
}

const typedOffset = (pieces: readonly Piece[], offset: number): number => {
  const piece = pieces.findLast(({ start }) => start <= offset)
  if (piece === undefined) return offset
  return piece.isCopied ? piece.from + offset - piece.start : piece.from
}

interface Word {
  readonly from: number
  readonly to: number
}

/** The next word that may name a definition: not one in quotes, behind an @, or that has its braces already. */
const wordAfter = (text: string, from: number): Word | null => {
  let at = from
  while (at < text.length) {
    const sign = text[at] ?? ''
    if (sign === '"') at = behindQuote(text, at)
    else if (sign === '{') {
      const end = behindBracket(text, at)
      if (end === null) return null
      at = end
    } else if (/[A-Za-z_]/.test(sign) && !/[\w.@]/.test(text[at - 1] ?? '')) {
      const named = namedAt(text, at)
      if (named === null) return { from: at, to: at + (/^\w+/.exec(text.slice(at))?.[0].length ?? 1) }
      at = named.brace
    } else at++
  }
  return null
}

interface Call {
  readonly typed: string
  readonly values: readonly string[]
  readonly to: number
}

const callAt = (text: string, { from, to }: Word, { params }: Definition): Call => {
  const open = behindSpaces(text, to)
  const end = params.length > 0 && text[open] === '(' ? behindBracket(text, open) : null
  if (end === null) return { typed: text.slice(from, to), values: [], to }
  return { typed: text.slice(from, end), values: valuesIn(text.slice(open + 1, end - 1)), to: end }
}

const valuesIn = (list: string): readonly string[] => {
  if (list.trim() === '') return []
  const values: string[] = []
  let begun = 0
  let depth = 0
  for (let at = 0; at < list.length; at++) {
    if (list[at] === '(') depth++
    if (list[at] === ')') depth--
    if (list[at] === ',' && depth === 0) {
      values.push(list.slice(begun, at).trim())
      begun = at + 1
    }
  }
  return [...values, list.slice(begun).trim()]
}

type Made = { readonly text: string } | { readonly problem: string }

const expandCall = (
  { typed, values }: Call,
  definition: Definition,
  definitions: readonly Definition[],
  scope: ExpandScope,
): Made => {
  const { name, params, body } = definition
  if (scope.within.includes(name)) return { problem: `another name, as ${name} would use itself` }
  if (scope.within.length >= DEPTH_MAX)
    return { problem: `at most ${DEPTH_MAX} definitions within one another` }
  if (scope.room.left <= 0)
    return { problem: `definitions that are shorter together than ${LENGTH_MAX} letters` }
  const shape = shapeOf(definition)
  if (values.length > params.length)
    return { problem: `at most ${countOf(params.length, 'value')}: ${shape}` }
  const given = params.map((param, index) => values[index] ?? param.default)
  const missing = params.find((_, index) => given[index] === null || given[index] === '')
  if (missing !== undefined) return { problem: `a value for ${missing.name}: ${shape}` }
  const swept = params.find(
    (param, index) => /\.\./.test(given[index] ?? '') && timesNamed(body, param.name) > 1,
  )
  if (swept !== undefined)
    return {
      problem: `one value for ${swept.name}, which ${name} uses more than once; write it out to sweep it`,
    }
  const meant = params.map(
    (param, index) => [param.name, atom(expandWith(given[index] ?? '', definitions, scope).text)] as const,
  )
  const inner = expandWith(body, definitions, {
    values: new Map(meant),
    within: [...scope.within, name],
    room: scope.room,
  })
  scope.room.left -= inner.text.length
  const [broken] = inner.problemAt.values()
  if (broken !== undefined)
    return { problem: `${name} that can be read: ${broken.found}, ${broken.expected}` }
  // A sweep gives it another meaning with each value, so it has no name.
  if (/\.\./.test(typed)) return { text: `(${inner.text})` }
  return { text: `${expandWith(typed, [], scope).text}{${inner.text}}` }
}

/** A single number or word fits where a value of an indicator is expected; parentheses do not. */
const atom = (text: string): string => (/^[+-]?[\w.:]+$/.test(text) ? text : `(${text})`)

const namesIn = (body: string): readonly string[] => {
  const names: string[] = []
  for (let word = wordAfter(body, 0); word !== null; word = wordAfter(body, word.to))
    names.push(body.slice(word.from, word.to).toLowerCase())
  return names
}

const timesNamed = (body: string, name: string): number => namesIn(body).filter((one) => one === name).length

/** Names of other definitions that the body of one uses, each once. */
export const usedIn = (
  { params, body }: Definition,
  definitions: readonly Definition[],
): readonly string[] => {
  const written = new Set(namesIn(body))
  return definitions
    .map(({ name }) => name)
    .filter((name) => written.has(name) && params.every((param) => param.name !== name))
}
