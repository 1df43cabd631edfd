import { describe, expect, test } from 'vitest'
import {
  exchangeCalendar,
  findCalendarRemark,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
  sessionOn,
} from '../../../src/domain/calendar/calendar.ts'
import { addDays, type IstDate } from '../../../src/domain/time.ts'

const day = (text: string) => text as IstDate
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const hours = (
  date: string,
  ...more: Parameters<typeof sessionOn> extends [unknown, ...infer Rest] ? Rest : never
) =>
  sessionOn(day(date), ...more)
    ?.windows.map(({ from, to }) => `${clock(from)}-${clock(to)}`)
    .join(' ') ?? 'closed'

describe('the calendar', () => {
  test.each([
    ['2022-01-03', '09:15-15:30', 'a Monday'],
    ['2022-01-08', 'closed', 'a Saturday'],
    ['2022-01-26', 'closed', 'Republic Day'],
    ['2022-10-24', '18:15-19:15', 'muhurat in the evening of a holiday'],
    ['2023-11-12', '18:15-19:15', 'muhurat on a Sunday'],
    ['2024-01-20', '09:15-15:30', 'a full Saturday'],
    ['2024-03-02', '09:15-10:00 11:30-12:30', 'a split Saturday'],
    ['2024-11-01', '18:00-19:00', 'muhurat on a Friday'],
    ['2025-02-01', '09:15-15:30', 'Budget Saturday'],
    ['2025-10-21', '13:45-14:45', 'muhurat in the afternoon'],
    ['2025-12-24', '09:15-15:30', 'an ordinary day that some series lack'],
    ['2026-01-15', 'closed', 'a holiday that was added late'],
    ['2026-02-01', '09:15-15:30', 'Budget Sunday'],
    ['2026-12-25', 'closed', 'Christmas'],
    ['2019-03-04', '09:15-15:30', 'a year without data, by its weekday'],
    ['2019-10-02', 'closed', 'a year without data, one of the fixed holidays'],
    ['2024-02-29', '09:15-15:30', 'the leap day'],
  ])('%s is %s: %s', (date, expected) => {
    expect(hours(date)).toBe(expected)
  })

  test.each([
    ['2026-07-31', '09:15-15:30', '09:15-15:30', '09:15-15:30'],
    ['2026-08-03', '09:15-15:15 15:29-15:30', '09:15-15:30', '09:15-15:40'],
    ['2026-11-08', '18:00-19:00', '18:00-19:00', '18:00-19:00'],
  ])('on %s auctioned shares trade %s, others %s, derivatives %s', (date, auctioned, others, derivatives) => {
    expect([hours(date, 'auctioned'), hours(date, 'continuous'), hours(date, 'derivatives')]).toEqual([
      auctioned,
      others,
      derivatives,
    ])
  })

  test('the classic profile keeps the simple hours after the closing auction came', () => {
    const calendar = { ...exchangeCalendar, profile: 'classic' as const }
    expect(hours('2026-11-20', 'auctioned', calendar)).toBe('09:15-15:30')
    expect(hours('2026-11-20', 'derivatives', calendar)).toBe('09:15-15:30')
  })

  test('2026 has 245 sessions on weekdays, and two on Sundays', () => {
    const days = Array.from({ length: 365 }, (_, index) => addDays(day('2026-01-01'), index)).filter((date) =>
      isTradingDay(date),
    )
    const sundays = days.filter((date) => new Date(date).getUTCDay() === 0)
    expect([days.length, sundays]).toEqual([247, ['2026-02-01', '2026-11-08']])
  })

  test.each([
    ['2026-11-20', '2026-11-19', '2026-11-23'],
    ['2026-11-24', '2026-11-23', '2026-11-25'],
    ['2026-11-09', '2026-11-08', '2026-11-11'],
  ])('around %s the sessions before and after are %s and %s', (date, before, after) => {
    expect([previousTradingDay(day(date)), nextTradingDay(day(date))]).toEqual([before, after])
  })

  test('a calendar without open days is called wrong instead of searched for ever', () => {
    const closed = { version: 'test', years: {}, profile: 'classic' as const }
    const holidays = Array.from({ length: 366 }, (_, index) => addDays(day('2028-01-01'), index).slice(5))
    const calendar = { ...closed, years: { 2028: { holidays, special: {} } } }
    expect(() => nextTradingDay(day('2028-03-01'), calendar)).toThrow(
      'no trading day within 30 days of 2028-03-01: the calendar is wrong',
    )
  })

  test('says which years it only guesses', () => {
    expect([2026, 2027, 2029].map((year) => findCalendarRemark(year))).toEqual([
      null,
      'The holidays of 2027 are provisional.',
      'The holidays of 2029 are not in the calendar; weekends and 01-26, 05-01, 08-15, 10-02, 12-25 are treated as closed.',
    ])
  })
})
