import { fieldIndexOf, findIndicator } from '../../charts/indicators.ts'
import { textOfInstrument } from '../../instruments/instrument-names.ts'
import type { Comparator, Condition, IndicatorOperand, Operand } from './tree.ts'

const signs: Partial<Record<Comparator, string>> = {
  'lower than': '<',
  'lower than equal to': '<=',
  'higher than': '>',
  'higher than equal to': '>=',
  'equal to': '=',
}

/** `whole` keeps behind each name what it stood for, and parses back; `short` is the name alone. */
type Names = 'whole' | 'short'

export const printCondition = (condition: Condition): string => textOfCondition(condition, 'whole')

/** For people to read: a part with a name is its name alone. */
export const shortCondition = (condition: Condition): string => textOfCondition(condition, 'short')

const textOfCondition = (condition: Condition, names: Names): string => {
  const { as } = condition
  if (as === undefined) return textOfRule(condition, names)
  return names === 'short' ? as : `${as}{${textOfRule(condition, names)}}`
}

const textOfRule = (condition: Condition, names: Names): string => {
  if (condition.kind === 'compare') {
    const { left, comparator, right } = condition
    return `${textOfOperand(left, names)} ${signs[comparator] ?? comparator} ${textOfOperand(right, names)}`
  }
  const { kind, of } = condition
  if (of.length < 2) return `${kind} of (${of.map((part) => textOfCondition(part, names)).join(', ')})`
  return of.map((part) => textOfPart(part, kind, names)).join(kind === 'all' ? ' and ' : ' or ')
}

/** `and` binds tighter than `or`. A nested group of the same kind keeps its parentheses, to parse back. */
const textOfPart = (part: Condition, around: 'all' | 'any', names: Names): string => {
  const text = textOfCondition(part, names)
  if (part.as !== undefined || part.kind === 'compare' || part.of.length < 2) return text
  return around === 'any' && part.kind === 'all' ? text : `(${text})`
}

export const printOperand = (operand: Operand): string => textOfOperand(operand, 'whole')

/** For people to read, as `shortCondition` is. */
export const shortOperand = (operand: Operand): string => textOfOperand(operand, 'short')

const textOfOperand = (operand: Operand, names: Names): string => {
  const { as } = operand
  if (as === undefined) return textOfValue(operand, names)
  return names === 'short' ? as : `${as}{${textOfValue(operand, names)}}`
}

const textOfValue = (operand: Operand, names: Names): string => {
  switch (operand.kind) {
    case 'number':
      return String(operand.value)
    case 'indicator':
      return textOfIndicator(operand, names)
    case 'call':
      return `${operand.name}(${operand.of.map((one) => textOfOperand(one, names)).join(', ')})`
    case 'arithmetic': {
      const { operator, left, right } = operand
      const strength = strengthOf(operator)
      return `${textOfSide(left, strength, names)} ${operator} ${textOfSide(right, strength + 1, names)}`
    }
    default:
      return operand satisfies never
  }
}

const strengthOf = (operator: '+' | '-' | '*' | '/'): number => (operator === '+' || operator === '-' ? 1 : 2)

const textOfSide = (side: Operand, strength: number, names: Names): string => {
  const text = textOfOperand(side, names)
  const isWeaker = side.kind === 'arithmetic' && strengthOf(side.operator) < strength
  return side.as === undefined && isWeaker ? `(${text})` : text
}

const textOfIndicator = (operand: IndicatorOperand, names: Names): string => {
  const { key, interval, instrument, over } = operand
  const spec = findIndicator(key)
  const params =
    spec === null || over === undefined
      ? operand.params
      : operand.params.with(fieldIndexOf(spec), textOfOperand(over, names))
  const last = params.length - 1
  const shown = spec?.params[last]?.name === 'offset' && params[last] === 0 ? params.slice(0, last) : params
  const list = shown.length === 0 ? '' : `(${shown.join(',')})`
  const at = interval === undefined ? '' : `@${interval}`
  const of = instrument === undefined ? '' : ` of "${textOfInstrument(instrument)}"`
  return `${spec?.syntax ?? key}${list}${at}${of}`
}
