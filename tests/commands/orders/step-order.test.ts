import { describe, expect, test } from 'vitest'
import { withLotStep, withPriceStep } from '../../../src/commands/palette/step-order.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { tradingWith } from '../../support/command-environment.ts'

const environment = tradingWith()
const stepped = (step: typeof withPriceStep, line: string, by: 1 | -1): string | null =>
  step(line, readLine(line, line.length, environment), by, environment)?.line ?? null

describe('an order on the line is stepped', () => {
  test.each<[string, 1 | -1, string | null]>([
    ['buy 2l nifty atm ce @85.4 mis', 1, 'buy 2l nifty atm ce @85.45 mis'],
    ['buy 2l nifty atm ce @85.4 mis', -1, 'buy 2l nifty atm ce @85.35 mis'],
    ['buy nifty atm ce @ask', 1, 'buy nifty atm ce @85.5'],
    ['buy tcs', 1, 'buy tcs @2450.05'],
    ['sell tcs @mkt ', -1, 'sell tcs @2449.95 '],
    ['buy tcs @0.05', -1, null],
    ['chart tcs', 1, null],
    ['buy', 1, null],
  ])('in its price: %s %s', (line, by, expected) => {
    expect(stepped(withPriceStep, line, by)).toBe(expected)
  })

  test.each<[string, 1 | -1, string | null]>([
    ['buy 2l nifty atm ce @85.4', 1, 'buy 3l nifty atm ce @85.4'],
    ['buy 130 nifty atm ce', -1, 'buy 1l nifty atm ce'],
    ['buy nifty atm ce', 1, 'buy nifty atm ce 2l'],
    ['buy 1l nifty atm ce', -1, 'buy 1l nifty atm ce'],
    ['sell 10 tcs', 1, 'sell 11 tcs'],
    ['chart tcs', 1, null],
  ])('in its quantity: %s %s', (line, by, expected) => {
    expect(stepped(withLotStep, line, by)).toBe(expected)
  })
})
