import { printOperand } from './print.ts'
import type { Condition, IndicatorOperand, Operand } from './tree.ts'

/** Each once, in the order they are written; those inside another one are part of it. */
export const indicatorsIn = (conditions: readonly Condition[]): readonly IndicatorOperand[] => [
  ...new Map(
    conditions
      .flatMap(operandsOf)
      .flatMap(indicatorsOf)
      .map((operand) => [printOperand(operand), operand]),
  ).values(),
]

const operandsOf = (condition: Condition): readonly Operand[] =>
  condition.kind === 'compare' ? [condition.left, condition.right] : condition.of.flatMap(operandsOf)

export const withInner = (operand: IndicatorOperand): readonly IndicatorOperand[] => [
  operand,
  ...(operand.over === undefined ? [] : indicatorsOf(operand.over).flatMap(withInner)),
]

export const indicatorsOf = (operand: Operand): readonly IndicatorOperand[] => {
  switch (operand.kind) {
    case 'number':
      return []
    case 'indicator':
      return [operand]
    case 'arithmetic':
      return [...indicatorsOf(operand.left), ...indicatorsOf(operand.right)]
    case 'call':
      return operand.of.flatMap(indicatorsOf)
    default:
      return operand satisfies never
  }
}
