import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { indicatorsIn } from '../../../src/domain/strategies/condition/indicators-in.ts'
import { printOperand } from '../../../src/domain/strategies/condition/print.ts'
import {
  type Condition,
  comparators,
  type IndicatorOperand,
  type Operand,
} from '../../../src/domain/strategies/condition/tree.ts'
import { truthOf } from '../../../src/domain/strategies/condition/truth.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { candles, close, compare, indicator, number } from '../../support/engine/notation.ts'
import { series } from '../../support/engine/random.ts'

const host = await engineHost('Backtest')

const columnOfEngine = (input: Candles, operand: IndicatorOperand): Float64Array => {
  const compiler = createCompiler({ interval: '5min' })
  const step = compiler.operand(operand)
  return host.use((memory) => {
    const columns = evaluate(memory, compiler.program, input, putChart(memory, input))
    return Float64Array.from(memory.take(columns(step), input.time.length))
  })
}

const flagsOfEngine = (input: Candles, tree: Condition): readonly number[] => {
  const compiler = createCompiler({ interval: '5min' })
  const step = compiler.condition(tree)
  return host.use((memory) => {
    const columns = evaluate(memory, compiler.program, input, putChart(memory, input))
    const bytes = new Uint8Array(memory.take(columns(step), Math.ceil(input.time.length / 8)).buffer)
    return [...bytes.subarray(0, input.time.length)]
  })
}

const truth = (input: Candles, tree: Condition): readonly number[] => {
  const known = new Map(
    indicatorsIn([tree]).map((operand) => [printOperand(operand), columnOfEngine(input, operand)]),
  )
  const columnOf = (operand: IndicatorOperand) => known.get(printOperand(operand)) ?? new Float64Array(0)
  return [...truthOf(tree, { rows: input.time.length, columnOf })]
}

const some: fc.Arbitrary<Operand> = fc.oneof(
  fc.constantFrom<Operand>(
    close,
    indicator('open'),
    indicator('high'),
    indicator('sma', 'close', 3),
    indicator('ema', 'close', 5),
    indicator('rsi', 3),
  ),
  fc.integer({ min: -50, max: 200 }).map(number),
)

const operands = fc.oneof(
  some,
  fc.record({
    kind: fc.constant('arithmetic' as const),
    operator: fc.constantFrom('+', '-', '*', '/'),
    left: some,
    right: some,
  }),
  fc.record({
    kind: fc.constant('call' as const),
    name: fc.constantFrom('min', 'max'),
    of: fc.array(some, { minLength: 2, maxLength: 3 }),
  }),
  some.map((of): Operand => ({ kind: 'call', name: 'abs', of: [of] })),
)

const comparisons: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant('compare' as const),
  left: operands,
  comparator: fc.constantFrom(...comparators),
  right: operands,
})

const conditions = fc.oneof(
  comparisons,
  fc.record({
    kind: fc.constantFrom('all', 'any'),
    of: fc.array(comparisons, { minLength: 1, maxLength: 4 }),
  }),
)

describe('the truth of a condition on columns', () => {
  test('is that of the engine, for any condition and candles', () => {
    fc.assert(
      fc.property(series({ minLength: 1, maxLength: 60 }), conditions, (input, tree) => {
        expect(truth(input, tree)).toEqual(flagsOfEngine(input, tree))
      }),
      { numRuns: 300 },
    )
  })

  test('of a crossing holds on one candle, and needs a candle before', () => {
    const line = candles('101 99 100 101 102 100')
    expect(truth(line, compare(close, 'crosses above', number(100)))).toEqual([0, 0, 0, 1, 0, 0])
    expect(truth(line, compare(close, 'crosses below', number(100)))).toEqual([0, 1, 0, 0, 0, 0])
  })

  test('is nowhere where an operand has no value', () => {
    const zero: Operand = { kind: 'arithmetic', operator: '/', left: close, right: number(0) }
    const line = candles('100 101')
    expect(truth(line, compare(zero, 'higher than', number(0)))).toEqual([0, 0])
    expect(truth(line, compare(zero, 'equal to', zero))).toEqual([0, 0])
  })
})
