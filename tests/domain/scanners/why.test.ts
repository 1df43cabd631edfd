import { describe, expect, test } from 'vitest'
import { distanceOf, failing, firstOperand, type Judged, whyParts } from '../../../src/domain/scanners/why.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import { printCondition, printOperand } from '../../../src/domain/strategies/condition/print.ts'
import type { Condition } from '../../../src/domain/strategies/condition/tree.ts'

const ruleOf = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  return parsed.tree
}

const values: Readonly<Record<string, number>> = { close: 100, 'rsi(14)': 33, 'sma(close,200)': 95 }

const judged: Judged = {
  valueOf: (operand) =>
    operand.kind === 'number' ? operand.value : (values[printOperand(operand)] ?? Number.NaN),
  isTrue(part): boolean | null {
    if (part.kind !== 'compare') {
      const parts = part.of.map((one) => judged.isTrue(one))
      const decides = part.kind === 'any'
      if (parts.includes(decides)) return decides
      return parts.includes(null) ? null : !decides
    }
    const [left, right] = [judged.valueOf(part.left), judged.valueOf(part.right)]
    if (Number.isNaN(left - right)) return null
    return part.comparator === 'lower than' ? left < right : left > right
  },
}

describe('why a rule is or is not true', () => {
  test('is a list of its parts with their numbers, each before those inside it', () => {
    const parts = whyParts(ruleOf('rsi(14) < 30 and (close > sma(close,200) or close > vwap())'), judged)
    expect(parts.map(({ depth, text, isTrue, left, right }) => [depth, text, isTrue, left, right])).toEqual([
      [0, 'all of', false, null, null],
      [1, 'rsi(14) < 30', false, 33, 30],
      [1, 'any of', true, null, null],
      [2, 'close > sma(close,200)', true, 100, 95],
      [2, expect.stringContaining('vwap'), null, 100, null],
    ])
  })

  test('names the comparisons that keep it from being true', () => {
    const rule = ruleOf('rsi(14) < 30 and close > sma(close,200) and close > 120')
    expect(failing(rule, judged).map(printCondition)).toEqual(['rsi(14) < 30', 'close > 120'])
    expect(failing(ruleOf('close > 90'), judged)).toEqual([])
    expect(failing(rule, judged).map((part) => printOperand(firstOperand(part)))).toEqual([
      'rsi(14)',
      'close',
    ])
    expect(printOperand(firstOperand(failing(ruleOf('120 < close'), judged)[0] as never))).toBe('close')
  })
})

describe('the distance of a rule from being true', () => {
  test.each([
    ['close > 90', 0],
    ['close > 125', 0.2],
    ['close > 125 and rsi(14) < 30', 0.2 + 3 / 33],
    ['close > 125 or rsi(14) < 30', 3 / 33],
    ['close > vwap()', Number.POSITIVE_INFINITY],
  ])('%s', (text, distance) => {
    expect(distanceOf(ruleOf(text), judged)).toBeCloseTo(distance)
  })
})
