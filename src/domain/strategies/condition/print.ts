import { findIndicator } from '../../charts/indicators.ts'
import { textOfInstrument } from '../../instruments/instrument-names.ts'
import type { Comparator, Condition, IndicatorOperand, Operand } from './tree.ts'

const signs: Partial<Record<Comparator, string>> = {
  'lower than': '<',
  'lower than equal to': '<=',
  'higher than': '>',
  'higher than equal to': '>=',
  'equal to': '=',
}

export const printCondition = (condition: Condition): string => {
  if (condition.kind === 'compare') {
    const { left, comparator, right } = condition
    return `${printOperand(left)} ${signs[comparator] ?? comparator} ${printOperand(right)}`
  }
  const word = condition.kind === 'all' ? 'and' : 'or'
  if (condition.of.length < 2) return `${condition.kind} of (${condition.of.map(printCondition).join(', ')})`
  return condition.of.map((part) => printPart(part, condition.kind)).join(` ${word} `)
}

/** `and` binds tighter than `or`. A nested group of the same kind keeps its parentheses, to parse back. */
const printPart = (part: Condition, around: 'all' | 'any'): string => {
  const text = printCondition(part)
  if (part.kind === 'compare' || part.of.length < 2) return text
  return around === 'any' && part.kind === 'all' ? text : `(${text})`
}

export const printOperand = (operand: Operand): string => {
  switch (operand.kind) {
    case 'number':
      return String(operand.value)
    case 'indicator':
      return printIndicator(operand)
    case 'call':
      return `${operand.name}(${operand.of.map(printOperand).join(', ')})`
    case 'arithmetic': {
      const { operator, left, right } = operand
      const strength = strengthOf(operator)
      return `${printSide(left, strength)} ${operator} ${printSide(right, strength + 1)}`
    }
    default:
      return operand satisfies never
  }
}

const strengthOf = (operator: '+' | '-' | '*' | '/'): number => (operator === '+' || operator === '-' ? 1 : 2)

const printSide = (side: Operand, strength: number): string => {
  const text = printOperand(side)
  return side.kind === 'arithmetic' && strengthOf(side.operator) < strength ? `(${text})` : text
}

const printIndicator = ({ key, params, interval, instrument }: IndicatorOperand): string => {
  const spec = findIndicator(key)
  const last = params.length - 1
  const shown = spec?.params[last]?.name === 'offset' && params[last] === 0 ? params.slice(0, last) : params
  const list = shown.length === 0 ? '' : `(${shown.join(',')})`
  const at = interval === undefined ? '' : `@${interval}`
  const of = instrument === undefined ? '' : ` of "${textOfInstrument(instrument)}"`
  return `${spec?.syntax ?? key}${list}${at}${of}`
}
