import { behindBracket, behindQuote, namedAt } from '../condition/named-part.ts'
import { type ParsedPrefix, parseCondition, parseConditionPrefix, parseOperand } from '../condition/parse.ts'
import type { ParseProblem } from '../condition/parse-problem.ts'
import { printCondition, printOperand } from '../condition/print.ts'
import type { Condition, Operand, Parsed } from '../condition/tree.ts'
import type { Definition } from './definition.ts'
import { type Expansion, expand } from './expand.ts'

/** Reads a rule as a user types it, with the names of definitions. */
export const readCondition = (typed: string, definitions: readonly Definition[]): Parsed<Condition> =>
  mapped(expand(typed, definitions), parseCondition)

export const readOperand = (typed: string, definitions: readonly Definition[]): Parsed<Operand> =>
  mapped(expand(typed, definitions), parseOperand)

export const readOperandOrRule = (
  typed: string,
  definitions: readonly Definition[],
): { readonly operand: Operand } | { readonly rule: Condition } | { readonly problem: ParseProblem } => {
  const operand = readOperand(typed, definitions)
  if (operand.ok) return { operand: operand.tree }
  const rule = readCondition(typed, definitions)
  if (rule.ok) return { rule: rule.tree }
  return { problem: rule.problem.column > operand.problem.column ? rule.problem : operand.problem }
}

const mapped = <Tree>(expansion: Expansion, parse: (text: string) => Parsed<Tree>): Parsed<Tree> => {
  const parsed = parse(expansion.text)
  return parsed.ok ? parsed : { ok: false, problem: typedProblem(expansion, parsed.problem) }
}

const typedProblem = ({ toTyped, problemAt }: Expansion, problem: ParseProblem): ParseProblem => {
  const at = toTyped(problem.column - 1)
  return problemAt.get(at) ?? { ...problem, column: at + 1 }
}

/** As `parseConditionPrefix`, in the columns and offsets of what is typed. */
export const readConditionPrefix = (
  typed: string,
  from: number,
  definitions: readonly Definition[],
): ParsedPrefix => prefixOf(typed, from, definitions, parseConditionPrefix)

export const prefixOf = <Read extends PrefixRead>(
  typed: string,
  from: number,
  definitions: readonly Definition[],
  read: (text: string, from: number) => Read,
): Read => {
  const expansion = expand(typed.slice(from), definitions)
  const parsed = read(typed.slice(0, from) + expansion.text, from)
  const to = from + expansion.toTyped(parsed.to - from)
  if (parsed.ok) return { ...parsed, to }
  const inTyped = typedProblem(expansion, { ...parsed.problem, column: parsed.problem.column - from })
  return { ...parsed, to, problem: { ...inTyped, column: inTyped.column + from } }
}

type PrefixRead =
  | { readonly ok: true; readonly to: number }
  | { readonly ok: false; readonly to: number; readonly problem: ParseProblem }

/** The text that is kept and sent: each name with what it stands for behind it, so that it can be read anywhere. */
export const toKept = (typed: string, definitions: readonly Definition[]): string =>
  expand(typed, definitions).text

/** The inverse of `toKept`. A name that stands for something else by now keeps its braces. */
export const toTyped = (kept: string, definitions: readonly Definition[]): string =>
  withoutBraces(kept, ({ name, inner }) => isStillMeant(name, inner, definitions))

export interface ChangedName {
  /** `squeeze(20)` */
  readonly name: string
  readonly was: string
  /** Null if there is no such definition any more. */
  readonly now: string | null
}

/** Names in a kept rule whose definitions have changed or gone since it was written. */
export const changedNames = (kept: string, definitions: readonly Definition[]): readonly ChangedName[] =>
  namesIn(kept)
    .filter(({ name, inner }) => !isStillMeant(name, inner, definitions))
    .map(({ name, inner }) => ({ name, was: inner, now: meaningOf(name, definitions) }))

export const renewed = (kept: string, definitions: readonly Definition[]): string =>
  toKept(
    withoutBraces(kept, ({ name }) => meaningOf(name, definitions) !== null),
    definitions,
  )

export const shortText = (kept: string): string => withoutBraces(kept, () => true)

const withoutBraces = (kept: string, isShort: (named: NameInText) => boolean): string =>
  namesIn(kept)
    .filter(isShort)
    .reduceRight((text, { name, from, to }) => text.slice(0, from) + name + text.slice(to), kept)

interface NameInText {
  readonly name: string
  readonly inner: string
  readonly from: number
  readonly to: number
}

const namesIn = (kept: string): readonly NameInText[] => {
  const names: NameInText[] = []
  let at = 0
  while (at < kept.length) {
    const named = /\w/.test(kept[at - 1] ?? '') ? null : namedAt(kept, at)
    const to = named === null ? null : behindBracket(kept, named.brace)
    if (kept[at] === '"') at = behindQuote(kept, at)
    else if (named === null || to === null) at++
    else {
      names.push({ name: named.name, inner: kept.slice(named.brace + 1, to - 1), from: at, to })
      at = to
    }
  }
  return names
}

/** `close - ema(close,9)` for `spread(9)`; null if it cannot be read. */
export const meaningOf = (name: string, definitions: readonly Definition[]): string | null => {
  const [only, ...others] = namesIn(toKept(name, definitions))
  return only === undefined || others.length > 0 || only.name !== name ? null : only.inner
}

const isStillMeant = (name: string, inner: string, definitions: readonly Definition[]): boolean => {
  const now = meaningOf(name, definitions)
  return now !== null && canonical(now) === canonical(inner)
}

/** As printed, so that blanks, defaults and other spellings make no difference. */
const canonical = (text: string): string => {
  const asRule = parseCondition(text)
  if (asRule.ok) return printCondition(asRule.tree)
  const asOperand = parseOperand(text)
  return asOperand.ok ? printOperand(asOperand.tree) : text
}
