import type { Comparator, Condition, IndicatorOperand, Operand } from './tree.ts'

/** Values of an indicator, one per candle; NaN where it has none. */
export type ColumnOf = (operand: IndicatorOperand) => Float64Array

/** Two numbers closer than this share of the larger one, or of 1, are equal, as in the engine. */
const CLOSE = 1e-10

type Standing = -1 | 0 | 1 | null

/** Null if either has no value. */
const standingOf = (left: number, right: number): Standing => {
  const difference = left - right
  if (Number.isNaN(difference)) return null
  const tolerance = CLOSE * Math.max(1, Math.abs(left), Math.abs(right))
  if (Math.abs(difference) <= tolerance) return 0
  return difference > 0 ? 1 : -1
}

const isSo: Readonly<Record<Comparator, (now: Standing, before: Standing) => boolean>> = {
  'equal to': (now) => now === 0,
  'higher than': (now) => now === 1,
  'lower than': (now) => now === -1,
  'higher than equal to': (now) => now === 1 || now === 0,
  'lower than equal to': (now) => now === -1 || now === 0,
  'crosses above': (now, before) => now === 1 && (before === -1 || before === 0),
  'crosses below': (now, before) => now === -1 && (before === 1 || before === 0),
}

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

const truthOfComparison = (
  { left, comparator, right }: Extract<Condition, { kind: 'compare' }>,
  input: TruthInput,
): Uint8Array => {
  const [lefts, rights] = [valuesOf(left, input), valuesOf(right, input)]
  const truth = new Uint8Array(input.rows)
  const isTrue = isSo[comparator]
  let before: Standing = null
  for (let row = 0; row < input.rows; row++) {
    const now = standingOf(lefts[row] ?? Number.NaN, rights[row] ?? Number.NaN)
    truth[row] = isTrue(now, before) ? 1 : 0
    before = now
  }
  return truth
}

/** Of an operand, one per candle; NaN where it has none. */
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
        call(
          operand.name,
          columns.map((column) => column[row] ?? Number.NaN),
        ),
      )
    }
    default:
      return operand satisfies never
  }
}

/** What is not finite, such as a division by zero, is no value. */
const calculate = (operator: '+' | '-' | '*' | '/', left: number, right: number): number => {
  const value = operations[operator](left, right)
  return Number.isFinite(value) ? value : Number.NaN
}

const operations = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
} as const

const call = (name: 'min' | 'max' | 'abs', values: readonly number[]): number => {
  if (name === 'abs') return Math.abs(values[0] ?? Number.NaN)
  return name === 'min' ? Math.min(...values) : Math.max(...values)
}

/** Each once, in the order they are written; `keyOf` tells two apart. */
export const indicatorsOf = (
  conditions: readonly Condition[],
  keyOf: (operand: IndicatorOperand) => string,
): readonly IndicatorOperand[] => {
  const found = new Map<string, IndicatorOperand>()
  for (const operand of conditions.flatMap(operandsOf).flatMap(indicatorsIn))
    found.set(keyOf(operand), operand)
  return [...found.values()]
}

const operandsOf = (condition: Condition): readonly Operand[] =>
  condition.kind === 'compare' ? [condition.left, condition.right] : condition.of.flatMap(operandsOf)

const indicatorsIn = (operand: Operand): readonly IndicatorOperand[] => {
  switch (operand.kind) {
    case 'number':
      return []
    case 'indicator':
      return [operand]
    case 'arithmetic':
      return [...indicatorsIn(operand.left), ...indicatorsIn(operand.right)]
    case 'call':
      return operand.of.flatMap(indicatorsIn)
    default:
      return operand satisfies never
  }
}
