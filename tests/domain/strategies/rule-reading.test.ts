import { describe, expect, test } from 'vitest'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import type { Condition } from '../../../src/domain/strategies/condition/tree.ts'
import { previewSpan } from '../../../src/domain/strategies/preview-span.ts'
import { readRow, timesTrue } from '../../../src/domain/strategies/rule-reading.ts'
import { at, candles, date } from '../../support/engine/notation.ts'

const rule = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.tree
}

const reading = (text: string, line: string) => {
  const { close, time } = candles(line)
  return readRow(rule(text), { rows: time.length, columnOf: () => close })
}

describe('what a row says at the last candle', () => {
  test('are its two values, whether it is true, and since when it is not', () => {
    expect(reading('close > 100', '99 101')).toEqual({ left: 101, right: 100, isTrue: true, candlesAgo: 0 })
    expect(reading('close > 100', '101 99 98')).toEqual({
      left: 98,
      right: 100,
      isTrue: false,
      candlesAgo: 2,
    })
    expect(reading('close > 200', '101 99').candlesAgo).toEqual(null)
  })

  test('of a group is only whether it is true', () => {
    expect(reading('close > 100 or close < 50', '101')).toEqual({
      left: null,
      right: null,
      isTrue: true,
      candlesAgo: 0,
    })
  })
})

describe('how often a rule becomes true', () => {
  const clocks = ['09:15', '09:20', '09:25', '15:10', '15:15']
  const day = (on: string): readonly number[] => clocks.map((clock) => at(on, clock))
  const time = Float64Array.from([...day('2026-11-23'), ...day('2026-11-24')])
  const count = (truth: string, hours: { start: string; stop: string } | null, from = 0) =>
    timesTrue(
      Uint8Array.from(truth, (sign) => (sign === 'x' ? 1 : 0)),
      { from, hours, time },
    )

  test('counts where it begins to be true, not each candle', () => {
    expect(count('.xx.x.....', null)).toEqual({ times: 2, candles: 3 })
  })

  test('counts within the hours only, and what is true all day once a day', () => {
    const hours = { start: '09:20', stop: '15:15' }
    expect(count('xxxxxxxxxx', hours)).toEqual({ times: 2, candles: 6 })
    expect(count('x...xx...x', hours)).toEqual({ times: 0, candles: 0 })
  })

  test('leaves out the candles before the days shown', () => {
    expect(count('x....x....', null, 5)).toEqual({ times: 1, candles: 1 })
  })
})

test('the preview loads half as many days again, for the first values of averages', () => {
  expect(previewSpan('5min', date('2026-11-25'))).toEqual({
    days: 30,
    from: '2026-10-27',
    to: '2026-11-25',
    loadFrom: '2026-10-12',
  })
})
