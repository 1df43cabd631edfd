import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { type CandleGrid, candlesOn } from '../../../src/domain/charts/candle-close.ts'
import { createTimeAxis } from '../../../src/domain/charts/time-axis.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const grid = (interval: CandleGrid['interval']): CandleGrid => ({
  interval,
  calendar: exchangeCalendar,
  group: 'continuous',
})

const startsOn = (...days: readonly string[]): Float64Array =>
  Float64Array.from(days.flatMap((day) => candlesOn(day as IstDate, grid('15min')).map(({ start }) => start)))

const ist = (text: string): number => Date.parse(`${text}:00+05:30`)

describe('rows and times of a chart', () => {
  const time = startsOn('2026-11-19', '2026-11-20')
  const axis = createTimeAxis(time, grid('15min'))

  test('a time within the candles is the row of its candle', () => {
    expect(axis.rowOf(ist('2026-11-19T09:15'))).toBe(0)
    expect(axis.rowOf(ist('2026-11-19T09:29'))).toBe(0)
    expect(axis.rowOf(ist('2026-11-20T09:30'))).toBe(26)
    expect(axis.timeOf(26)).toBe(ist('2026-11-20T09:30'))
  })

  test('after the last candle rows go on with the next session, over the weekend', () => {
    expect(axis.timeOf(50)).toBe(ist('2026-11-23T09:15'))
    expect(axis.rowOf(ist('2026-11-23T09:15'))).toBe(50)
    expect(axis.rowOf(ist('2026-11-22T12:00'))).toBe(49)
  })

  test('before the first candle rows go back to the session before', () => {
    expect(axis.timeOf(-1)).toBe(ist('2026-11-18T15:15'))
    expect(axis.rowOf(ist('2026-11-18T15:15'))).toBe(-1)
    expect(axis.rowOf(ist('2026-11-18T15:29'))).toBe(-1)
    expect(axis.rowOf(ist('2026-11-18T09:15'))).toBe(-25)
  })

  test('holidays are no rows', () => {
    // 25 December 2026 is a Friday.
    const before = createTimeAxis(startsOn('2026-12-24'), grid('15min'))
    expect(before.timeOf(25)).toBe(ist('2026-12-28T09:15'))
  })

  test.each(['min', '5min', '15min', 'hour', 'day', 'week', 'month'] as const)(
    'a row of %s candles has one time, and that time is of the row',
    (interval) => {
      const start = ist('2026-11-20T00:00')
      const own =
        interval === 'week' || interval === 'month'
          ? Float64Array.of(start)
          : Float64Array.from(candlesOn('2026-11-20' as IstDate, grid(interval)).map((one) => one.start))
      const { rowOf, timeOf } = createTimeAxis(own, grid(interval))
      fc.assert(
        fc.property(fc.integer({ min: -4_000, max: 4_000 }), (row) => {
          expect(rowOf(timeOf(row))).toBe(row)
        }),
        { numRuns: 60 },
      )
    },
  )

  test('later times have no earlier rows, however far they are from the candles', () => {
    const at = fc.integer({ min: ist('2019-01-01T00:00'), max: ist('2034-01-01T00:00') })
    fc.assert(
      fc.property(at, at, (one, other) => {
        expect(axis.rowOf(Math.min(one, other))).toBeLessThanOrEqual(axis.rowOf(Math.max(one, other)))
      }),
    )
  })

  test('without candles everything is the first row', () => {
    expect(createTimeAxis(new Float64Array(0), grid('day')).rowOf(ist('2026-11-20T10:00'))).toBe(0)
  })
})
