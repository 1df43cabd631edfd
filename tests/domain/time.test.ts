import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  DAY_MS,
  istMidnight,
  istMinuteOfDay,
  istWeekday,
  nextIstMidnight,
  parseClock,
  parseIstDate,
  startOfIstDate,
  toIstClock,
  toIstDate,
  weekdayFrom,
  weekdayOf,
  weekdayUntil,
} from '../../src/domain/time.ts'

const instants = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })

describe('Indian time', () => {
  test.each([
    ['2024-03-31T18:29:59.999Z', '2024-03-31', '23:59', 0],
    ['2024-03-31T18:30:00.000Z', '2024-04-01', '00:00', 1],
    ['2024-04-01T03:45:00.000Z', '2024-04-01', '09:15', 1],
    ['1969-12-31T18:30:00.000Z', '1970-01-01', '00:00', 4],
    ['1969-12-30T18:29:00.000Z', '1969-12-30', '23:59', 2],
  ])('%s is %s %s', (instant, date, clock, weekday) => {
    const at = Date.parse(instant)
    expect([toIstDate(at), toIstClock(at), istWeekday(at)]).toEqual([date, clock, weekday])
  })

  test.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-02-30', false],
    ['2024-13-01', false],
    ['2024-4-1', false],
    ['', false],
  ])('%s is a day of the calendar: %s', (text, isDay) => {
    expect(parseIstDate(text)).toBe(isDay ? text : null)
  })

  test.each([
    ['09:15', 555],
    ['00:00', 0],
    ['23:59', 1439],
    ['24:00', null],
    ['9:15', null],
    ['09:60', null],
  ])('the clock time %s is minute %s', (text, minute) => {
    expect(parseClock(text)).toBe(minute)
  })

  test('a day begins at its midnight and ends where the next begins', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const date = toIstDate(at)
        expect(startOfIstDate(date)).toBe(istMidnight(at))
        expect(nextIstMidnight(at)).toBe(istMidnight(at) + DAY_MS)
        expect(istMidnight(at) <= at && at < nextIstMidnight(at)).toBe(true)
        expect(toIstDate(nextIstMidnight(at))).toBe(addDays(date, 1))
        expect(istMinuteOfDay(at)).toBe(Math.floor((at - istMidnight(at)) / 60_000))
        expect(parseIstDate(date)).toBe(date)
      }),
    )
  })

  test('a weekday is found from a date on and back from it, within a week and the date itself included', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 6 }), (at, weekday) => {
        const date = toIstDate(at)
        const [from, until] = [weekdayFrom(date, weekday), weekdayUntil(date, weekday)]
        expect([weekdayOf(from), weekdayOf(until), weekdayOf(date)]).toEqual([
          weekday,
          weekday,
          istWeekday(at),
        ])
        expect([from, until].every((found) => found === date)).toBe(weekday === weekdayOf(date))
        expect(from >= date && from < addDays(date, 7) && until <= date && until > addDays(date, -7)).toBe(
          true,
        )
      }),
    )
  })
})
