import type { ParseProblem } from './tree.ts'

/** Thrown inside the parser and made a value at its edge. */
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

/** A place in the text of a condition, moving forward. Depth and nodes are counted against their bounds. */
export interface Cursor {
  readonly text: string
  at: number
  depth: number
  nodes: number
}

/** At character `from` of the text, with nothing counted yet. */
export const openCursor = (text: string, from: number): Cursor => ({ text, at: from, depth: 0, nodes: 0 })

export const skipBlanks = (cursor: Cursor): void => {
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at++
}

/** The word, number or sign at the cursor, for messages. */
export const foundAt = ({ text, at }: Cursor): string =>
  /^(?:[A-Za-z_][\w]*|[\d.]+\w*|"[^"]*"?|[<>=!]+|\S)/.exec(text.slice(at, at + 60))?.[0] ?? 'the end'

/** Refuses what stands at the cursor, blanks aside. */
export const fail = (cursor: Cursor, expected: string): never => {
  skipBlanks(cursor)
  throw new ConditionProblem({ column: cursor.at + 1, found: foundAt(cursor), expected })
}

/** Moves over a sign such as `(` and says whether it was there. */
export const takeSign = (cursor: Cursor, sign: string): boolean => {
  skipBlanks(cursor)
  if (!cursor.text.startsWith(sign, cursor.at)) return false
  cursor.at += sign.length
  return true
}

/** Moves over words such as `crosses above`, in any letter case, and says whether they were there. */
export const takeWords = (cursor: Cursor, words: string): boolean => {
  skipBlanks(cursor)
  let at = cursor.at
  for (const [place, word] of words.split(' ').entries()) {
    if (place > 0) {
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

/** Counts one node of the tree. */
export const countNode = (cursor: Cursor): void => {
  cursor.nodes++
  if (cursor.nodes > CONDITION_NODES_MAX) fail(cursor, `at most ${CONDITION_NODES_MAX} parts in a condition`)
}

/** Reads something nested one level deeper. */
export const deeper = <Tree>(cursor: Cursor, read: () => Tree): Tree => {
  if (cursor.depth >= CONDITION_DEPTH_MAX) fail(cursor, `at most ${CONDITION_DEPTH_MAX} levels of nesting`)
  cursor.depth++
  const tree = read()
  cursor.depth--
  return tree
}
