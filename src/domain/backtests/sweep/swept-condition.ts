import { parseConditionPrefix } from '../../strategies/condition/parse.ts'
import type { ParseProblem } from '../../strategies/condition/parse-problem.ts'
import { printCondition } from '../../strategies/condition/print.ts'
import type { Condition, Operand } from '../../strategies/condition/tree.ts'
import { withoutNames } from '../../strategies/condition/without-names.ts'
import {
  countOfRange,
  findRangeProblem,
  type NumberRange,
  printRange,
  type RangeText,
  rangesIn,
  valueOfRange,
} from './number-range.ts'

/** Child index at each node from the root. */
export type NumberPath = readonly number[]

export interface ConditionRange {
  readonly path: NumberPath
  readonly range: NumberRange
}

/** `tree` holds the first value of each range. */
export interface SweptCondition {
  readonly tree: Condition
  readonly ranges: readonly ConditionRange[]
}

export type ParsedSweptPrefix =
  | { readonly ok: true; readonly swept: SweptCondition; readonly to: number }
  | { readonly ok: false; readonly problem: ParseProblem; readonly to: number }

/** Parses the condition at offset `from` with each range's first value, then with its second and last. */
export const parseSweptPrefix = (text: string, from: number): ParsedSweptPrefix => {
  const all = rangesIn(text, from)
  const first = parseConditionPrefix(filled(text, all, 0), from)
  const mine = all.filter((one) => one.from < first.to)
  const broken = mine.find(({ range }) => findRangeProblem(range) !== null)
  if (broken !== undefined) return refused(broken, findRangeProblem(broken.range) ?? '')
  if (!first.ok) return first
  const ranges: ConditionRange[] = []
  for (const one of mine) {
    const last = countOfRange(one.range) - 1
    const paths = [1, last].map((index) => pathOf(text, all, one, index, from, first.tree))
    for (const path of paths) {
      if ('problem' in path) return refused(one, path.problem)
    }
    const [path] = paths
    if (path !== undefined && 'path' in path) ranges.push({ path: path.path, range: one.range })
  }
  // A name would not stand for the same with the next value of a range.
  const tree = ranges.length === 0 ? first.tree : withoutNames(first.tree)
  return { ok: true, swept: { tree, ranges }, to: endOf(first.to, mine) }
}

/** `ema(close,5..20:5) crosses above ema(close,20..60:10)` */
export const printSwept = ({ tree, ranges }: SweptCondition): string =>
  printCondition(ranges.reduce((made, { path, range }) => withText(made, path, printRange(range)), tree))

export const withNumbers = (tree: Condition, paths: readonly NumberPath[], values: readonly number[]) =>
  paths.reduce((made, path, index) => withNumber(made, path, values[index] ?? Number.NaN), tree)

export const wordsOfPath = (tree: Condition, path: NumberPath, paramName: ParamName): string => {
  let part: Part = tree
  for (const index of path) {
    if (typeof part !== 'object') break
    if (part.kind === 'indicator' && index < part.params.length) return paramName(part.key, index)
    part = partsOf(part)[index] ?? part
  }
  return 'level'
}

type ParamName = (key: string, index: number) => string

/** A range that ends the condition is longer than its first value. */
const endOf = (to: number, ranges: readonly RangeText[]): number =>
  ranges.reduce((end, { from, text }) => (from < end ? Math.max(end, from + text.length) : end), to)

const refused = ({ from, text }: RangeText, expected: string): ParsedSweptPrefix => ({
  ok: false,
  problem: { column: from + 1, found: text, expected },
  to: from + text.length,
})

/** Values are padded to the length of their range, so that columns stay the same. */
const filled = (
  text: string,
  ranges: readonly RangeText[],
  index: number,
  only: RangeText | null = null,
): string =>
  ranges.reduce((made, one) => {
    const value = String(valueOfRange(one.range, only === null || only === one ? index : 0))
    return made.slice(0, one.from) + value.padEnd(one.text.length) + made.slice(one.from + one.text.length)
  }, text)

const pathOf = (
  text: string,
  all: readonly RangeText[],
  one: RangeText,
  index: number,
  from: number,
  first: Condition,
): { readonly path: NumberPath } | { readonly problem: string } => {
  const parsed = parseConditionPrefix(filled(text, all, index, one), from)
  if (!parsed.ok) return { problem: parsed.problem.expected }
  const path = differenceOf(first, parsed.tree)
  const isThere = path !== null && numberAt(parsed.tree, path) === valueOfRange(one.range, index)
  // In `open -5..9` the minus is a subtraction and would be taken for the sign of the range.
  return isThere ? { path } : { problem: 'a range of numbers without a sign here' }
}

type Part = Condition | Operand | number | string

const partsOf = (part: Condition | Operand): readonly Part[] => {
  switch (part.kind) {
    case 'all':
    case 'any':
    case 'call':
      return part.of
    case 'compare':
    case 'arithmetic':
      return [part.left, part.right]
    case 'indicator':
      return part.over === undefined ? part.params : [...part.params, part.over]
    case 'number':
      return [part.value]
    default:
      return part satisfies never
  }
}

const numberAt = (tree: Condition, path: NumberPath): Part =>
  path.reduce((part: Part, index) => (typeof part === 'object' ? (partsOf(part)[index] ?? part) : part), tree)

const differenceOf = (one: Part, other: Part): NumberPath | null => {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other ? null : []
  const others = partsOf(other)
  for (const [index, part] of partsOf(one).entries()) {
    const found = differenceOf(part, others[index] ?? part)
    if (found !== null) return [index, ...found]
  }
  return null
}

interface Put {
  readonly param: number | string
  readonly operand: Operand
}

const withNumber = (tree: Condition, path: NumberPath, value: number): Condition =>
  inCondition(tree, path, { param: value, operand: { kind: 'number', value } })

/** For printing only: an operand prints an unknown name as it is. */
const withText = (tree: Condition, path: NumberPath, text: string): Condition =>
  inCondition(tree, path, { param: text, operand: { kind: 'indicator', key: text, params: [] } })

const inCondition = (tree: Condition, [index = 0, ...rest]: NumberPath, put: Put): Condition => {
  if (tree.kind !== 'compare')
    return { ...tree, of: tree.of.map((part, at) => (at === index ? inCondition(part, rest, put) : part)) }
  return index === 0
    ? { ...tree, left: inOperand(tree.left, rest, put) }
    : { ...tree, right: inOperand(tree.right, rest, put) }
}

const inOperand = (tree: Operand, [index = 0, ...rest]: NumberPath, put: Put): Operand => {
  switch (tree.kind) {
    case 'number':
      return put.operand
    case 'indicator':
      return tree.over !== undefined && index === tree.params.length
        ? { ...tree, over: inOperand(tree.over, rest, put) }
        : { ...tree, params: tree.params.map((param, at) => (at === index ? put.param : param)) }
    case 'call':
      return { ...tree, of: tree.of.map((part, at) => (at === index ? inOperand(part, rest, put) : part)) }
    case 'arithmetic':
      return index === 0
        ? { ...tree, left: inOperand(tree.left, rest, put) }
        : { ...tree, right: inOperand(tree.right, rest, put) }
    default:
      return tree satisfies never
  }
}
