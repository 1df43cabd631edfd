import { expect, test } from 'vitest'
import { exchangeCalendar as calendar } from '../../../src/domain/calendar/calendar.ts'
import { candlesFrom } from '../../../src/domain/charts/candle.ts'
import { closedCandles } from '../../../src/domain/charts/closed-candles.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'

const instant = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)

const candles = (times: readonly string[]) => {
  const time = Float64Array.from(times, instant)
  return candlesFrom((name) => (name === 'time' ? time : time.slice()))
}

test.each<[Interval, string, string, readonly string[], number]>([
  [
    '5min',
    '2026-11-25 10:04',
    'the third is in progress',
    ['2026-11-25 09:50', '2026-11-25 09:55', '2026-11-25 10:00'],
    2,
  ],
  ['5min', '2026-11-25 10:05', 'all have closed', ['2026-11-25 09:55', '2026-11-25 10:00'], 2],
  ['day', '2026-11-25 15:00', 'today trades on', ['2026-11-23 00:00', '2026-11-25 00:00'], 1],
  ['day', '2026-11-25 15:30', 'today is over', ['2026-11-23 00:00', '2026-11-25 00:00'], 2],
  ['week', '2026-11-25 11:00', 'a Wednesday', ['2026-11-16 00:00', '2026-11-23 00:00'], 1],
  ['week', '2026-11-27 15:00', 'Friday before the close', ['2026-11-16 00:00', '2026-11-23 00:00'], 1],
  ['week', '2026-11-27 15:30', 'Friday after it', ['2026-11-16 00:00', '2026-11-23 00:00'], 2],
  ['week', '2026-11-28 10:00', 'a Saturday', ['2026-11-16 00:00', '2026-11-23 00:00'], 2],
  ['month', '2026-11-27 16:00', 'the month has a session left', ['2026-10-01 00:00', '2026-11-01 00:00'], 1],
  ['month', '2026-11-30 16:00', 'the last session is over', ['2026-10-01 00:00', '2026-11-01 00:00'], 2],
])('of %s candles at %s (%s)', (interval, now, _, times, rows) => {
  const closed = closedCandles(candles(times), instant(now), { interval, calendar, group: 'continuous' })
  expect(closed.time.length).toBe(rows)
})
