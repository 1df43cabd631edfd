import { expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import {
  type BacktestRow,
  failedRow,
  notRunRow,
  queuedRow,
} from '../../../src/machines/backtests/backtest-rows.ts'
import { missingInWords } from '../../../src/views/screens/backtest/symbols/missing-in-words.ts'
import { backtestResult } from '../../support/backtests.ts'

const id = (symbol: string) => `NSE_${symbol}` as InstrumentId
const saved = (symbol: string): BacktestRow => ({
  ...queuedRow(id(symbol)),
  state: 'saved',
  result: backtestResult(),
})
const notRun = (symbol: string) => notRunRow(id(symbol))
const failed = (symbol: string) => failedRow({ instrument: id(symbol), reason: 'No candles' })

test.each<[string, readonly BacktestRow[], number, string | null]>([
  ['a complete run', [saved('TCS'), saved('INFY')], 2, null],
  [
    'one that was interrupted',
    [saved('TCS'), notRun('INFY'), notRun('SBIN'), notRun('ITC')],
    1,
    `3 of 4 symbols were not run: INFY and 2 more. Totals cover the other one.`,
  ],
  [
    'one with a symbol that failed',
    [saved('TCS'), notRun('INFY'), failed('SBIN')],
    1,
    `1 of 3 symbols was not run: INFY. 1 of 3 symbols failed: SBIN. Totals cover the other one.`,
  ],
  [
    'one that goes on',
    [saved('TCS'), saved('INFY'), queuedRow(id('SBIN'))],
    1,
    'Totals cover 1 of 3 symbols. The rest are running.',
  ],
])('what the totals of %s leave out', (_, rows, symbols, words) => {
  expect(missingInWords(rows, { symbols })).toEqual(words)
})

test('nothing is said where there are no totals', () => {
  expect(missingInWords([notRun('TCS'), notRun('INFY')], null)).toEqual(null)
})
