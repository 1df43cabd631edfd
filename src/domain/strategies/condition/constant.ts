import { printCondition } from './print.ts'
import type { Condition } from './tree.ts'

const literal = (value: number) => ({ kind: 'number', value }) as const

/** The entry of a run that enters without a rule. */
export const always: Condition = {
  kind: 'compare',
  left: literal(1),
  comparator: 'higher than',
  right: literal(0),
}

export const never: Condition = {
  kind: 'compare',
  left: literal(0),
  comparator: 'higher than',
  right: literal(1),
}

export const isAlways = (condition: Condition): boolean =>
  printCondition(condition) === printCondition(always)

export const isNever = (condition: Condition): boolean => printCondition(condition) === printCondition(never)
