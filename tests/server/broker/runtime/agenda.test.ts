import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAgenda, type Duty, dutiesOn, tradingDayOf } from '../../../../server/broker/runtime/agenda.ts'
import { exchangeCalendar, isTradingDay } from '../../../../src/domain/calendar/calendar.ts'
import { exchangeYears } from '../../../../src/domain/calendar/exchange-years.ts'
import {
  bringYearsIntoForce,
  builtInYears,
} from '../../../../src/domain/calendar/holidays/calendar-in-force.ts'
import {
  addDays,
  DAY_MS,
  type EpochMs,
  epochMs,
  IST_OFFSET_MS,
  type IstDate,
  startOfIstDate,
  toIstDate,
} from '../../../../src/domain/time.ts'

const instant = (text: string): EpochMs => epochMs(Date.parse(`${text.replace(' ', 'T')}+05:30`))

/** `15:10:01 squareOff derivatives`, a pass of many once. */
const printDuties = (day: string): string[] =>
  dutiesOn(day as IstDate, exchangeCalendar)
    .filter(({ kind, pass }) => pass === 0 || (kind !== 'clearIntraday' && kind !== 'squareOff'))
    .map(
      ({ at, kind, group }) =>
        `${new Date(at + IST_OFFSET_MS).toISOString().slice(11, 19)} ${kind}${group === null ? '' : ` ${group}`}`,
    )

describe('the duties of a day', () => {
  test('of a regular one, in order', () => {
    expect(printDuties('2026-11-20')).toEqual([
      '00:00:00 rollDay',
      '09:00:00 release auctioned',
      '09:00:00 release continuous',
      '09:15:00 release auctioned',
      '09:15:00 release continuous',
      '09:15:00 release derivatives',
      '15:10:00 clearIntraday auctioned',
      '15:10:00 clearIntraday continuous',
      '15:10:01 squareOff auctioned',
      '15:10:01 squareOff continuous',
      '15:25:00 clearIntraday derivatives',
      '15:25:01 squareOff derivatives',
      '15:30:00 lapse continuous',
      '15:35:00 lapse auctioned',
      '15:40:00 settle',
      '15:40:00 lapse derivatives',
      '15:41:00 settle',
      '15:45:00 settle',
      '16:00:00 settle',
      '16:00:00 lapse auctioned',
      '16:00:00 lapse continuous',
      '23:59:59 settleLast',
    ])
  })

  test('of one before the closing auction, when all trading ended at 15:30', () => {
    expect(printDuties('2026-07-20').filter((line) => line.includes('lapse'))).toEqual([
      '15:30:00 lapse auctioned',
      '15:30:00 lapse continuous',
      '15:30:00 lapse derivatives',
      '16:00:00 lapse auctioned',
      '16:00:00 lapse continuous',
    ])
  })

  test('of a special session follow its own hours', () => {
    expect(printDuties('2024-11-01').filter((line) => /squareOff|lapse/.test(line))).toEqual([
      '18:45:01 squareOff auctioned',
      '18:45:01 squareOff continuous',
      '18:45:01 squareOff derivatives',
      '19:00:00 lapse auctioned',
      '19:00:00 lapse continuous',
      '19:00:00 lapse derivatives',
    ])
  })

  test('are none on a closed day', () => {
    expect([printDuties('2026-11-21'), printDuties('2026-11-24')]).toEqual([[], []])
  })

  test('leave intraday positions once a minute until trading ends', () => {
    const count = (group: string) =>
      dutiesOn('2026-11-20' as IstDate, exchangeCalendar).filter(
        (duty) => duty.kind === 'squareOff' && duty.group === group,
      ).length
    expect(['auctioned', 'continuous', 'derivatives'].map(count)).toEqual([10, 20, 15])
  })
})

