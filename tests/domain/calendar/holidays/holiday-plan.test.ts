import { afterEach, describe, expect, test } from 'vitest'
import { type Calendar, exchangeCalendar, sessionOn } from '../../../../src/domain/calendar/calendar.ts'
import { exchangeYears } from '../../../../src/domain/calendar/exchange-years.ts'
import {
  bringYearsIntoForce,
  builtInYears,
} from '../../../../src/domain/calendar/holidays/calendar-in-force.ts'
import { findExpiryMoves, isMoved } from '../../../../src/domain/calendar/holidays/expiry-moves.ts'
import {
  compareDays,
  findLongClosure,
  type ListedDay,
  planBuiltIn,
  planHolidays,
} from '../../../../src/domain/calendar/holidays/holiday-plan.ts'
import { describeDay, describeMove } from '../../../../src/domain/calendar/holidays/holidays-in-words.ts'
import { createTradingTime } from '../../../../src/domain/options/trading-time.ts'
import { yearsToExpiry } from '../../../../src/domain/options/years-to-expiry.ts'
import type { IstDate } from '../../../../src/domain/time.ts'
import { parseClock, startOfIstDate } from '../../../../src/domain/time.ts'

const today = '2026-11-20' as IstDate

/** `2027-01-26 Republic Day` or `2027-10-29 18:00-19:00 Diwali`. */
const listed = (...lines: readonly string[]): readonly ListedDay[] =>
  lines.map((line, index) => {
    const [date = '', ...rest] = line.split(' ')
    const hours = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(rest[0] ?? '')
    const minute = (text = '') => parseClock(text) ?? 0
    return {
      line: index + 1,
      date: date as IstDate,
      name: (hours === null ? rest : rest.slice(1)).join(' '),
      windows: hours === null ? null : [{ from: minute(hours[1]), to: minute(hours[2]) }],
    }
  })

const planOf = (
  days: readonly ListedDay[],
  { on = today, hasSessions = days.some(({ windows }) => windows) } = {},
) => {
  const plan = planHolidays({ days, hasSessions }, exchangeCalendar, on)
  const after: Calendar = {
    version: 'after',
    profile: 'dated',
    years: { ...exchangeYears, ...Object.fromEntries(plan.years) },
  }
  return {
    ...plan,
    after,
    changes: compareDays(exchangeCalendar, after, [...plan.years.keys()]).map(describeDay),
  }
}

describe('a list of holidays', () => {
  test('takes the place of its whole year, removed days and hours are said', () => {
    const { changes, remarks } = planOf(
      listed('2027-01-26 Republic Day', '2027-03-23 Holi', '2027-11-06 18:00-19:00 Muhurat'),
    )
    expect(changes).toEqual([
      'Mon 22 Mar 2027, Holi: open 09:15–15:30',
      'Tue 23 Mar 2027, Holi: closed instead of 09:15–15:30',
      'Fri 26 Mar 2027, Good Friday: open 09:15–15:30',
      'Wed 14 Apr 2027, Ambedkar Jayanti: open 09:15–15:30',
      'Fri 29 Oct 2027, Diwali Laxmi Pujan: 09:15–15:30 instead of 18:00–19:00',
      'Sat 6 Nov 2027, Muhurat: open 18:00–19:00',
    ])
    expect(remarks).toEqual([])
  })

  test('without hours keeps special sessions of days it names, and of week-ends', () => {
    const { changes, remarks } = planOf(
      listed(
        '2027-01-26 A',
        '2027-03-22 B',
        '2027-03-26 C',
        '2027-04-14 D',
        '2027-10-29 Diwali',
        '2027-08-15 E',
      ),
    )
    expect(changes).toEqual([])
    expect(remarks).toEqual([
      'Sun 15 Aug 2027 (line 6) is a weekend: no change.',
      'No hours in the list: the session of Fri 29 Oct 2027, 18:00–19:00, stays.',
    ])
  })

  test('may say again what has been, and is refused where it says otherwise', () => {
    const { refused, changes } = planOf(
      listed('2026-01-26 Republic Day', '2026-02-02 Nothing', '2026-12-24 Eve', '2026-12-25 Christmas'),
    )
    expect(refused).toEqual([{ line: 2, reason: 'Mon 2 Feb is past, and the calendar of 2026 is known' }])
    expect(changes).toEqual([
      'Tue 24 Nov 2026, Guru Nanak Jayanti: open 09:15–15:30',
      'Thu 24 Dec 2026, Eve: closed instead of 09:15–15:30',
    ])
  })

  test('of a year without a calendar may name days that have been, which stay as they were', () => {
    const on = '2028-03-10' as IstDate
    const { refused, remarks, changes } = planOf(listed('2028-02-01 Past', '2028-04-05 Ahead'), { on })
    expect(refused).toEqual([])
    expect(remarks).toEqual(['Tue 1 Feb 2028 (line 1) has been a trading day and remains one.'])
    expect(changes).toEqual([
      'Wed 5 Apr 2028, Ahead: closed instead of 09:15–15:30',
      'Mon 1 May 2028: open 09:15–15:30',
      'Tue 15 Aug 2028: open 09:15–15:30',
      'Mon 2 Oct 2028: open 09:15–15:30',
      'Mon 25 Dec 2028: open 09:15–15:30',
    ])
  })

  test('of a year long ago is taken', () => {
    expect(planOf(listed('2019-03-04 Mahashivratri')).changes[0]).toBe(
      'Mon 4 Mar 2019, Mahashivratri: closed instead of 09:15–15:30',
    )
  })

  test('that closes the exchanges for weeks is found', () => {
    const days = Array.from({ length: 12 }, (_, day) => `2027-05-${String(day + 3).padStart(2, '0')} x`)
    expect(findLongClosure(planOf(listed(...days)).after, [2027])).toEqual({ from: '2027-05-01', days: 11 })
    expect(findLongClosure(exchangeCalendar, [2025, 2026, 2027])).toBe(null)
  })

  test('goes back to the built-in year from tomorrow on', () => {
    const on = '2027-02-10' as IstDate
    expect(planBuiltIn(2027, exchangeYears[2027], planOf(listed('2027-05-05 A')).after, today)).toEqual({
      days: null,
    })
    const { after } = planOf(listed('2027-02-01 A', '2027-05-05 B'))
    expect(planBuiltIn(2027, exchangeYears[2027], after, on)?.days?.holidays).toEqual([
      '02-01',
      '03-22',
      '03-26',
      '04-14',
      '10-29',
    ])
    expect(planBuiltIn(2025, exchangeYears[2025], exchangeCalendar, on)).toBe(null)
  })
})

