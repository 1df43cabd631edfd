import { describe, expect, test } from 'vitest'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { candlesOn } from '../../../src/domain/charts/candle-close.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { sessionStarts } from '../../../src/views/charts/candle-chart/time-marks.ts'

const days = ['2026-11-19', '2026-11-20', '2026-11-23'] as readonly string[]
const series = (interval: Interval): Float64Array =>
  Float64Array.from(
    days.flatMap((day) =>
      candlesOn(day as IstDate, { interval, calendar: exchangeCalendar, group: 'continuous' }).map(
        ({ start }) => start,
      ),
    ),
  )

describe('session breaks', () => {
  test('lie before the first candle of each day in sight', () => {
    const time = series('15min')
    expect(sessionStarts(time, 0, time.length, 10)).toEqual([0, 25, 50])
    expect(sessionStarts(time, 10, 60, 10)).toEqual([25, 50])
  })

  test('are left out where days are too narrow, and of candles of a day', () => {
    const time = series('15min')
    expect(sessionStarts(time, 0, time.length, 100)).toEqual([])
    expect(sessionStarts(series('day'), 0, 3, 1)).toEqual([])
    expect(sessionStarts(new Float64Array(0), 0, 0, 10)).toEqual([])
  })
})
