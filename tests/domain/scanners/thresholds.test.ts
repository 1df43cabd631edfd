import { expect, test } from 'vitest'
import { marginOf, thresholdsOf } from '../../../src/domain/scanners/thresholds.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'

const thresholds = (text: string) => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  return Object.fromEntries(thresholdsOf(parsed.tree))
}

test('thresholds are the numbers of a rule, on the side where it is true', () => {
  expect(thresholds('rsi(14) < 30 and (close > sma(close,200) or 20 < cci(20)) and rsi(14) > 10')).toEqual({
    'rsi(14)': { value: 30, side: 'below' },
    'cci(20)': { value: 20, side: 'above' },
  })
  expect(thresholds('close crosses above 100 and volume = 0')).toEqual({
    close: { value: 100, side: 'above' },
  })
})

test('a margin is how far a value is on that side', () => {
  expect(marginOf({ value: 30, side: 'below' }, 21.5)).toBe(8.5)
  expect(marginOf({ value: 30, side: 'below' }, 31)).toBe(0)
  expect(marginOf({ value: 30, side: 'above' }, 31)).toBe(1)
})
