import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTradingDay } from '../../../src/domain/calendar/calendar.ts'
import {
  indexExpiries,
  lastWeekdayOf,
  listExpiries,
  settledOn,
} from '../../../src/domain/instruments/expiry.ts'
import { addDays, type IstDate } from '../../../src/domain/time.ts'

const day = (text: string) => text as IstDate
const shown = (rule: Parameters<typeof listExpiries>[1], today = '2026-11-21') =>
  listExpiries(day(today), rule)
    .map(({ date, kind }) => `${date}${kind === 'monthly' ? 'M' : ''}`)
    .join(' ')
const only = { quarterlies: 0, halfYearlies: 0 }

describe('expiries', () => {
  test('NIFTY ends on Tuesdays, the last of a month is the monthly, holidays move it forward', () => {
    expect(shown({ weekday: 2, weeklies: 19, monthlies: 5, ...only })).toBe(
      '2026-11-23M 2026-12-01 2026-12-08 2026-12-15 2026-12-22 2026-12-29M 2027-01-05 2027-01-12 2027-01-19 2027-01-25M 2027-02-02 2027-02-09 2027-02-16 2027-02-23M 2027-03-02 2027-03-09 2027-03-16 2027-03-23 2027-03-30M',
    )
  })

  test('SENSEX ends on Thursdays', () => {
    expect(shown({ weekday: 4, weeklies: 14, monthlies: 4, ...only })).toBe(
      '2026-11-26M 2026-12-03 2026-12-10 2026-12-17 2026-12-24 2026-12-31M 2027-01-07 2027-01-14 2027-01-21 2027-01-28M 2027-02-04 2027-02-11 2027-02-18 2027-02-25M',
    )
  })

  test('NIFTY has five weeks, three months, three quarters and seven half-years', () => {
    expect(shown(indexExpiries.NIFTY ?? { weekday: 2, weeklies: 0, monthlies: 0, ...only })).toBe(
      '2026-11-23M 2026-12-01 2026-12-08 2026-12-15 2026-12-22 2026-12-29M 2027-01-25M 2027-03-30M 2027-06-29M 2027-09-28M 2027-12-28M 2028-06-27M 2028-12-26M 2029-06-26M 2029-12-24M 2030-06-25M 2030-12-31M',
    )
  })

  test.each([
    ['2026-03-03', '2026-03-02'],
    ['2026-03-31', '2026-03-30'],
    ['2026-04-14', '2026-04-13'],
    ['2026-10-20', '2026-10-19'],
    ['2026-11-10', '2026-11-09'],
    ['2026-11-24', '2026-11-23'],
    ['2026-01-15', '2026-01-14'],
    ['2026-03-26', '2026-03-25'],
    ['2026-05-28', '2026-05-27'],
    ['2026-12-01', '2026-12-01'],
  ])('a contract of %s ends on %s', (nominal, settled) => {
    expect(settledOn(day(nominal))).toBe(settled)
  })

  test('a contract is listed on its last day and gone the day after', () => {
    const rule = { weekday: 2, weeklies: 1, monthlies: 1, ...only }
    expect([shown(rule, '2026-12-29'), shown(rule, '2026-12-30')]).toEqual([
      '2026-12-29M',
      '2027-01-05 2027-01-25M',
    ])
  })

  test.each([
    [2026, 1, 2, '2026-02-24'],
    [2024, 1, 4, '2024-02-29'],
    [2026, 11, 4, '2026-12-31'],
  ])('the last such weekday of %i-%i is found', (year, month, weekday, expected) => {
    expect(lastWeekdayOf(year, month, weekday)).toBe(expected)
  })

  test('on any day every contract ends on a trading day that has not passed, each day once, in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 * 365 }),
        fc.constantFrom(...Object.values(indexExpiries)),
        (offset, rule) => {
          const today = addDays(day('2022-01-01'), offset)
          const dates = listExpiries(today, rule).map(({ date }) => date)
          expect(dates).toEqual([...new Set(dates)].sort())
          expect(dates.filter((date) => date < today || !isTradingDay(date))).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})
