import type { Condition, Operand } from './tree.ts'

/** The same condition, written out: no part has a name. */
export const withoutNames = (condition: Condition): Condition => {
  if (condition.kind !== 'compare') return { kind: condition.kind, of: condition.of.map(withoutNames) }
  const { kind, left, comparator, right } = condition
  return { kind, left: operandWithoutNames(left), comparator, right: operandWithoutNames(right) }
}

const operandWithoutNames = (operand: Operand): Operand => {
  switch (operand.kind) {
    case 'number':
      return { kind: 'number', value: operand.value }
    case 'indicator': {
      const { as: _, over, ...indicator } = operand
      return over === undefined ? indicator : { ...indicator, over: operandWithoutNames(over) }
    }
    case 'arithmetic': {
      const { kind, operator, left, right } = operand
      return { kind, operator, left: operandWithoutNames(left), right: operandWithoutNames(right) }
    }
    case 'call':
      return { kind: 'call', name: operand.name, of: operand.of.map(operandWithoutNames) }
    default:
      return operand satisfies never
  }
}