describe('the agenda', () => {
  test('hands out every duty once and in order, however time is cut', () => {
    const begin = instant('2026-11-19 08:00')
    const days = 8
    const all = Array.from({ length: days + 1 }, (_, day) => addDays('2026-11-19' as IstDate, day))
      .flatMap((day) => dutiesOn(day, exchangeCalendar))
      .filter(({ at }) => at > begin && at <= begin + days * DAY_MS)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: days * DAY_MS }), { maxLength: 40 }), (cuts) => {
        const agenda = createAgenda(exchangeCalendar, begin)
        const done = []
        for (const cut of [...cuts.sort((one, other) => one - other), days * DAY_MS]) {
          const until = epochMs(begin + cut)
          for (let duty = agenda.next(until); duty !== null; duty = agenda.next(until)) {
            done.push(duty)
            agenda.pass()
          }
        }
        expect(done).toEqual(all)
      }),
      { numRuns: 100 },
    )
  })

  test('goes by another calendar from the day after it came into force, whenever that is', () => {
    const begin = instant('2026-11-19 08:00')
    const days = 12
    const year2026 = exchangeYears[2026]
    if (year2026 === undefined) throw new Error('2026 has no calendar')
    const closed = (dates: readonly string[]) => ({
      version: dates.join(),
      years: { ...exchangeYears, 2026: { ...year2026, holidays: [...year2026.holidays, ...dates] } },
    })
    const all = Array.from({ length: days + 1 }, (_, day) => addDays('2026-11-19' as IstDate, day))
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: days * DAY_MS }),
        fc.uniqueArray(fc.constantFrom(...all.map((day) => day.slice(5))), { maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: days * DAY_MS }), { maxLength: 20 }),
        (changedAt, asked, cuts) => {
          const today = toIstDate(epochMs(begin + changedAt))
          const next = closed(asked.filter((day) => `2026-${day}` > today))
          const isDue = ({ at }: Duty): boolean => at > begin && at <= begin + days * DAY_MS
          const before = all.filter((day) => day <= today).flatMap((day) => dutiesOn(day, exchangeCalendar))
          const agenda = createAgenda(exchangeCalendar, begin)
          const done: Duty[] = []
          try {
            for (const cut of [...cuts, changedAt, days * DAY_MS].sort((one, other) => one - other)) {
              if (cut > changedAt) bringYearsIntoForce(next)
              const until = epochMs(begin + cut)
              for (let duty = agenda.next(until); duty !== null; duty = agenda.next(until)) {
                done.push(duty)
                agenda.pass()
              }
              expect(agenda.nextAt).toBeGreaterThan(until)
            }
            bringYearsIntoForce(next)
            const after = all.filter((day) => day > today).flatMap((day) => dutiesOn(day, exchangeCalendar))
            expect(done).toEqual([...before, ...after].filter(isDue))
          } finally {
            bringYearsIntoForce(builtInYears)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('keeps a duty until it is done', () => {
    const agenda = createAgenda(exchangeCalendar, instant('2026-11-20 09:30'))
    const until = instant('2026-11-20 15:10')
    expect(agenda.next(until)).toEqual(agenda.next(until))
    expect(agenda.nextAt).toEqual(until)
  })
})

describe('the trading day', () => {
  test.each([
    ['2026-11-20 08:00', '2026-11-20'],
    ['2026-11-20 23:59', '2026-11-20'],
    ['2026-11-21 00:00', '2026-11-23'],
    ['2026-11-22 12:00', '2026-11-23'],
    ['2026-11-24 12:00', '2026-11-25'],
  ])('at %s is %s', (at, day) => {
    expect(tradingDayOf(instant(at), exchangeCalendar)).toEqual(day)
  })

  test('is never a closed one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: DAY_MS - 1 }), (days, ms) => {
        const at = epochMs(startOfIstDate(addDays('2025-01-01' as IstDate, days)) + ms)
        expect(isTradingDay(tradingDayOf(at, exchangeCalendar))).toEqual(true)
      }),
    )
  })
})
