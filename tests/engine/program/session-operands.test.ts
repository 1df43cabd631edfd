import { describe, expect, test } from 'vitest'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { candles } from '../../support/engine/notation.ts'

const host = await engineHost('GetTechnicals')

const valuesOf = (
  input: ReturnType<typeof candles>,
  key: string,
  params: readonly (number | string)[],
  interval: Interval = '5min',
) => {
  const [answer] = runTechnicals(
    host,
    { interval, give: 'columns', requests: [{ key, params }] },
    input,
  ).results
  return answer !== undefined && 'outputs' in answer ? answer.outputs.value : answer?.problem
}

const none = null

describe('two short days of five-minute candles', () => {
  const days = candles(
    '100/105/99/104 104/106/103/105 105/107/101/102 102/103/100/101 | 101/104/100/103 103/108/102/107 107/109/105/106 106/110/106/109',
  )
  test.each<[string, readonly (number | string)[], readonly (number | null)[]]>([
    ['opening_range', ['high', '15min'], [none, none, 107, 107, none, none, 109, 109]],
    ['opening_range', ['low', '10min'], [none, 99, 99, 99, none, 100, 100, 100]],
    ['nth_candle', ['close', '10min', 2], [none, none, none, 101, none, none, none, 109]],
    ['nth_candle', ['hl2', '5min', 3], [none, none, 104, 104, none, none, 107, 107]],
    ['prev_n', ['close', -1, 'day'], [none, none, none, none, 101, 101, 101, 101]],
    ['prev_n', ['high', -1, '15min'], [none, none, none, 107, 103, 103, 103, 109]],
    ['prev_n', ['high', 0, '15min'], [105, 106, 107, 103, 104, 108, 109, 110]],
    ['prev_n', ['open', -2, '5min'], [none, none, 100, 104, 105, 102, 101, 103]],
    ['day_high', [], [105, 106, 107, 107, 104, 108, 109, 110]],
    ['day_low', [], [99, 99, 99, 99, 100, 100, 100, 100]],
  ])('%s(%j)', (key, params, expected) => {
    expect(valuesOf(days, key, params)).toEqual(expected)
  })

  test('pivots stand on the day before', () => {
    const pivots = ['p', 'r1', 's1'].map((level) => valuesOf(days, 'pivot_point', [level, 'standard', 'no']))
    const p = (107 + 99 + 101) / 3
    expect(pivots).toEqual(
      [p, 2 * p - 99, 2 * p - 107].map((level) => [none, none, none, none, level, level, level, level]),
    )
  })
})

describe('sessions that are not the usual one', () => {
  test('a muhurat hour begins its own first candle', () => {
    const muhurat = candles('100 101 102 103', { day: '2024-11-01', open: '18:00' })
    expect(valuesOf(muhurat, 'opening_range', ['close', '10min'])).toEqual([none, 101, 101, 101])
  })
  test('an evening of a year the calendar does not know begins at its quarter hour', () => {
    const evening = candles('100 101 102 103', { day: '2031-11-14', open: '18:20' })
    expect(valuesOf(evening, 'opening_range', ['close', '15min'])).toEqual([none, 101, 101, 101])
  })
  test('a missing first quarter hour leaves the day without an opening range', () => {
    const late = candles('- - - 103 104 105')
    expect(valuesOf(late, 'opening_range', ['close', '15min'])).toEqual([none, none, none])
  })
  test('a missing candle at the end of the range makes it readable on the next one', () => {
    const holed = candles('100 101 - 103 104')
    expect(valuesOf(holed, 'opening_range', ['high', '15min'])).toEqual([none, none, 101, 101])
  })
  test('the last hour candle is short and complete at the close', () => {
    const afternoon = candles('200 201 202', { open: '15:15' })
    expect(valuesOf(afternoon, 'nth_candle', ['close', 'hour', 7])).toEqual([none, none, 202])
  })
  test('a holiday between two days is not a day', () => {
    const friday = candles('100/102/98/101', { day: '2024-03-28', minutes: 5 })
    const monday = candles('105', { day: '2024-04-01' })
    const both = Object.fromEntries(
      Object.entries(friday).map(([name, column]) => [
        name,
        Float64Array.from([...column, ...monday[name as keyof typeof monday]]),
      ]),
    ) as unknown as typeof friday
    expect(valuesOf(both, 'prev_n', ['close', -1, 'day'])).toEqual([none, 101])
    expect(valuesOf(both, 'pivot_point', ['p', 'standard', 'no'])).toEqual([none, (102 + 98 + 101) / 3])
  })
})

describe('candles of a day and longer', () => {
  const days = candles('100/105/99/104 | 104/106/103/105 | 105/107/101/102', { open: '00:00' })
  test('are sessions of their own', () => {
    expect(valuesOf(days, 'day_high', [], 'day')).toEqual([105, 106, 107])
    expect(valuesOf(days, 'prev_n', ['close', -1, 'day'], 'day')).toEqual([none, 104, 105])
    expect(valuesOf(days, 'pivot_point', ['p', 'standard', 'no'], 'week')).toEqual([
      none,
      (105 + 99 + 104) / 3,
      (106 + 103 + 105) / 3,
    ])
  })
  test.each<[Interval, string, readonly (number | string)[], string]>([
    [
      'day',
      'opening_range',
      ['high', '15min'],
      'opening_range of 15 minutes candles needs candles of that size or finer; these are of 1 day',
    ],
    [
      '5min',
      'nth_candle',
      ['close', 'min', 1],
      'nth_candle of 1 minute candles needs candles of that size or finer; these are of 5 minutes',
    ],
    [
      'week',
      'prev_n',
      ['close', -1, 'day'],
      'prev_n of 1 day candles needs candles of that size or finer; these are of 1 week',
    ],
  ])('of %s %s(%j) is refused with the reason', (interval, key, params, problem) => {
    expect(valuesOf(days, key, params, interval)).toEqual(problem)
  })
  test('a hull average of one candle is refused', () => {
    expect(valuesOf(days, 'moving_average', ['hull', 'close', 1, 0], 'day')).toEqual(
      'a hull average: period is 1, allowed whole numbers from 2',
    )
  })
})
