import { describe, expect, test } from 'vitest'
import type { SessionGroup } from '../../../src/domain/calendar/calendar.ts'
import {
  amoPauseOn,
  isAmoOpen,
  misCutoffOn,
  printClock12,
} from '../../../src/domain/calendar/trading-windows.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const at = (istText: string): number => Date.parse(`${istText.replace(' ', 'T')}+05:30`)

describe('after-market orders', () => {
  test.each<[string, SessionGroup, boolean]>([
    ['2026-12-07 08:57:59', 'auctioned', true],
    ['2026-12-07 08:58:00', 'auctioned', false],
    ['2026-12-07 15:59:59', 'continuous', false],
    ['2026-12-07 16:00:00', 'continuous', true],
    ['2026-12-07 09:09:59', 'derivatives', true],
    ['2026-12-07 09:10:00', 'derivatives', false],
    ['2026-12-07 15:44:59', 'derivatives', false],
    ['2026-12-07 15:45:00', 'derivatives', true],
    ['2026-12-06 12:00:00', 'auctioned', true],
    ['2026-12-25 12:00:00', 'derivatives', true],
    // Muhurat: an hour on a holiday.
    ['2026-11-08 12:00:00', 'auctioned', true],
    ['2026-11-08 17:43:00', 'auctioned', false],
    ['2026-11-08 18:30:00', 'auctioned', false],
    ['2026-11-08 19:30:00', 'auctioned', true],
  ])('%s, %s: %s', (istText, group, isOpen) => {
    expect(isAmoOpen(group, at(istText))).toBe(isOpen)
  })
  test('a closed day has no pause', () => {
    const pauses = ['2026-12-07', '2026-12-06'].map((day) => amoPauseOn(day as IstDate, 'auctioned'))
    expect(pauses).toEqual([{ from: 538, to: 960 }, null])
  })
})

describe('fresh intraday orders', () => {
  test.each<[string, SessionGroup, string | null]>([
    ['2026-12-07', 'auctioned', '3:12 PM'],
    ['2026-12-07', 'continuous', '3:12 PM'],
    ['2026-12-07', 'derivatives', '3:25 PM'],
    ['2026-11-08', 'continuous', '6:45 PM'],
    ['2024-03-02', 'continuous', '12:15 PM'],
    ['2026-12-25', 'auctioned', null],
  ])('%s, %s: until %s', (day, group, expected) => {
    const minute = misCutoffOn(day as IstDate, group)
    expect(minute === null ? null : printClock12(minute)).toBe(expected)
  })
  test.each([
    [0, '12:00 AM'],
    [538, '8:58 AM'],
    [720, '12:00 PM'],
    [960, '4:00 PM'],
  ])('minute %d is %s', (minute, text) => {
    expect(printClock12(minute)).toBe(text)
  })
})
