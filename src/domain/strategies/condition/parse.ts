import {
  CONDITION_LENGTH_MAX,
  ConditionProblem,
  type Cursor,
  countNode,
  deeper,
  fail,
  foundAt,
  openCursor,
  skipBlanks,
  takeNamed,
  takeSign,
  takeWords,
} from './cursor.ts'
import { namedAt } from './named-part.ts'
import { readBraces, readSum } from './parse-operand.ts'
import type { ParseProblem } from './parse-problem.ts'
import type { Comparator, Condition, Operand, Parsed } from './tree.ts'

export const parseCondition = (text: string): Parsed<Condition> => whole(text, readAny)

export const parseOperand = (text: string): Parsed<Operand> => whole(text, readSum)

export type ParsedPrefix =
  | { readonly ok: true; readonly tree: Condition; readonly to: number }
  | { readonly ok: false; readonly problem: ParseProblem; readonly to: number }

/** Reads the condition at offset `from` as far as it reaches; `to` is the offset behind it. */
export const parseConditionPrefix = (text: string, from: number): ParsedPrefix => {
  const cursor = openCursor(text.slice(0, from + CONDITION_LENGTH_MAX), from)
  const parsed = attempt(() => readAny(cursor))
  if (parsed.ok) return { ok: true, tree: parsed.tree, to: cursor.at }
  const at = parsed.problem.column - 1
  const found = foundAt({ ...cursor, at })
  return { ok: false, problem: parsed.problem, to: found === 'the end' ? at : at + found.length }
}

const whole = <Tree>(text: string, read: (cursor: Cursor) => Tree): Parsed<Tree> => {
  const cursor = openCursor(text, 0)
  return attempt(() => {
    if (text.length > CONDITION_LENGTH_MAX) {
      cursor.at = CONDITION_LENGTH_MAX
      fail(cursor, `at most ${CONDITION_LENGTH_MAX} characters`)
    }
    const tree = read(cursor)
    skipBlanks(cursor)
    if (cursor.at < text.length) fail(cursor, 'the end, and, or')
    return tree
  })
}

const attempt = <Tree>(read: () => Tree): Parsed<Tree> => {
  try {
    return { ok: true, tree: read() }
  } catch (error) {
    if (error instanceof ConditionProblem) return { ok: false, problem: error.problem }
    throw error
  }
}

const readAny = (cursor: Cursor): Condition => readJoined(cursor, 'or', 'any', readAll)
const readAll = (cursor: Cursor): Condition => readJoined(cursor, 'and', 'all', readTerm)

const readJoined = (
  cursor: Cursor,
  word: string,
  kind: 'all' | 'any',
  read: (cursor: Cursor) => Condition,
): Condition => {
  const first = read(cursor)
  const of = [first]
  while (takeJoiner(cursor, word)) of.push(read(cursor))
  if (of.length === 1) return first
  countNode(cursor)
  return { kind, of }
}

/** Blanks behind a condition are not consumed without a joiner. */
const takeJoiner = (cursor: Cursor, word: string): boolean => {
  const before = cursor.at
  if (takeWords(cursor, word)) return true
  cursor.at = before
  return false
}

const readTerm = (cursor: Cursor): Condition => {
  for (const kind of ['all', 'any'] as const) {
    if (takeWords(cursor, `${kind} of`)) return readList(cursor, kind)
  }
  skipBlanks(cursor)
  const isBracketed = cursor.text[cursor.at] === '(' || namedAt(cursor.text, cursor.at) !== null
  return isBracketed ? readBracketed(cursor) : readComparison(cursor)
}

const readList = (cursor: Cursor, kind: 'all' | 'any'): Condition => {
  countNode(cursor)
  if (!takeSign(cursor, '(')) fail(cursor, `( after ${kind} of`)
  const of = deeper(cursor, () => {
    const parts = [readAny(cursor)]
    while (takeSign(cursor, ',')) parts.push(readAny(cursor))
    return parts
  })
  if (!takeSign(cursor, ')')) fail(cursor, `, or ) of ${kind} of`)
  return { kind, of }
}

/** `(close + open) / 2 > 5` and `(close > open)` begin alike; the failure that got further is reported. */
const readBracketed = (cursor: Cursor): Condition => {
  const { at, depth, nodes } = cursor
  const asComparison = attempt(() => readComparison(cursor))
  if (asComparison.ok) return asComparison.tree
  cursor.at = at
  cursor.depth = depth
  cursor.nodes = nodes
  const asGroup = attempt(() => readGroup(cursor))
  if (asGroup.ok) return asGroup.tree
  const { problem } = asComparison
  throw new ConditionProblem(asGroup.problem.column >= problem.column ? asGroup.problem : problem)
}

const readGroup = (cursor: Cursor): Condition => {
  const as = takeNamed(cursor)
  if (as !== null) return { ...readBraces(cursor, readAny), as }
  takeSign(cursor, '(')
  const inner = deeper(cursor, () => readAny(cursor))
  if (!takeSign(cursor, ')')) fail(cursor, 'and, or or )')
  return inner
}

const readComparison = (cursor: Cursor): Condition => {
  countNode(cursor)
  const left = readSum(cursor)
  const comparator = takeComparator(cursor)
  const right = readSum(cursor)
  cursor.at = lastInk(cursor)
  return { kind: 'compare', left, comparator, right }
}

const lastInk = ({ text, at }: Cursor): number => {
  let end = at
  while (/\s/.test(text[end - 1] ?? '')) end--
  return end
}

/** Longer ones first, since `<` is a prefix of `<=`. */
const written: readonly (readonly [string, Comparator])[] = [
  ['higher than equal to', 'higher than equal to'],
  ['lower than equal to', 'lower than equal to'],
  ['higher than', 'higher than'],
  ['lower than', 'lower than'],
  ['equal to', 'equal to'],
  ['crosses above', 'crosses above'],
  ['crosses below', 'crosses below'],
  ['>=', 'higher than equal to'],
  ['<=', 'lower than equal to'],
  ['==', 'equal to'],
  ['>', 'higher than'],
  ['<', 'lower than'],
  ['=', 'equal to'],
]

const takeComparator = (cursor: Cursor): Comparator => {
  skipBlanks(cursor)
  for (const [words, comparator] of written) {
    const isThere = /\w/.test(words) ? takeWords(cursor, words) : takeSign(cursor, words)
    if (isThere) return comparator
  }
  return fail(cursor, 'a comparator: crosses above, crosses below, <, <=, >, >=, =')
}
