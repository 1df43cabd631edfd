import { calculate, callOf, isHeld, type Standing, standingOf } from './judge.ts'
import type { Condition, IndicatorOperand, Operand } from './tree.ts'

/** Values of an indicator, one per candle; NaN where it has none. */
export type ColumnOf = (operand: IndicatorOperand) => Float64Array

export interface TruthInput {
  readonly rows: number
  readonly columnOf: ColumnOf
}

/** 1 for each candle at whose close the condition is true, as the engine judges it. */
export const truthOf = (condition: Condition, input: TruthInput): Uint8Array => {
  if (condition.kind === 'compare') return truthOfComparison(condition, input)
  const isAll = condition.kind === 'all'
  const truth = new Uint8Array(input.rows).fill(isAll ? 1 : 0)
  for (const part of condition.of) {
    const other = truthOf(part, input)
    for (let row = 0; row < input.rows; row++) {
      const [one = 0, two = 0] = [truth[row], other[row]]
      truth[row] = isAll ? one & two : one | two
    }
  }
  return truth
}

export const closesWhere = (truth: Uint8Array, close: Float64Array): Float64Array =>
  close.map((price, row) => (truth[row] === 1 ? price : Number.NaN))

const truthOfComparison = (
  { left, comparator, right }: Extract<Condition, { kind: 'compare' }>,
  input: TruthInput,
): Uint8Array => {
  const [lefts, rights] = [valuesOf(left, input), valuesOf(right, input)]
  const truth = new Uint8Array(input.rows)
  const isTrue = isHeld[comparator]
  let before: Standing = null
  for (let row = 0; row < input.rows; row++) {
    const now = standingOf(lefts[row] ?? Number.NaN, rights[row] ?? Number.NaN)
    truth[row] = isTrue(now, before) ? 1 : 0
    before = now
  }
  return truth
}

/** One per candle; NaN without a value. */
export const valuesOf = (operand: Operand, input: TruthInput): Float64Array => {
  switch (operand.kind) {
    case 'number':
      return new Float64Array(input.rows).fill(operand.value)
    case 'indicator':
      return input.columnOf(operand)
    case 'arithmetic': {
      const [left, right] = [valuesOf(operand.left, input), valuesOf(operand.right, input)]
      return left.map((value, row) => calculate(operand.operator, value, right[row] ?? Number.NaN))
    }
    case 'call': {
      const columns = operand.of.map((one) => valuesOf(one, input))
      return Float64Array.from({ length: input.rows }, (_, row) =>
        callOf(
          operand.name,
          columns.map((column) => column[row] ?? Number.NaN),
        ),
      )
    }
    default:
      return operand satisfies never
  }
}
