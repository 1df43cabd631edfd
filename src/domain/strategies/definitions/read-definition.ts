import { findIndicator } from '../../charts/indicators.ts'
import { isInterval } from '../../charts/interval.ts'
import { CONDITION_LENGTH_MAX, ConditionProblem } from '../condition/cursor.ts'
import { parseCondition, parseOperand } from '../condition/parse.ts'
import type { ParseProblem } from '../condition/parse-problem.ts'
import type { Parsed } from '../condition/tree.ts'
import type { Definition, DefinitionParam } from './definition.ts'
import { expandWith, openRoom } from './expand.ts'

export const DEFINITION_PARAMS_MAX = 6
export const DEFINITION_NAME_MAX = 30

/** Words of the rule language, which a definition cannot take. */
const reserved = new Set([
  ...['and', 'or', 'of', 'all', 'any', 'min', 'max', 'abs', 'crosses', 'above', 'below', 'higher', 'lower'],
  ...['than', 'equal', 'to', 'def'],
])

const nameExpected = `a name of at most ${DEFINITION_NAME_MAX} letters, digits and _, such as squeeze`

export const isReserved = (name: string): boolean => {
  const word = name.toLowerCase()
  return reserved.has(word) || isInterval(word) || findIndicator(word) !== null
}

const refuse = (text: string, at: number, expected: string): never => {
  const found = /^(?:\w+|\S)/.exec(text.slice(at).trimStart())?.[0] ?? 'the end'
  const blanks = text.slice(at).length - text.slice(at).trimStart().length
  throw new ConditionProblem({ column: at + blanks + 1, found, expected })
}

/**
 * Reads `name(param, param = default) = body`; the parentheses may be absent. The body is read with the defaults, and
 * with a number where a parameter has none, so that a mistake is found where it is made. `known` are the other
 * definitions, which the body may use.
 */
export const parseDefinition = (text: string, known: readonly Definition[]): Parsed<Definition> => {
  try {
    const { definition, from } = readHead(text)
    checkBody(from, definition, known)
    return { ok: true, tree: definition }
  } catch (error) {
    if (error instanceof ConditionProblem) return { ok: false, problem: error.problem }
    throw error
  }
}

/** A definition that was checked when it was saved; null if it is none. */
export const definitionIn = (text: string): Definition | null => {
  try {
    return readHead(text).definition
  } catch (error) {
    if (error instanceof ConditionProblem) return null
    throw error
  }
}

/** `from` is the offset of the body. */
const readHead = (text: string): { readonly definition: Definition; readonly from: number } => {
  if (text.length > CONDITION_LENGTH_MAX)
    refuse(text, CONDITION_LENGTH_MAX, `at most ${CONDITION_LENGTH_MAX} characters`)
  const word = /^\s*([A-Za-z]\w*)/.exec(text)
  const name = word?.[1]?.toLowerCase() ?? ''
  if (name === '' || name.length > DEFINITION_NAME_MAX) return refuse(text, 0, nameExpected)
  if (isReserved(name)) return refuse(text, 0, `another name, as ${name} is a word of the rules`)
  const head = /^\s*\w+\s*(?:\(([^()]*)\)\s*)?=(?![=])\s*/.exec(text)
  if (head === null) return refuse(text, word?.[0].length ?? 0, '= and what it stands for')
  const params = readParams(text, head[1] ?? '', text.indexOf('(') + 1)
  const from = head[0].length
  const definition = { name, params, body: text.slice(from).trim() }
  if (definition.body === '') refuse(text, from, 'a rule or an operand, such as close > ema(close,20)')
  return { definition, from }
}

const readParams = (text: string, list: string, from: number): readonly DefinitionParam[] => {
  if (list.trim() === '') return []
  let at = from
  const params: DefinitionParam[] = []
  for (const part of list.split(',')) {
    const [, name, value] = /^\s*([A-Za-z]\w*)\s*(?:=\s*([+-]?[\w.]+)\s*)?$/.exec(part) ?? []
    if (name === undefined) return refuse(text, at, 'a name, or a name with its value such as n = 20')
    if (isReserved(name)) refuse(text, at, `another name, as ${name} is a word of the rules`)
    if (params.some((one) => one.name === name.toLowerCase())) refuse(text, at, `${name} only once`)
    params.push({ name: name.toLowerCase(), default: value ?? null })
    at += part.length + 1
  }
  if (params.length > DEFINITION_PARAMS_MAX) refuse(text, from, `at most ${DEFINITION_PARAMS_MAX} parameters`)
  return params
}

/** Values that a parameter without a default is tried with: most are lengths, some are factors or a price. */
const samples = ['14', '2', '0.5', 'close'] as const

const checkBody = (from: number, definition: Definition, known: readonly Definition[]): void => {
  const others = known.filter(({ name }) => name !== definition.name)
  const found = samples.map((sample) => findBodyProblem(definition, sample, others))
  if (found.includes(null)) return
  const [problem] = found
  if (problem === null || problem === undefined) return
  throw new ConditionProblem({ ...problem, column: from + problem.column })
}

const findBodyProblem = (
  { name, params, body }: Definition,
  sample: string,
  others: readonly Definition[],
): ParseProblem | null => {
  const values = new Map(params.map((param) => [param.name, param.default ?? sample] as const))
  const { text, problemAt, toTyped } = expandWith(body, others, { values, within: [name], room: openRoom() })
  const asRule = parseCondition(text)
  if (asRule.ok) return null
  const asOperand = parseOperand(text)
  if (asOperand.ok) return null
  const isRuleNearer = asRule.problem.column >= asOperand.problem.column
  const problem = isRuleNearer ? asRule.problem : asOperand.problem
  const typed = toTyped(problem.column - 1)
  return problemAt.get(typed) ?? { ...problem, column: typed + 1 }
}
