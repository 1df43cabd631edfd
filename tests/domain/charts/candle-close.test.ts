import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import {
  type CandleGrid,
  lastClosedCandle,
  nextCandleToClose,
} from '../../../src/domain/charts/candle-close.ts'
import { intervals } from '../../../src/domain/charts/interval.ts'

const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)
const clock = (instant: number): string =>
  new Date(instant + 19_800_000).toISOString().slice(0, 16).replace('T', ' ')
const words = ({ start, end }: { readonly start: number; readonly end: number }) =>
  `${clock(start)} > ${clock(end)}`

const grid = (interval: CandleGrid['interval'], group: CandleGrid['group'] = 'continuous'): CandleGrid => ({
  interval,
  group,
  calendar: exchangeCalendar,
})

describe('candles close', () => {
  test.each([
    [
      '5min',
      '2026-11-20 10:07',
      '2026-11-20 10:00 > 2026-11-20 10:05',
      '2026-11-20 10:05 > 2026-11-20 10:10',
    ],
    [
      '5min',
      '2026-11-20 10:05',
      '2026-11-20 10:00 > 2026-11-20 10:05',
      '2026-11-20 10:05 > 2026-11-20 10:10',
    ],
    // From the open at 09:15, with a short last candle.
    [
      'hour',
      '2026-11-20 15:29',
      '2026-11-20 14:15 > 2026-11-20 15:15',
      '2026-11-20 15:15 > 2026-11-20 15:30',
    ],
    // Over a weekend.
    [
      '15min',
      '2026-11-22 12:00',
      '2026-11-20 15:15 > 2026-11-20 15:30',
      '2026-11-23 09:15 > 2026-11-23 09:30',
    ],
    ['day', '2026-11-20 15:29', '2026-11-19 00:00 > 2026-11-19 15:30', '2026-11-20 00:00 > 2026-11-20 15:30'],
    ['day', '2026-11-20 15:30', '2026-11-20 00:00 > 2026-11-20 15:30', '2026-11-23 00:00 > 2026-11-23 15:30'],
  ] as const)('of %s at %s', (interval, instant, last, next) => {
    expect(words(lastClosedCandle(at(instant), grid(interval)))).toEqual(last)
    expect(words(nextCandleToClose(at(instant), grid(interval)))).toEqual(next)
  })

  test('of contracts go on for ten minutes more', () => {
    expect(words(nextCandleToClose(at('2026-11-20 15:31'), grid('5min', 'derivatives')))).toEqual(
      '2026-11-20 15:30 > 2026-11-20 15:35',
    )
  })

  test('one after the other: what closes next is the last once it has', () => {
    const daily = intervals.filter((interval) => interval !== 'week' && interval !== 'month')
    fc.assert(
      fc.property(
        fc.constantFrom(...daily),
        fc.integer({ min: at('2026-01-01 00:00'), max: at('2026-12-20 00:00') }),
        (interval, instant) => {
          const next = nextCandleToClose(instant, grid(interval))
          expect(next.end).toBeGreaterThan(instant)
          expect(lastClosedCandle(next.end, grid(interval))).toEqual(next)
          expect(lastClosedCandle(next.end - 1, grid(interval))).toEqual(
            lastClosedCandle(instant, grid(interval)),
          )
        },
      ),
    )
  })
})
