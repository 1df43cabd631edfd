import type { Condition, Operand } from './tree.ts'

/** Indicators and calculations that the condition compares, in its order. */
export const comparedOperands = (condition: Condition): readonly Operand[] =>
  condition.kind === 'compare'
    ? [condition.left, condition.right].filter(({ kind }) => kind !== 'number')
    : condition.of.flatMap(comparedOperands)
