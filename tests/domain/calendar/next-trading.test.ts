import { expect, test } from 'vitest'
import { nextTrading } from '../../../src/domain/calendar/next-trading.ts'

const instant = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:30`)

test.each([
  ['auctioned', '2026-11-20 10:00', '2026-11-20 10:00'],
  ['auctioned', '2026-11-20 09:10', '2026-11-20 09:15'],
  ['auctioned', '2026-11-20 15:15', '2026-11-23 09:15'],
  ['continuous', '2026-11-20 15:15', '2026-11-20 15:15'],
  ['continuous', '2026-11-20 15:30', '2026-11-23 09:15'],
  ['derivatives', '2026-11-20 15:30', '2026-11-20 15:30'],
  ['derivatives', '2026-11-21 12:00', '2026-11-23 09:15'],
  // 24 November 2026 is a holiday.
  ['derivatives', '2026-11-23 15:40', '2026-11-25 09:15'],
] as const)('for %s after %s trading goes on at %s', (group, at, next) => {
  expect(nextTrading(instant(at), group)).toBe(instant(next))
})
