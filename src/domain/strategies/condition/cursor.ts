import { behindSpaces, namedAt } from './named-part.ts'
import type { ParseProblem } from './parse-problem.ts'

/** Caught at the edge of the parser and returned as a value. */
export class ConditionProblem extends Error {
  override readonly name = 'ConditionProblem'
  readonly problem: ParseProblem
  constructor(problem: ParseProblem) {
    super(problem.expected)
    this.problem = problem
  }
}

export const CONDITION_LENGTH_MAX = 2_000
export const CONDITION_DEPTH_MAX = 16
export const CONDITION_NODES_MAX = 200

export interface Cursor {
  readonly text: string
  at: number
  depth: number
  nodes: number
}

export const openCursor = (text: string, from: number): Cursor => ({ text, at: from, depth: 0, nodes: 0 })

export const skipBlanks = (cursor: Cursor): void => {
  cursor.at = behindSpaces(cursor.text, cursor.at)
}

export const foundAt = ({ text, at }: Cursor): string =>
  /^(?:[A-Za-z_][\w]*|[\d.]+\w*|"[^"]*"?|[<>=!]+|\S)/.exec(text.slice(at, at + 60))?.[0] ?? 'the end'

export const fail = (cursor: Cursor, expected: string): never => {
  skipBlanks(cursor)
  throw new ConditionProblem({ column: cursor.at + 1, found: foundAt(cursor), expected })
}

export const takeSign = (cursor: Cursor, sign: string): boolean => {
  skipBlanks(cursor)
  if (!cursor.text.startsWith(sign, cursor.at)) return false
  cursor.at += sign.length
  return true
}

export const takeWords = (cursor: Cursor, words: string): boolean => {
  skipBlanks(cursor)
  let at = cursor.at
  for (const [index, word] of words.split(' ').entries()) {
    if (index > 0) {
      const before = at
      while (/\s/.test(cursor.text[at] ?? '')) at++
      if (at === before) return false
    }
    if (cursor.text.slice(at, at + word.length).toLowerCase() !== word) return false
    at += word.length
    if (/\w/.test(cursor.text[at] ?? '')) return false
  }
  cursor.at = at
  return true
}

export const countNode = (cursor: Cursor): void => {
  cursor.nodes++
  if (cursor.nodes > CONDITION_NODES_MAX) fail(cursor, `at most ${CONDITION_NODES_MAX} parts in a condition`)
}

export const deeper = <Tree>(cursor: Cursor, read: () => Tree): Tree => {
  if (cursor.depth >= CONDITION_DEPTH_MAX) fail(cursor, `at most ${CONDITION_DEPTH_MAX} levels of nesting`)
  cursor.depth++
  const tree = read()
  cursor.depth--
  return tree
}

/** `squeeze(20)` of `squeeze(20){…}` at the cursor, which moves behind its brace; null without a brace. */
export const takeNamed = (cursor: Cursor): string | null => {
  skipBlanks(cursor)
  const named = namedAt(cursor.text, cursor.at)
  if (named === null) return null
  cursor.at = named.brace + 1
  return named.name
}
