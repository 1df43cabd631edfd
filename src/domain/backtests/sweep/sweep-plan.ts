import { findIndicator } from '../../charts/indicators.ts'
import { nameOfCondition } from '../../strategies/condition/name.ts'
import { oppositeOf } from '../../strategies/condition/opposite.ts'
import { quantityOf, sizeOf } from '../../strategies/strategy-quantity.ts'
import type { BacktestParams } from '../backtest.ts'
import { countOfRange, type NumberRange, valueOfRange, valuesOfRange } from './number-range.ts'
import { type NumberPath, type SweptCondition, withNumbers, wordsOfPath } from './swept-condition.ts'

export type SweptParameter =
  | { readonly kind: 'entry' | 'exit'; readonly path: NumberPath }
  | { readonly kind: 'stop' | 'target' | 'size' }

export interface SweepAxis {
  /** Unique in a plan: `ema period`, `stop %`. */
  readonly label: string
  readonly parameter: SweptParameter
  readonly range: NumberRange
}

/** Combinations are numbered from 0 in grid order, the last axis fastest. */
export interface SweepPlan {
  readonly base: BacktestParams
  /** False where the exit is derived from the entry and varies with it. */
  readonly hasOwnExit: boolean
  /** False where each combination is named by its entry. */
  readonly hasOwnName: boolean
  readonly axes: readonly SweepAxis[]
}

export const COMBINATIONS_MAX = 10_000
/** Limit of one sweep, over all its symbols and windows. */
export const RUNS_MAX = 100_000
const NAME_LENGTH_MAX = 80

export const countOfPlan = ({ axes }: Pick<SweepPlan, 'axes'>): number =>
  axes.reduce((count, { range }) => count * countOfRange(range), 1)

export const axisIndices = ({ axes }: Pick<SweepPlan, 'axes'>, combination: number): readonly number[] => {
  let left = combination
  return axes
    .toReversed()
    .map(({ range }) => {
      const count = countOfRange(range)
      const index = left % count
      left = Math.floor(left / count)
      return index
    })
    .toReversed()
}

export const numbersOf = (plan: Pick<SweepPlan, 'axes'>, combination: number): readonly number[] =>
  axisIndices(plan, combination).map((index, axis) => {
    const range = plan.axes[axis]?.range
    return range === undefined ? Number.NaN : valueOfRange(range, index)
  })

export const combinationAt = ({ axes }: Pick<SweepPlan, 'axes'>, indices: readonly number[]): number =>
  axes.reduce((combination, { range }, axis) => combination * countOfRange(range) + (indices[axis] ?? 0), 0)

export const paramsAt = (plan: SweepPlan, combination: number): BacktestParams => {
  const { base, axes, hasOwnExit, hasOwnName } = plan
  const numbers = numbersOf(plan, combination)
  const numberOf = (kind: SweptParameter['kind']): number | undefined =>
    numbers[axes.findIndex(({ parameter }) => parameter.kind === kind)]
  const entry = conditionAt(plan, numbers, 'entry')
  const name = hasOwnName ? base.name : nameOfCondition(entry, NAME_LENGTH_MAX)
  const exit = hasOwnExit ? conditionAt(plan, numbers, 'exit') : oppositeOf(entry)
  const quantity = quantityOf(base.size)
  const size = sizeOf({ ...quantity, value: numberOf('size') ?? quantity.value })
  const stopLoss = numberOf('stop') ?? base.stopLoss
  return { ...base, name, entry, exit, size, stopLoss, targetProfit: numberOf('target') ?? base.targetProfit }
}

const conditionAt = ({ base, axes }: SweepPlan, numbers: readonly number[], kind: 'entry' | 'exit') => {
  const paths: NumberPath[] = []
  const values: number[] = []
  axes.forEach(({ parameter }, axis) => {
    if (parameter.kind !== kind || !('path' in parameter)) return
    paths.push(parameter.path)
    values.push(numbers[axis] ?? Number.NaN)
  })
  return withNumbers(base[kind], paths, values)
}

export const axesOfCondition = (kind: 'entry' | 'exit', swept: SweptCondition): readonly SweepAxis[] =>
  swept.ranges.map(({ path, range }) => {
    const words = wordsOfPath(swept.tree, path, nameOfParam)
    return { label: kind === 'exit' ? `exit ${words}` : words, parameter: { kind, path }, range }
  })

const nameOfParam = (key: string, index: number): string => {
  const spec = findIndicator(key)
  return `${spec?.syntax ?? key} ${spec?.params[index]?.name ?? 'value'}`
}

export const numbered = (axes: readonly SweepAxis[]): readonly SweepAxis[] =>
  axes.map((axis, index) => {
    const before = axes.slice(0, index).filter(({ label }) => label === axis.label).length
    const isAlone = axes.filter(({ label }) => label === axis.label).length === 1
    return isAlone ? axis : { ...axis, label: `${axis.label} ${before + 1}` }
  })

export const combinationInWords = (plan: Pick<SweepPlan, 'axes'>, combination: number): string =>
  numbersOf(plan, combination)
    .map((value, axis) => `${plan.axes[axis]?.label ?? ''} = ${value}`)
    .join(' · ')

export const axisValues = ({ range }: SweepAxis): readonly number[] => valuesOfRange(range)
