import { describe, expect, test } from 'vitest'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { expiryInstant, yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const ist = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00+05:30`)
const day = (text: string): IstDate => text as IstDate

describe('time to expiry', () => {
  test.each([
    ['2026-07-28', '2026-07-28 15:30'],
    ['2026-08-04', '2026-08-04 15:40'],
    ['2026-11-24', '2026-11-24 15:40'],
    // No trading day by the calendar: the close of any other day of that time.
    ['2026-08-09', '2026-08-09 15:40'],
    ['2026-07-26', '2026-07-26 15:30'],
  ])('a contract of %s ends at %s', (expiry, end) => {
    expect(expiryInstant(day(expiry))).toBe(ist(end))
  })

  test('the classic hours end at 15:30 for ever', () => {
    const classic = { ...exchangeCalendar, profile: 'classic' as const }
    expect(expiryInstant(day('2026-11-24'), classic)).toBe(ist('2026-11-24 15:30'))
    expect(expiryInstant(day('2026-11-22'), classic)).toBe(ist('2026-11-22 15:30'))
  })

  test.each([
    ['2026-11-24', '2026-11-14 15:40', 10 / 365],
    ['2026-11-24', '2026-11-24 15:10', 0.5 / 24 / 365],
    ['2026-11-24', '2026-11-24 15:40', 0],
    ['2026-11-24', '2026-11-25 09:15', 0],
  ])('to %s from %s counts calendar seconds', (expiry, at, years) => {
    expect(yearsToExpiry(day(expiry), ist(at))).toBeCloseTo(years, 15)
  })
})
