import { describe, expect, test } from 'vitest'
import { cutSpan, defaultSpan, spanLimitDays } from '../../../src/domain/backtests/span-limits.ts'
import { intervals } from '../../../src/domain/charts/interval.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const date = (text: string) => text as IstDate

describe('days a run may span', () => {
  test.each(intervals.map((interval) => [interval]))('%s', (interval) => {
    const limits = { min: 30, hour: 182, day: 730 } as const
    expect(spanLimitDays(interval)).toBe(interval in limits ? limits[interval as 'min'] : 90)
  })
  const year = { from: date('2024-01-01'), to: date('2024-12-31') }
  test.each([
    ['the start is given up', 'start', { from: '2024-12-01', to: '2024-12-31', cutDays: 335 }],
    ['the end is given up', 'end', { from: '2024-01-01', to: '2024-01-31', cutDays: 335 }],
  ] as const)('a longer span is cut: %s', (_, cutFrom, expected) => {
    expect(cutSpan({ interval: 'min', ...year, cutFrom })).toEqual(expected)
  })
  test('a span of exactly the limit is left alone, one day more is cut', () => {
    const from = date('2024-04-01')
    const span = (to: string) => cutSpan({ interval: '5min', from, to: date(to), cutFrom: 'start' })
    expect(span('2024-06-30')).toEqual({ from, to: '2024-06-30', cutDays: null })
    expect(span('2024-07-01')).toEqual({ from: '2024-04-02', to: '2024-07-01', cutDays: 1 })
  })
  test('a lifted limit cuts nothing, another limit cuts to itself', () => {
    expect(cutSpan({ interval: 'min', ...year, cutFrom: 'end', limitDays: null })).toEqual({
      ...year,
      cutDays: null,
    })
    expect(cutSpan({ interval: 'min', ...year, cutFrom: 'end', limitDays: 1 })).toEqual({
      from: '2024-01-01',
      to: '2024-01-02',
      cutDays: 364,
    })
  })
  test('the span taken when none is given is as long as allowed', () => {
    expect(defaultSpan('day', date('2026-08-04'))).toEqual({
      from: '2024-08-04',
      to: '2026-08-04',
      cutDays: null,
    })
  })
})
