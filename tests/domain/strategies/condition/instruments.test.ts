import { describe, expect, test } from 'vitest'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { instrumentsOf, otherInstruments } from '../../../../src/domain/strategies/condition/instruments.ts'
import { parseCondition } from '../../../../src/domain/strategies/condition/parse.ts'

const read = (text: string) => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  return parsed.tree
}

describe(instrumentsOf, () => {
  test.each<[string, readonly string[]]>([
    ['close > 1', []],
    ['close of "TCS" > 1', ['NSE_TCS']],
    ['1 < rsi(14)@15min of "NIFTY 50"', ['INDICES_NIFTY 50']],
    ['close of "TCS" > open of "TCS" and low of "INFY" < 3', ['NSE_TCS', 'NSE_INFY']],
    ['max(close, 2 * (open of "BSE_TCS" + 1)) > abs(low of "NFO-FUT_X")', ['BSE_TCS', 'NFO-FUT_X']],
    ['ema(close / close of "TCS",9) > 1', ['NSE_TCS']],
    ['any of (close > 1, all of (close of "TCS" > 1, close of "INFY" < 2))', ['NSE_TCS', 'NSE_INFY']],
  ])('%s', (text, expected) => {
    expect(instrumentsOf(read(text))).toEqual(expected)
  })
})

test('the others of a rule are those of entry and exit without the traded one', () => {
  const rule = [read('close of "TCS" > close of "INFY"'), read('close of "SBIN" < close of "INFY"')]
  expect(otherInstruments(rule, instrumentId('NSE', 'INFY'))).toEqual(['NSE_TCS', 'NSE_SBIN'])
})
