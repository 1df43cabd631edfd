import { calculate, callOf, isHeld, standingOf } from '../../strategies/condition/judge.ts'
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
    return isTrue(compared) ? [compared] : null
  }
  const parts = condition.of.map((part) => comparisonsHeld(part, read))
  const held = parts.filter((part) => part !== null)
  const isWhole = condition.kind === 'all' ? held.length === parts.length : held.length > 0
  return isWhole ? held.flat() : null
}

const valuesOf = (operand: Operand, read: ReadIndicator): TwoValues => {
  switch (operand.kind) {
    case 'number':
      return { now: operand.value, before: operand.value }
    case 'indicator':
      return read(operand)
    case 'arithmetic': {
      const [left, right] = [valuesOf(operand.left, read), valuesOf(operand.right, read)]
      const { operator } = operand
      return {
        now: calculate(operator, left.now, right.now),
        before: calculate(operator, left.before, right.before),
      }
    }
    case 'call': {
      const values = operand.of.map((inner) => valuesOf(inner, read))
      const one = (time: keyof TwoValues): number =>
        callOf(
          operand.name,
          values.map((value) => value[time]),
        )
      return { now: one('now'), before: one('before') }
    }
    default:
      return operand satisfies never
  }
}

const isTrue = ({ comparator, leftValues, rightValues }: ReadComparison): boolean =>
  isHeld[comparator](
    standingOf(leftValues.now, rightValues.now),
    standingOf(leftValues.before, rightValues.before),
  )