describe('expiries by another calendar', () => {
  test('move to the trading day before', () => {
    const { after } = planOf(listed('2026-12-01 A', '2026-12-25 B', '2026-12-31 C'))
    const moves = findExpiryMoves(today, exchangeCalendar, after).map(describeMove)
    expect(moves).toContain('NIFTY weekly expiry moves from 01 Dec 2026 to 30 Nov 2026')
    expect(moves).toContain('NIFTY monthly expiry moves from 23 Nov 2026 to 24 Nov 2026')
    expect(moves).toContain('SENSEX monthly expiry moves from 31 Dec 2026 to 30 Dec 2026')
    expect(moves).toContain('shares on BSE monthly expiry moves from 31 Dec 2026 to 30 Dec 2026')
    expect(moves.filter((move) => move.startsWith('BANKEX'))).toHaveLength(1)
  })

  test('touch the contracts of their day, and imported ones where their day is no full session', () => {
    const { after } = planOf(listed('2026-11-24 G', '2026-12-01 A', '2026-12-25 B'))
    const moves = findExpiryMoves(today, exchangeCalendar, after)
    const isTouched = (
      exchange: string,
      underlying: string,
      expiry: string,
      imported: readonly string[] = [],
    ) =>
      isMoved({ exchange, underlying, expiry: expiry as IstDate }, moves, {
        after,
        imported: new Set(imported),
      })
    expect([
      isTouched('NFO', 'NIFTY', '2026-12-01'),
      isTouched('NFO', 'NIFTY', '2026-11-23'),
      isTouched('NFO', 'INFY', '2026-11-23'),
      isTouched('NFO', 'NIFTY', '2026-12-01', ['NFO']),
      isTouched('NFO', 'NIFTY', '2026-12-08', ['NFO']),
    ]).toEqual([true, false, false, true, false])
  })
})

describe('the calendar in force', () => {
  afterEach(() => bringYearsIntoForce(builtInYears))

  test('is what everybody goes by who was given it before', () => {
    const at = startOfIstDate(today) + 10 * 3_600_000
    const monday = '2026-11-30' as IstDate
    const hours = () => sessionOn(monday, 'continuous')?.windows ?? null
    const time = createTradingTime()
    const expiry = '2026-12-08' as IstDate
    const before = [hours() === null, time.yearsUntil(expiry, at)]
    const { years } = planOf(listed('2026-11-24 G', '2026-11-30 A', '2026-12-25 B'))
    bringYearsIntoForce({ version: 'test', years: { ...exchangeYears, ...Object.fromEntries(years) } })
    expect(exchangeCalendar.version).toBe('test')
    expect([before[0], hours()]).toEqual([false, null])
    expect(Number(before[1]) - time.yearsUntil(expiry, at)).toBeCloseTo(1 / 248, 9)
    expect(yearsToExpiry(expiry, at)).toBeGreaterThan(0)
  })
})
