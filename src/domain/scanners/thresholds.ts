import { printOperand } from '../strategies/condition/print.ts'
import type { Comparator, Condition } from '../strategies/condition/tree.ts'

/** A number that an operand is compared with; the rule is true on this side of it. */
export interface Threshold {
  readonly value: number
  readonly side: 'above' | 'below'
}

const sides: Partial<Record<Comparator, Threshold['side']>> = {
  'lower than': 'below',
  'lower than equal to': 'below',
  'crosses below': 'below',
  'higher than': 'above',
  'higher than equal to': 'above',
  'crosses above': 'above',
}

const other = { above: 'below', below: 'above' } as const

export const thresholdsOf = (rule: Condition): ReadonlyMap<string, Threshold> => {
  if (rule.kind !== 'compare') return new Map(rule.of.flatMap((part) => [...thresholdsOf(part)]).reverse())
  const { left, right, comparator } = rule
  const side = sides[comparator]
  if (side === undefined) return new Map()
  if (right.kind === 'number') return new Map([[printOperand(left), { value: right.value, side }]])
  if (left.kind === 'number')
    return new Map([[printOperand(right), { value: left.value, side: other[side] }]])
  return new Map()
}

/** How far a value is on the side where the rule is true; 0 where it is not. */
export const marginOf = ({ value, side }: Threshold, of: number): number =>
  Math.max(0, side === 'above' ? of - value : value - of)
