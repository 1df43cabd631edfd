import { expect, test } from 'vitest'
import { ruleInNumbers } from '../../../src/domain/deployments/rule-in-numbers.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'

const values = [
  { text: 'rsi(14)', value: 28.314 },
  { text: 'close', value: 101.5 },
  { text: 'ema(close,9)', value: 24_172 },
  { text: 'ema(close,21)', value: 24_170.2 },
  { text: 'sma(close,20)', value: null },
]

test.each([
  ['rsi(14) < 30', 'rsi(14) 28.31 below 30'],
  [
    'ema(close,9) crosses above ema(close,21)',
    'ema(close,9) 24,172.00 crossed above ema(close,21) 24,170.20',
  ],
  ['close >= sma(close,20)', 'close 101.50 at or above sma(close,20) –'],
  ['rsi(14) < 30 and close > 100', 'rsi(14) 28.31 below 30 and close 101.50 above 100'],
  [
    '(rsi(14) < 30 or close > 100) and close <= 102',
    '(rsi(14) 28.31 below 30 or close 101.50 above 100) and close 101.50 at or below 102',
  ],
])('%s is said as %s', (rule, expected) => {
  const parsed = parseCondition(rule)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  expect(ruleInNumbers(parsed.tree, values)).toBe(expected)
})
