import { printOperand } from '../../strategies/condition/print.ts'
import type { Comparator, Condition, IndicatorOperand, Operand } from '../../strategies/condition/tree.ts'

/** At a candle and at the one before it; NaN without a value. */
export interface TwoValues {
  readonly now: number
  readonly before: number
}

export type ReadIndicator = (operand: IndicatorOperand) => TwoValues

export interface ReadComparison {
  readonly left: Operand
  readonly comparator: Comparator
  readonly right: Operand
  readonly leftValues: TwoValues
  readonly rightValues: TwoValues
}

/** Each once, in the order they are written. */
export const indicatorsIn = (conditions: readonly Condition[]): readonly IndicatorOperand[] => [
  ...new Map(
    conditions
      .flatMap(operandsIn)
      .flatMap(indicatorsOf)
      .map((operand) => [printOperand(operand), operand]),
  ).values(),
]

const operandsIn = (condition: Condition): readonly Operand[] =>
  condition.kind === 'compare' ? [condition.left, condition.right] : condition.of.flatMap(operandsIn)

const indicatorsOf = (operand: Operand): readonly IndicatorOperand[] => {
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

/** The comparisons that make the condition true; null if it is false. */
export const comparisonsHeld = (
  condition: Condition,
  read: ReadIndicator,
): readonly ReadComparison[] | null => {
  if (condition.kind === 'compare') {
    const { left, comparator, right } = condition
    const compared = {
      left,
      comparator,
      right,
      leftValues: valuesOf(left, read),
      rightValues: valuesOf(right, read),
    }
    return isHeld(compared) ? [compared] : null
  }
  const parts = condition.of.map((part) => comparisonsHeld(part, read))
  const held = parts.filter((part) => part !== null)
  const isTrue = condition.kind === 'all' ? held.length === parts.length : held.length > 0
  return isTrue ? held.flat() : null
}

const valuesOf = (operand: Operand, read: ReadIndicator): TwoValues => {
  switch (operand.kind) {
    case 'number':
      return { now: operand.value, before: operand.value }
    case 'indicator':
      return read(operand)
    case 'arithmetic': {
      const [left, right] = [valuesOf(operand.left, read), valuesOf(operand.right, read)]
      const compute = arithmetic[operand.operator]
      return { now: compute(left.now, right.now), before: compute(left.before, right.before) }
    }
    case 'call': {
      const compute = operand.name === 'abs' ? Math.abs : Math[operand.name]
      const values = operand.of.map((inner) => valuesOf(inner, read))
      const one = (time: keyof TwoValues): number =>
        compute(...argumentsOf(values.map((value) => value[time])))
      return { now: one('now'), before: one('before') }
    }
    default:
      return operand satisfies never
  }
}

const argumentsOf = ([first = Number.NaN, ...others]: readonly number[]): [number, ...number[]] => [
  first,
  ...others,
]

const arithmetic = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
} as const

/** The engine's tolerance, relative to the larger value: `CLOSE` in engine/assembly/columns.ts. */
export const EQUAL_WITHIN = 1e-10

/** -1, 0 or 1; null without one of the values. */
const standingOf = (left: number, right: number): -1 | 0 | 1 | null => {
  const difference = left - right
  if (Number.isNaN(difference)) return null
  if (Math.abs(difference) <= EQUAL_WITHIN * Math.max(1, Math.abs(left), Math.abs(right))) return 0
  return difference < 0 ? -1 : 1
}

const isHeld = ({ comparator, leftValues, rightValues }: ReadComparison): boolean => {
  const now = standingOf(leftValues.now, rightValues.now)
  const before = standingOf(leftValues.before, rightValues.before)
  if (now === null) return false
  switch (comparator) {
    case 'equal to':
      return now === 0
    case 'higher than':
      return now === 1
    case 'higher than equal to':
      return now !== -1
    case 'lower than':
      return now === -1
    case 'lower than equal to':
      return now !== 1
    case 'crosses above':
      return now === 1 && before !== null && before !== 1
    case 'crosses below':
      return now === -1 && before !== null && before !== -1
    default:
      return comparator satisfies never
  }
}
