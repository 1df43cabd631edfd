import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameOfCondition } from '../../../../src/domain/strategies/condition/name.ts'
import { oppositeOf } from '../../../../src/domain/strategies/condition/opposite.ts'
import { parseCondition } from '../../../../src/domain/strategies/condition/parse.ts'
import { printCondition } from '../../../../src/domain/strategies/condition/print.ts'
import type { Condition } from '../../../../src/domain/strategies/condition/tree.ts'
import { conditionTrees } from '../../../support/condition-trees.ts'

const read = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
  return parsed.tree
}

describe('the opposite of an entry', () => {
  test.each([
    ['ema(9) crosses above ema(21)', 'ema(close,9) crosses below ema(close,21)'],
    ['ema(9) crosses below ema(21) and rsi(14) < 30', 'ema(close,9) crosses above ema(close,21)'],
    [
      'close crosses above open and close crosses below high',
      'close crosses below open or close crosses above high',
    ],
    ['rsi(14) < 30', 'rsi(14) >= 30'],
    ['rsi(14) >= 30', 'rsi(14) < 30'],
    ['rsi(14) > 30 and close <= 5', 'rsi(14) <= 30 or close > 5'],
    ['rsi(14) > 30 or close = 5', 'rsi(14) <= 30 and (close < 5 or close > 5)'],
  ])('%s ends with %s', (entry, exit) => {
    expect(printCondition(oppositeOf(read(entry)))).toBe(exit)
  })

  test('holds exactly when an entry without crosses does not', () => {
    const plain = conditionTrees.filter((tree) => !printCondition(tree).includes('crosses'))
    fc.assert(
      fc.property(plain, fc.array(fc.double({ noNaN: true }), { minLength: 1 }), (entry, values) => {
        expect(holds(oppositeOf(entry), values)).toBe(!holds(entry, values))
      }),
    )
  })
})

/** The truth of a condition whose operands are drawn from `values` by their text: enough to compare two conditions. */
const holds = (condition: Condition, values: readonly number[]): boolean => {
  if (condition.kind === 'all') return condition.of.every((part) => holds(part, values))
  if (condition.kind === 'any') return condition.of.some((part) => holds(part, values))
  const valueFor = (operand: unknown): number => {
    const text = JSON.stringify(operand)
    return values[text.length % values.length] ?? 0
  }
  const left = valueFor(condition.left)
  const right = valueFor(condition.right)
  switch (condition.comparator) {
    case 'equal to':
      return left === right
    case 'lower than':
      return left < right
    case 'lower than equal to':
      return left <= right
    case 'higher than':
      return left > right
    case 'higher than equal to':
      return left >= right
    default:
      throw new Error('no crosses here')
  }
}

describe('the name of a rule', () => {
  test.each([
    ['ema(9) crosses above ema(21)', 'EMA 9 crosses above EMA 21'],
    ['rsi(14) < 30 and close > vwap', 'RSI 14 below 30 and close above VWAP'],
    ['close >= 1.5 * open(-1)', 'close at least 1 point 5 times open minus 1'],
    ['ema(high,9)@15min of "M&M" > 0', 'EMA high 9 at 15min of M&M above 0'],
  ])('%s is called %s', (text, name) => {
    expect(nameOfCondition(read(text), 80)).toBe(name)
  })

  test('has only letters, digits, spaces and ampersands, and a bounded length', () => {
    fc.assert(
      fc.property(conditionTrees, fc.integer({ min: 5, max: 80 }), (condition, lengthMax) => {
        expect(nameOfCondition(condition, lengthMax)).toMatch(/^[A-Za-z0-9& ]+$/)
        expect(nameOfCondition(condition, lengthMax).length).toBeLessThanOrEqual(lengthMax)
      }),
    )
  })
})
