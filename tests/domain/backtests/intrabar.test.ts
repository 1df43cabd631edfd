import { describe, expect, test } from 'vitest'
import type { BacktestParams } from '../../../src/domain/backtests/backtest.ts'
import { intrabarOf, isMadeOfMinutes } from '../../../src/domain/backtests/intrabar.ts'
import { intervals } from '../../../src/domain/charts/interval.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { backtestParams } from '../../support/backtests.ts'

const settling = (changes: Partial<BacktestParams>) =>
  intrabarOf(backtestParams({ stopLoss: 1, targetProfit: 1, ...changes }))
const day = (text: string) => text as IstDate

describe('minute candles to settle what came first', () => {
  test('can tell the course of candles longer than a minute, up to a day', () => {
    expect(intervals.filter((interval) => !isMadeOfMinutes(interval))).toEqual(['min', 'week', 'month'])
  })
  test.each<[string, Partial<BacktestParams>, string]>([
    ['with stop and target', {}, 'wanted'],
    ['on days', { interval: 'day' }, 'wanted'],
    ['on minutes', { interval: 'min' }, 'needless'],
    ['on weeks', { interval: 'week' }, 'needless'],
    ['without a stop', { stopLoss: null }, 'needless'],
    ['with a trailing stop', { stopLoss: null, trailing: { distance: 1, after: null } }, 'wanted'],
    ['without a target', { targetProfit: null }, 'needless'],
    ['over 199,995 minutes', { from: day('2022-01-03'), to: day('2024-02-27') }, 'wanted'],
    ['over 200,370 minutes', { from: day('2022-01-03'), to: day('2024-02-28') }, 'tooMany'],
    ['over a century', { from: day('1950-01-01'), to: day('2050-01-01') }, 'tooMany'],
  ])('a run %s: %s', (_, changes, expected) => {
    expect(settling(changes)).toBe(expected)
  })
})
