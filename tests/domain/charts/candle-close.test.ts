import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exchangeCalendar as calendar, type SessionGroup } from '../../../src/domain/calendar/calendar.ts'
import {
  candlesOn,
  dailyOrShorter,
  lastClosedCandle,
  nextCandleToClose,
} from '../../../src/domain/charts/candle-close.ts'
import { type Interval, intervals } from '../../../src/domain/charts/interval.ts'
import { type IstDate, MINUTE_MS, startOfIstDate, toIstClock, toIstDate } from '../../../src/domain/time.ts'

const instant = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)
const clocks = (date: string, interval: Interval, group: SessionGroup): string =>
  candlesOn(date as IstDate, { interval, group, calendar })
    .map(({ start, end }) => `${toIstClock(start)}-${toIstClock(end)}`)
    .join(' ')

describe(candlesOn, () => {
  test.each([
    [
      'hour',
      'continuous',
      '09:15-10:15 10:15-11:15 11:15-12:15 12:15-13:15 13:15-14:15 14:15-15:15 15:15-15:30',
    ],
    ['4hour', 'derivatives', '09:15-13:15 13:15-15:40'],
    ['day', 'continuous', '00:00-15:30'],
    ['day', 'derivatives', '00:00-15:40'],
  ] as const)('of %s for %s: the last one is short', (interval, group, expected) => {
    expect(clocks('2026-11-20', interval, group)).toBe(expected)
  })

  test('of a share with a closing auction have a gap before its last minute', () => {
    expect(clocks('2026-11-20', '5min', 'auctioned').slice(-23)).toBe('15:10-15:15 15:25-15:30')
    expect(clocks('2026-11-20', '30min', 'auctioned').slice(-23)).toBe('14:45-15:15 15:15-15:30')
  })

  test('are none on a closed day', () => {
    expect(clocks('2026-11-22', '5min', 'continuous')).toBe('')
  })
})

describe('the next and the last candle', () => {
  test.each([
    ['2026-11-20 09:14', '2026-11-20 09:20', '2026-11-19 15:30'],
    ['2026-11-20 09:20', '2026-11-20 09:25', '2026-11-20 09:20'],
    ['2026-11-20 15:30', '2026-11-23 09:20', '2026-11-20 15:30'],
    ['2026-11-21 12:00', '2026-11-23 09:20', '2026-11-20 15:30'],
  ])('at %s close at %s and %s', (at, next, last) => {
    const grid = { interval: '5min', group: 'continuous', calendar } as const
    const found = [nextCandleToClose(instant(at), grid).end, lastClosedCandle(instant(at), grid).end]
    expect(found).toEqual([instant(next), instant(last)])
  })

  test('follow each other without a gap, at any instant', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: instant('2026-11-02 00:00'), max: instant('2026-11-28 00:00') }),
        fc.constantFrom(...intervals.filter(dailyOrShorter)),
        fc.constantFrom<SessionGroup>('auctioned', 'continuous', 'derivatives'),
        (at, interval, group) => {
          const grid = { interval, group, calendar }
          const next = nextCandleToClose(at, grid)
          const last = lastClosedCandle(at, grid)
          expect(last.end <= at && at < next.end).toBe(true)
          expect(nextCandleToClose(last.end, grid)).toEqual(next)
          expect(next.end - next.start).toBeGreaterThanOrEqual(MINUTE_MS)
          expect(next.start).toBeGreaterThanOrEqual(startOfIstDate(toIstDate(next.start)))
        },
      ),
    )
  })
})
